#pragma once

#include <string_view>
#include <vector>

namespace headscope {

// The kernels are compiled once for each instruction set; the best one that the processor has is taken when the first
// kernel runs. The environment variable HEADSCOPE_INSTRUCTION_SET names another one, to redo what another machine made.

/// Of the kernels that run: "AVX-512", "AVX2", "SSSE3", "NEON" or "portable". Figures record it, because float32 sums
/// are only promised to have the same bits on the same one. (AVX-512 and AVX2 do have the same bits: both fuse a
/// multiplication with its addition, and the order of all sums is fixed.)
std::string_view instruction_set();

/// Those that this processor can run, best first.
std::vector<std::string_view> instruction_sets();

/// Takes another one from now on; false where it is not among instruction_sets(). For the start of a program and for
/// tests: no kernel may be running.
bool use_instruction_set(std::string_view name);

/// Whether a * b + c is rounded once.
bool fuses_multiply_add();

} // namespace headscope
