#pragma once

#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/base/tensor.h"

namespace headscope {

/// The whole file. Errors: file_not_found, file_unreadable, file_too_large (more than `largest` bytes).
Result<std::string> read_file(const std::string& path, Index largest = Index{1} << 34);

/// Writes a file so that at any moment the old or the new one is whole: a temporary file beside it, synced, then
/// renamed. Nothing is left behind on failure. Error: file_unwritable.
Result<void> write_file(const std::string& path, std::string_view bytes);

} // namespace headscope
