#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "core/base/error.h"
#include "core/io/descriptor.h"
#include "core/io/file.h"

namespace headscope {

/// A regular file that is read piece by piece, so that a header can be checked before memory is taken for the data.
class InputFile {
public:
    /// Errors: as read_file.
    static Result<InputFile> open(const std::string& path, Index largest = largest_file);

    const std::string& path() const { return path_; }
    Index size() const { return size_; }

    /// Fills `into` from `offset` on; the piece lies within size() (contract). Error: file_unreadable (EIO when the
    /// file has become shorter meanwhile).
    Result<void> read(Index offset, std::span<std::byte> into) const;
    /// Reads up to into.size() bytes at `offset`; 0 at the end of the file. Error: file_unreadable.
    Result<Index> read_some(Index offset, std::span<std::byte> into) const;

private:
    InputFile(std::string path, Descriptor descriptor, Index size);

    std::string path_;
    Descriptor descriptor_;
    Index size_;
};

} // namespace headscope
