#include "core/base/contract.h"

#include <cstdio>
#include <cstdlib>

namespace headscope {

void contract_violation(const char* expectation, const char* file, int line) noexcept {
    std::fprintf(stderr, "%s:%d: contract broken: %s\n", file, line, expectation);
    std::abort();
}

} // namespace headscope
