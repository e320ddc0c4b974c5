#include "core/train/tasks/brackets.h"

#include <string_view>
#include <vector>

#include "core/train/tasks/batch_writer.h"
#include "core/train/tasks/draws.h"

namespace headscope {

TaskShape BracketsTask::shape() const {
    return {.table_rows = kinds + 1, .classes = kinds, .features = 1, .read_outs = 1, .seq_len = length};
}

Batch BracketsTask::make(Stream stream, std::uint64_t number, Index size) const {
    const RandomStream numbers = batch_numbers(seed_, "brackets", stream, number);
    BatchWriter batch(shape(), size);
    std::vector<std::int32_t> open;
    for (Index b = 0; b < size; ++b) {
        Draws draws(numbers, b);
        open.clear();
        for (Index i = 0; i < length; ++i) {
            const auto depth = static_cast<Index>(open.size());
            const bool opens = depth == 0 || (depth < deepest && draws.below(2) == 0);
            if (opens) {
                open.push_back(draws.below(kinds));
                batch.input(b, i) = open.back();
            } else {
                batch.input(b, i) = closer;
                batch.target(b, i) = open.back();
                open.pop_back();
            }
        }
    }
    return batch.take();
}

std::string BracketsTask::input_name(std::span<const std::int32_t> features) const {
    return features[0] == closer ? "/" : class_name(features[0]);
}

std::string BracketsTask::class_name(std::int32_t value) const {
    constexpr std::string_view names = "([{";
    return {names[static_cast<std::size_t>(value)]};
}

} // namespace headscope
