#include "core/io/file.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <optional>

#include "core/io/descriptor.h"
#include "core/io/input_file.h"

namespace headscope {

namespace {

namespace fs = std::filesystem;

/// Follows symbolic links, also one that leads to a file that does not exist yet. Returns an errno, 0 for success.
int follow_links(fs::path& path) {
    constexpr int most_links = 40; // as Linux
    std::error_code error;
    for (int links = 0; fs::is_symlink(fs::symlink_status(path, error)); ++links) {
        if (links == most_links) {
            return ELOOP;
        }
        const fs::path next = fs::read_symlink(path, error);
        if (error) {
            return error.value();
        }
        path = path.parent_path() / next;
    }
    return 0;
}

/// Whether the file may be replaced, and its permission bits if there is one. Returns an errno, 0 for success.
int check_target(const fs::path& target, std::optional<mode_t>& permissions) {
    struct stat status = {};
    if (::stat(target.c_str(), &status) != 0) {
        return errno == ENOENT ? 0 : errno;
    }
    if (!S_ISREG(status.st_mode)) {
        return S_ISDIR(status.st_mode) ? EISDIR : ENOTSUP;
    }
    // A rename asks only the folder for permission: a file that its owner made read-only must stay.
    if (::faccessat(AT_FDCWD, target.c_str(), W_OK, AT_EACCESS) != 0) {
        return errno;
    }
    permissions = status.st_mode & (S_IRWXU | S_IRWXG | S_IRWXO);
    return 0;
}

/// A new file in `folder` that is removed again unless it has become the target. Functions return an errno, 0 for
/// success.
class TemporaryFile {
public:
    explicit TemporaryFile(fs::path folder)
        : folder_(folder.empty() ? fs::path(".") : std::move(folder)) {}
    ~TemporaryFile() {
        if (!path_.empty()) {
            ::unlink(path_.c_str());
        }
    }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;

    int create() {
        constexpr int most_tries = 1000; // other threads, and what a crash may have left
        for (int number = 0; number < most_tries; ++number) {
            fs::path path =
                folder_ / (".headscope-" + std::to_string(::getpid()) + "-" + std::to_string(number) + ".tmp");
            // Not mkstemp(): its files are 0600, and reading the umask to mend that is not safe with threads.
            constexpr mode_t readable_and_writable = 0666;
            descriptor_ =
                Descriptor(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, readable_and_writable));
            if (descriptor_.valid()) {
                path_ = std::move(path);
                return 0;
            }
            if (errno != EEXIST) {
                return errno;
            }
        }
        return EEXIST;
    }

    int write(std::string_view bytes, const std::stop_token& stop) {
        constexpr std::size_t most_at_once = std::size_t{64} << 20;
        while (!bytes.empty()) {
            if (stop.stop_requested()) {
                return ECANCELED;
            }
            const ssize_t written = ::write(descriptor_.get(), bytes.data(), std::min(bytes.size(), most_at_once));
            if (written >= 0) {
                bytes.remove_prefix(static_cast<std::size_t>(written));
            } else if (errno != EINTR) {
                return errno;
            }
        }
        return 0;
    }

    int become(const fs::path& target, std::optional<mode_t> permissions) {
        if ((permissions && ::fchmod(descriptor_.get(), *permissions) != 0) || !sync() || !descriptor_.close() ||
            std::rename(path_.c_str(), target.c_str()) != 0) {
            return errno;
        }
        path_.clear();
        // The new file is there and whole; a folder that cannot be synced only delays when a power cut keeps it.
        const Descriptor folder(::open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        if (folder.valid()) {
            ::fsync(folder.get());
        }
        return 0;
    }

private:
    /// Whether the bytes are on the disk, or the file system (some in user space) has no way to ask for it.
    bool sync() const { return ::fsync(descriptor_.get()) == 0 || errno == EINVAL || errno == ENOSYS; }

    fs::path folder_;
    fs::path path_; ///< empty unless the file is there
    Descriptor descriptor_{-1};
};

int replace_file(fs::path target, std::string_view bytes, const std::stop_token& stop) {
    if (target.native().find('\0') != std::string::npos) {
        return EINVAL;
    }
    if (const int error = follow_links(target); error != 0) {
        return error;
    }
    std::optional<mode_t> permissions;
    if (const int error = check_target(target, permissions); error != 0) {
        return error;
    }
    TemporaryFile file(target.parent_path());
    if (const int error = file.create(); error != 0) {
        return error;
    }
    if (const int error = file.write(bytes, stop); error != 0) {
        return error;
    }
    return file.become(target, permissions);
}

} // namespace

Result<std::string> read_file(const std::string& path, Index largest) {
    const Result<InputFile> file = InputFile::open(path, largest);
    if (!file) {
        return tl::make_unexpected(file.error());
    }
    // One byte more than the size, so that the end is met without growing; files of /proc say that they have none.
    std::string bytes(static_cast<std::size_t>(file->size()) + 1, '\0');
    Index used = 0;
    while (true) {
        constexpr std::size_t step = 1 << 16;
        if (used == static_cast<Index>(bytes.size())) {
            bytes.resize(bytes.size() + step);
        }
        const Result<Index> got =
            file->read_some(used, std::as_writable_bytes(std::span(bytes)).subspan(static_cast<std::size_t>(used)));
        if (!got) {
            return tl::make_unexpected(got.error());
        }
        used += *got;
        if (used > largest) {
            return fail(ErrorCode::file_too_large, path, used, largest);
        }
        if (*got == 0) {
            bytes.resize(static_cast<std::size_t>(used));
            return bytes;
        }
    }
}

Result<void> write_file(const std::string& path, std::string_view bytes, const std::stop_token& stop) {
    const int error = replace_file(path, bytes, stop);
    if (error == ECANCELED) {
        return fail(ErrorCode::cancelled);
    }
    if (error != 0) {
        return fail(ErrorCode::file_unwritable, path, error);
    }
    return {};
}

} // namespace headscope
