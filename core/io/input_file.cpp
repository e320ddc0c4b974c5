#include "core/io/input_file.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>

#include "core/base/contract.h"

namespace headscope {

namespace {

tl::unexpected<Error> open_failed(const std::string& path, int error) {
    const bool absent = error == ENOENT || error == ENOTDIR;
    return absent ? fail(ErrorCode::file_not_found, path) : fail(ErrorCode::file_unreadable, path, error);
}

} // namespace

InputFile::InputFile(std::string path, Descriptor descriptor, Index size)
    : path_(std::move(path))
    , descriptor_(std::move(descriptor))
    , size_(size) {
}

Result<InputFile> InputFile::open(const std::string& path, Index largest) {
    if (path.find('\0') != std::string::npos) {
        return fail(ErrorCode::file_not_found, path);
    }
    // Without O_NONBLOCK, opening a FIFO waits for a writer.
    Descriptor descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    struct stat status = {};
    if (!descriptor.valid() || ::fstat(descriptor.get(), &status) != 0) {
        return open_failed(path, errno);
    }
    if (!S_ISREG(status.st_mode)) {
        return open_failed(path, S_ISDIR(status.st_mode) ? EISDIR : ENOTSUP);
    }
    if (status.st_size > largest) {
        return fail(ErrorCode::file_too_large, path, status.st_size, largest);
    }
    return InputFile(path, std::move(descriptor), status.st_size);
}

Result<Index> InputFile::read_some(Index offset, std::span<std::byte> into) const {
    while (true) {
        const ssize_t got = ::pread(descriptor_.get(), into.data(), into.size(), offset);
        if (got >= 0) {
            return static_cast<Index>(got);
        }
        if (errno != EINTR) {
            return fail(ErrorCode::file_unreadable, path_, errno);
        }
    }
}

Result<void> InputFile::read(Index offset, std::span<std::byte> into) const {
    HEADSCOPE_EXPECTS(offset >= 0 && offset <= size_ && static_cast<Index>(into.size()) <= size_ - offset);
    while (!into.empty()) {
        const Result<Index> got = read_some(offset, into);
        if (!got) {
            return tl::make_unexpected(got.error());
        }
        if (*got == 0) {
            return fail(ErrorCode::file_unreadable, path_, EIO);
        }
        offset += *got;
        into = into.subspan(static_cast<std::size_t>(*got));
    }
    return {};
}

} // namespace headscope
