#include "core/base/build_info.h"

namespace headscope {

std::string_view version() {
    return HEADSCOPE_VERSION;
}

std::string_view instruction_set() {
#if defined(__AVX512F__)
    return "x86-64-v4";
#elif defined(__AVX2__) && defined(__FMA__)
    return "x86-64-v3";
#elif defined(__x86_64__)
    return "x86-64";
#elif defined(__aarch64__)
    return "aarch64";
#else
    return "portable";
#endif
}

} // namespace headscope
