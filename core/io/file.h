#pragma once

#include <stop_token>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/base/tensor.h"

namespace headscope {

/// No file larger than this is read unless a caller asks for less: 16 GiB.
inline constexpr Index largest_file = Index{1} << 34;

/// The whole file. Only regular files (and links to them) are read: a pipe or a device could keep the reader waiting
/// for ever. Errors: file_not_found, file_unreadable (a directory: EISDIR; a pipe or device: ENOTSUP), file_too_large
/// (more than `largest` bytes).
Result<std::string> read_file(const std::string& path, Index largest = largest_file);

/// Writes a file so that at any moment the old or the new one is whole: a temporary file beside it, synced, then
/// renamed. Nothing is left behind on failure. A symbolic link stays and the file it leads to is replaced; an existing
/// file keeps its permission bits, a new one gets 0666 less the umask. Only regular files are replaced, and only
/// writable ones. Errors: file_unwritable, cancelled (asked for every 64 MiB).
Result<void> write_file(const std::string& path, std::string_view bytes, const std::stop_token& stop = {});

} // namespace headscope
