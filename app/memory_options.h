#pragma once

#include <optional>
#include <vector>

#include "app/command_line.h"
#include "core/cost/settings.h"

namespace headscope::ui {

/// `headscope memory` with its values read; sizes are not checked yet.
struct MemoryOptions {
    CostSettings settings; ///< but for the number of heads
    std::vector<Index> heads{8};
    Index layers = 1;
    std::optional<Index> budget;  ///< bytes
    std::optional<Index> kvHeads; ///< none: as many as heads
    std::optional<Index> devices; ///< over which the heads are split
    bool json = false;
};

/// Errors: argument_missing, argument_bad_value, argument_conflict, cost_size_not_positive (layers). Needs the user's
/// language (what is allowed is said in words).
Result<MemoryOptions> readMemoryOptions(const CommandLine& line);

} // namespace headscope::ui
