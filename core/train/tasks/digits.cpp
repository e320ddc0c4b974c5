#include "core/train/tasks/digits.h"

#include <algorithm>
#include <array>

#include "core/train/tasks/batch_writer.h"
#include "core/train/tasks/draws.h"

namespace headscope {

TaskShape DigitsTask::shape() const {
    return {.table_rows = digits + 1, .classes = digits, .features = 1, .read_outs = 1, .seq_len = 2 * length};
}

Batch DigitsTask::make(Stream stream, std::uint64_t number, Index size) const {
    const RandomStream numbers = batch_numbers(seed_, answer_ == Answer::sorted ? "sort" : "reverse", stream, number);
    BatchWriter batch(shape(), size);
    for (Index b = 0; b < size; ++b) {
        Draws draws(numbers, b);
        std::array<std::int32_t, length> question{};
        for (std::int32_t& digit : question) {
            digit = draws.below(digits);
        }
        std::array<std::int32_t, length> answer = question;
        if (answer_ == Answer::sorted) {
            std::ranges::sort(answer);
        } else {
            std::ranges::reverse(answer);
        }
        batch.question_and_answer(b, question, separator, answer);
    }
    return batch.take();
}

std::string DigitsTask::input_name(std::span<const std::int32_t> features) const {
    return features[0] == separator ? "→" : class_name(features[0]);
}

std::string DigitsTask::class_name(std::int32_t value) const {
    return std::to_string(value);
}

} // namespace headscope
