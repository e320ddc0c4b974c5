#include "tests/bench/machine.h"

#include <chrono>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <thread>

#include <sys/mman.h>
#include <sys/utsname.h>

#include "core/base/memory.h"

namespace headscope::bench {

namespace {

// What follows the first `key` at the beginning of a line, without the separators before it.
std::string value_in(const char* file, const std::string& key) {
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) {
        if (line.starts_with(key)) {
            const std::size_t begin = line.find_first_not_of("\t :=\"", key.size());
            const std::size_t end = line.find_last_not_of("\" ");
            return begin == std::string::npos ? "" : line.substr(begin, end - begin + 1);
        }
    }
    return "";
}

Index status_bytes(const std::string& key) {
    return std::atoll(value_in("/proc/self/status", key).c_str()) * 1024; // "1234 kB"
}

} // namespace

std::string processor_text() {
    return value_in("/proc/cpuinfo", "model name") + " (family " + value_in("/proc/cpuinfo", "cpu family") +
           ", model " + value_in("/proc/cpuinfo", "model\t") + "), " +
           std::to_string(std::thread::hardware_concurrency()) + " cores, " +
           std::to_string(physical_memory() / (Index{1} << 30)) + " GiB";
}

bool is_zen4() {
#if defined(__x86_64__)
    // Zen 3 and Zen 4 are both family 25; the first has no AVX-512.
    return value_in("/proc/cpuinfo", "cpu family") == "25" && __builtin_cpu_supports("avx512f");
#else
    return false;
#endif
}

std::string system_text() {
    utsname name{};
    uname(&name);
    return value_in("/etc/os-release", "PRETTY_NAME") + ", Linux " + name.release;
}

std::string compiler_text() {
#if defined(__clang__)
    return "clang " __clang_version__;
#else
    return "g++ " __VERSION__;
#endif
}

std::string today() {
    const std::time_t now = std::time(nullptr);
    char text[16];
    std::strftime(text, sizeof text, "%Y-%m-%d", std::localtime(&now));
    return text;
}

double load_average() {
    double load = 0.0;
    return getloadavg(&load, 1) == 1 ? load : 0.0;
}

double page_fault_seconds() {
    constexpr std::size_t page = 4096;
    constexpr std::size_t bytes = 4096 * page;
    void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
        return 0.0;
    }
#ifdef MADV_NOHUGEPAGE
    madvise(memory, bytes, MADV_NOHUGEPAGE);
#endif
    using Clock = std::chrono::steady_clock;
    const Clock::time_point start = Clock::now();
    for (std::size_t at = 0; at < bytes; at += page) {
        static_cast<volatile char*>(memory)[at] = 1;
    }
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    munmap(memory, bytes);
    return seconds * page / bytes;
}

Index resident_bytes() {
    return status_bytes("VmRSS:");
}

Index peak_resident_bytes() {
    return status_bytes("VmHWM:");
}

void forget_peak_resident() {
    std::ofstream("/proc/self/clear_refs") << 5;
}

} // namespace headscope::bench
