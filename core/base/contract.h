#pragma once

namespace headscope {

/// Ends the program, naming the broken expectation. For programmer errors only; input that can be wrong gives a Result.
[[noreturn]] void contract_violation(const char* expectation, const char* file, int line) noexcept;

} // namespace headscope

#define HEADSCOPE_EXPECTS(condition)                                                                                   \
    do {                                                                                                               \
        if (!(condition)) [[unlikely]] {                                                                               \
            ::headscope::contract_violation(#condition, __FILE__, __LINE__);                                           \
        }                                                                                                              \
    } while (false)
