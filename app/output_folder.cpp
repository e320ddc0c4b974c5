#include "app/output_folder.h"

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <ranges>
#include <system_error>
#include <utility>

#include <unistd.h>

#include "core/io/file.h"

namespace headscope::ui {

namespace fs = std::filesystem;

namespace {

tl::unexpected<Error> unwritable(const std::string& path, int reason) {
    return fail(ErrorCode::file_unwritable, path, reason);
}

} // namespace

Result<OutputFolder> OutputFolder::open(const std::string& path) {
    OutputFolder folder(path);
    fs::path above;
    for (const fs::path& part : fs::path(path)) {
        above /= part;
        std::error_code error;
        if (fs::create_directory(above, error)) {
            folder.made_.push_back(above.string());
        } else if (error) {
            return unwritable(path, error.value());
        }
    }
    if (::access(path.c_str(), W_OK | X_OK) != 0) {
        return unwritable(path, errno);
    }
    return folder;
}

OutputFolder::OutputFolder(OutputFolder&& other) noexcept
    : path_(std::move(other.path_))
    , made_(std::exchange(other.made_, {}))
    , staging_(std::exchange(other.staging_, {}))
    , names_(std::exchange(other.names_, {})) {
}

OutputFolder::~OutputFolder() {
    discard();
    for (const std::string& folder : made_ | std::views::reverse) {
        std::error_code keptWhereNotEmpty;
        fs::remove(folder, keptWhereNotEmpty);
    }
}

std::string OutputFolder::finalPath(const std::string& name) const {
    return (fs::path(path_) / name).lexically_normal().string();
}

Result<void> OutputFolder::makeStaging() {
    std::string pattern = (fs::path(path_) / ".headscope-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) {
        return unwritable(path_, errno);
    }
    staging_ = pattern;
    return {};
}

Result<void> OutputFolder::checkRoom(const std::string& name, Index bytes) const {
    std::error_code error;
    const fs::space_info space = fs::space(path_, error);
    const bool known = !error && space.capacity > 0; // some file systems in user space cannot say
    if (known && static_cast<std::uintmax_t>(bytes) > space.available) {
        return fail(ErrorCode::disk_too_small, finalPath(name), bytes, space.available);
    }
    return {};
}

Result<void> OutputFolder::stage(const std::string& name, std::string_view bytes, const std::stop_token& stop) {
    if (staging_.empty()) {
        if (Result<void> made = makeStaging(); !made) {
            return made;
        }
    }
    Result<void> written = write_file((fs::path(staging_) / name).string(), bytes, stop);
    if (!written && written.error().code == ErrorCode::file_unwritable) {
        written.error().arguments.front() = finalPath(name); // the user knows nothing of the hidden folder
    }
    if (written) {
        names_.push_back(name);
    }
    return written;
}

Result<std::vector<std::string>> OutputFolder::publish() {
    std::vector<std::string> paths;
    std::vector<std::string> isNew;
    for (const std::string& name : names_) { // before the first old file gives way to a new one
        std::error_code ignored;
        if (fs::is_directory(finalPath(name), ignored)) {
            return unwritable(finalPath(name), EISDIR);
        }
    }
    for (const std::string& name : names_) {
        const std::string path = finalPath(name);
        std::error_code error;
        const bool existed = fs::exists(path, error);
        fs::rename(fs::path(staging_) / name, path, error);
        if (error) {
            for (const std::string& written : isNew) {
                std::error_code ignored;
                fs::remove(written, ignored);
            }
            return unwritable(path, error.value());
        }
        paths.push_back(path);
        if (!existed) {
            isNew.push_back(path);
        }
    }
    discard();
    return paths;
}

void OutputFolder::discard() noexcept {
    if (!staging_.empty()) {
        std::error_code ignored;
        fs::remove_all(staging_, ignored);
    }
    staging_.clear();
    names_.clear();
}

} // namespace headscope::ui
