#pragma once

#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/train/task.h"

namespace headscope {

/// A user's own task: pairs of texts, a token for each character that a reader sees (grapheme cluster). A sequence is
/// the input, a separator and the target; each character of the target, and its end, is told from all that stands
/// before it. A tenth of the pairs, at least one, is held out: those whose hash of (seed, pair) is least, so that a
/// pair that is added moves at most one other. Validation batches go through them in turn.
class PairsTask : public Task {
public:
    static constexpr Index fewest = 10;            ///< pairs
    static constexpr Index longest = 512;          ///< characters of input and target
    static constexpr Index most_symbols = 4096;    ///< different characters
    static constexpr Index largest_file = 1 << 26; ///< bytes

    /// Of a CSV file with the columns input and target, with or without a first line that says so; a pair that is there
    /// twice counts once. Errors: those of read_file() and csv_rows(), csv_*.
    static Result<PairsTask> read(const std::string& path, std::uint64_t seed);

    TaskShape shape() const override;
    Batch make(Stream stream, std::uint64_t number, Index size) const override;
    std::optional<double> loss_floor() const override { return std::nullopt; }
    std::string input_name(std::span<const std::int32_t> features) const override;
    std::string class_name(std::int32_t value) const override;

    Index held_out() const { return static_cast<Index>(held_out_.size()); }

private:
    struct Pair {
        std::vector<std::int32_t> input;
        std::vector<std::int32_t> target; ///< with its end
    };
    struct Builder;

    explicit PairsTask(std::uint64_t seed)
        : seed_(seed) {}
    /// A row of the table is the separator, a class the end.
    std::int32_t after_symbols() const { return static_cast<std::int32_t>(symbols_.size()); }

    std::uint64_t seed_;
    std::vector<std::string> symbols_; ///< in the order in which they appear
    Index longest_ = 0;                ///< tokens of a sequence
    std::vector<Pair> training_;
    std::vector<Pair> held_out_;
};

} // namespace headscope
