#pragma once

#include "app/attend_options.h"
#include "core/base/error.h"
#include "core/engine/request.h"

namespace headscope::ui {

/// Reads query, key and value, and checks that they fit together. Errors: those of read_npy_input(), and
/// array_wrong_shape, which names the file that does not fit the query (key) or the key (value).
Result<ArrayInput> readArrays(const ArrayFiles& files);

} // namespace headscope::ui
