#include "tests/bench/yardstick.h"

#include <optional>

#include <dlfcn.h>

namespace headscope::bench {

namespace {

// Each keeps its symbols to itself (RTLD_LOCAL, and yardstick.map hides all but two of them).
std::optional<Yardstick> open_yardstick(const std::string& key) {
    void* const library = dlopen((std::string(YARDSTICKS) + "/" + key + ".so").c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
        return std::nullopt;
    }
    const auto name = reinterpret_cast<decltype(&yardstick_name)>(dlsym(library, "yardstick_name"));
    const auto attend = reinterpret_cast<decltype(&yardstick_attend)>(dlsym(library, "yardstick_attend"));
    if (name == nullptr || attend == nullptr) {
        return std::nullopt;
    }
    return Yardstick{key, name(), attend};
}

} // namespace

std::vector<std::string> processor_levels() {
    std::vector<std::string> levels;
#if defined(__x86_64__)
    const bool v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2");
    if (v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl")) {
        levels.emplace_back("x86-64-v4");
    }
    if (v3) {
        levels.emplace_back("x86-64-v3");
    }
#endif
    levels.emplace_back("baseline");
    return levels;
}

std::vector<Yardstick> yardsticks() {
    std::vector<Yardstick> found;
    const std::vector<std::string> levels = processor_levels();
    for (const std::string& level : levels) {
        if (const std::optional<Yardstick> eigen = open_yardstick("eigen-" + level)) {
            found.push_back(*eigen);
        }
    }
    if (const std::optional<Yardstick> openblas = open_yardstick("openblas-" + levels.front())) {
        found.push_back(*openblas);
    }
    return found;
}

} // namespace headscope::bench
