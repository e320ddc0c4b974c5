#pragma once

#include <string>
#include <vector>

#include "app/attend_options.h"
#include "app/text_lines.h"
#include "core/base/error.h"
#include "core/engine/request.h"

namespace headscope::ui {

/// What `headscope attend` will compute: its arrays are read, and everything is checked that can be before computing.
struct AttendJob {
    AttendOptions options;
    std::vector<TextLine> lines;   ///< at least one; of arrays one, without text
    Index lineCount = 1;           ///< of the file, blank lines counted
    Index batch = 1;               ///< of the arrays
    std::vector<Request> requests; ///< one for each number of heads, of texts without the text

    bool severalLines() const { return std::holds_alternative<TextFile>(options.source); }
};

/// Errors: those of the readers of files, array_*, d_model_*, n_heads_out_of_range, heads_do_not_divide,
/// head_out_of_range, temperature_out_of_range, dropout_out_of_range, mask_not_for_text_shape, text_empty.
Result<AttendJob> prepareAttend(const AttendOptions& options);

/// The request with the text of a line. Errors: text_invalid_utf8, text_empty, mask_not_for_text_shape.
Result<Request> withText(const AttendJob& job, const Request& request, const TextLine& line);

} // namespace headscope::ui
