#include "tests/bench/report.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>

#include "core/base/contract.h"

namespace headscope::bench {

namespace {

std::string formatted(const char* format, double value) {
    if (std::isnan(value)) {
        return "-";
    }
    char text[64];
    std::snprintf(text, sizeof text, format, value);
    return text;
}

const char* three_figures(double value) {
    return value < 10.0 ? "%.2f" : value < 100.0 ? "%.1f" : "%.0f";
}

// Words are broken at the width that the repository's texts have.
std::string wrapped(const std::string& text, const std::string& indent) {
    constexpr std::size_t width = 120;
    std::string out;
    std::size_t column = 0;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find(' ', at), text.size());
        const std::string word = text.substr(at, end - at);
        if (column > 0 && column + 1 + word.size() > width) {
            out += '\n' + indent;
            column = indent.size();
        } else if (column > 0) {
            out += ' ';
            ++column;
        }
        out += word;
        column += word.size();
        at = end + 1;
    }
    return out + '\n';
}

std::string row_text(const std::vector<std::string>& cells, const std::vector<std::size_t>& widths) {
    std::string row = "|";
    for (std::size_t i = 0; i < cells.size(); ++i) {
        row += ' ' + std::string(widths[i] - cells[i].size(), ' ') + cells[i] + " |";
    }
    return row + '\n';
}

} // namespace

void Report::put(const std::string& text) {
    std::fputs(text.c_str(), stdout);
    std::fflush(stdout);
    text_ += text;
}

void Report::heading(const std::string& text) {
    put((text_.empty() ? "# " : "\n## ") + text + '\n');
}

void Report::paragraph(const std::string& text) {
    put('\n' + wrapped(text, ""));
}

void Report::list(const std::vector<std::string>& items) {
    put("\n");
    for (const std::string& item : items) {
        put(wrapped("- " + item, "  "));
    }
}

void Report::table(const std::vector<std::string>& header, const std::vector<std::vector<std::string>>& rows) {
    for (const std::vector<std::string>& row : rows) {
        HEADSCOPE_EXPECTS(row.size() == header.size());
    }
    std::vector<std::size_t> widths;
    for (std::size_t i = 0; i < header.size(); ++i) {
        std::size_t width = header[i].size();
        for (const std::vector<std::string>& row : rows) {
            width = std::max(width, row[i].size());
        }
        widths.push_back(width);
    }
    std::vector<std::string> rule;
    for (const std::size_t width : widths) {
        rule.push_back(std::string(width - 1, '-') + ':');
    }
    put('\n' + row_text(header, widths) + row_text(rule, widths));
    for (const std::vector<std::string>& row : rows) {
        put(row_text(row, widths));
    }
}

bool Report::write(const std::string& path) const {
    std::ofstream file(path, std::ios::binary);
    file << text_;
    file.close();
    return file.good();
}

std::string time_text(double seconds) {
    if (std::isnan(seconds)) {
        return "-";
    }
    if (seconds < 1e-3) {
        return formatted(three_figures(seconds * 1e6), seconds * 1e6) + " us";
    }
    if (seconds < 1.0) {
        return formatted(three_figures(seconds * 1e3), seconds * 1e3) + " ms";
    }
    return formatted(three_figures(seconds), seconds) + " s";
}

std::string ratio_text(double ratio) {
    return formatted(three_figures(ratio), ratio);
}

std::string percent_text(double share) {
    return formatted("%.0f %%", 100.0 * share);
}

} // namespace headscope::bench
