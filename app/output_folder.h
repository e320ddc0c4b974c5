#pragma once

#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/tensor.h"

namespace headscope::ui {

/// A folder into which files are written together: all or none. Files are staged in a hidden folder inside it, and
/// renamed once the last one is whole. What was not published is removed when the object goes, as are folders that
/// open() made and that stayed empty.
class OutputFolder {
public:
    /// Makes the folder and those above it where they are missing. Error: file_unwritable.
    static Result<OutputFolder> open(const std::string& path);

    OutputFolder(OutputFolder&& other) noexcept;
    OutputFolder& operator=(OutputFolder&&) = delete;
    ~OutputFolder();

    /// Whether the disk has room for one more file. Error: disk_too_small.
    Result<void> checkRoom(const std::string& name, Index bytes) const;

    /// Errors: file_unwritable, with the path that the file would have had; cancelled.
    Result<void> stage(const std::string& name, std::string_view bytes, const std::stop_token& stop = {});

    /// Gives the staged files their place and returns their paths. Where one cannot have it (a folder has its name),
    /// those that are new are taken back. Error: file_unwritable.
    Result<std::vector<std::string>> publish();

    /// Removes what is staged.
    void discard() noexcept;

private:
    explicit OutputFolder(std::string path)
        : path_(std::move(path)) {}

    Result<void> makeStaging();
    std::string finalPath(const std::string& name) const;

    std::string path_;
    std::vector<std::string> made_; ///< folders that open() made, outermost first
    std::string staging_;           ///< empty until the first file is staged
    std::vector<std::string> names_;
};

} // namespace headscope::ui
