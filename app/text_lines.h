#pragma once

#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/tensor.h"

namespace headscope::ui {

struct TextLine {
    Index number = 1; ///< from 1, blank lines counted, as an editor shows it
    Index begin = 0;  ///< byte offset in the file
    std::string text; ///< without its end of line
};

struct TextLines {
    std::vector<TextLine> lines; ///< that are not blank
    Index count = 0;             ///< of all lines
};

/// Cuts at LF and CR LF; a byte order mark at the beginning is left out.
TextLines splitLines(std::string_view bytes);

/// Lines of a file, or of standard input where the path is "-". Errors: file_*, cancelled (Ctrl+C while waiting for
/// standard input), text_empty (no line that is not blank).
Result<TextLines> readTextLines(const std::string& path);

} // namespace headscope::ui
