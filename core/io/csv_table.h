#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/tensor.h"

namespace headscope {

struct CsvRow {
    Index line = 1; ///< of its beginning, from 1, as an editor shows it
    std::vector<std::string> fields;
};

/// Text as RFC 4180 has it: commas, quotation marks doubled inside quotes, lines that end with CR LF or LF, line ends
/// inside quotes. White space belongs to its field. Lines with nothing on them are left out, as is a byte order mark.
/// Errors, about `path`: text_invalid_utf8, csv_bad_quotes.
Result<std::vector<CsvRow>> csv_rows(std::string_view bytes, const std::string& path);

} // namespace headscope
