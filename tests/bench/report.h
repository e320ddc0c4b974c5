#pragma once

#include <string>
#include <vector>

namespace headscope::bench {

/// Markdown that is also read well in a terminal: printed as it grows, kept for a file.
class Report {
public:
    void heading(const std::string& text);
    void paragraph(const std::string& text);
    void list(const std::vector<std::string>& items);
    /// Rows of as many cells as `header` has, aligned to the right.
    void table(const std::vector<std::string>& header, const std::vector<std::vector<std::string>>& rows);

    /// False where the file cannot be written.
    bool write(const std::string& path) const;

private:
    void put(const std::string& text);

    std::string text_;
};

/// "12.3 ms", "456 us": three figures. "-" for what is not a number, as are the next ones.
std::string time_text(double seconds);
/// "2.34", "12.3"
std::string ratio_text(double ratio);
/// "87 %"
std::string percent_text(double share);

} // namespace headscope::bench
