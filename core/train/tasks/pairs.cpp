#include "core/train/tasks/pairs.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "core/base/contract.h"
#include "core/io/csv_table.h"
#include "core/io/file.h"
#include "core/text/tokenizer.h"
#include "core/train/tasks/batch_writer.h"
#include "core/train/tasks/draws.h"

namespace headscope {

namespace {

constexpr std::array<std::string_view, 2> columns{"input", "target"};

bool is_heading(const CsvRow& row) {
    return std::ranges::equal(row.fields, columns);
}

Result<void> check(const CsvRow& row, const std::string& path) {
    if (row.fields.size() != columns.size()) {
        return fail(ErrorCode::csv_wrong_columns, path, row.line, row.fields.size(), columns.size());
    }
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (row.fields[i].empty()) {
            return fail(ErrorCode::csv_empty_field, path, row.line, std::string(columns[i]));
        }
    }
    return {};
}

} // namespace

struct PairsTask::Builder {
    const std::string& path;
    PairsTask task;
    std::map<std::string, std::int32_t, std::less<>> numbers;
    std::set<std::vector<std::string>> seen;
    std::vector<std::pair<std::uint64_t, Pair>> pairs; ///< by their hash

    std::vector<std::int32_t> symbols_of(const std::string& text) {
        std::vector<std::int32_t> list;
        const Result<std::vector<Token>> tokens = tokenize(text, Tokenizer::characters, path);
        HEADSCOPE_EXPECTS(tokens.has_value()); // csv_rows() gives UTF-8, and the file is small
        for (const Token& token : *tokens) {
            const auto [found, is_new] = numbers.emplace(token.text, task.after_symbols());
            if (is_new) {
                task.symbols_.push_back(token.text);
            }
            list.push_back(found->second);
        }
        return list;
    }

    Result<void> add(const CsvRow& row) {
        if (const Result<void> right = check(row, path); !right) {
            return right;
        }
        if (!seen.insert(row.fields).second) {
            return {};
        }
        Pair pair{symbols_of(row.fields[0]), symbols_of(row.fields[1])};
        const auto length = static_cast<Index>(pair.input.size() + pair.target.size());
        if (length > longest) {
            return fail(ErrorCode::csv_too_long, path, row.line, length, longest);
        }
        task.longest_ = std::max(task.longest_, length + 1);
        const std::string name =
            "task:csv:" + std::to_string(row.fields[0].size()) + ':' + row.fields[0] + row.fields[1];
        pairs.emplace_back(RandomStream(task.seed_, name).bits(0), std::move(pair));
        return {};
    }

    Result<PairsTask> finish() {
        const auto count = static_cast<Index>(pairs.size());
        if (count < fewest) {
            return fail(ErrorCode::csv_too_few_rows, path, count, fewest);
        }
        if (const auto symbols = static_cast<Index>(task.symbols_.size()); symbols > most_symbols) {
            return fail(ErrorCode::csv_too_many_symbols, path, symbols, most_symbols);
        }
        std::ranges::stable_sort(pairs, {}, [](const auto& pair) { return pair.first; });
        const auto held_out = static_cast<std::size_t>(count / 10);
        for (auto& [hash, pair] : pairs) {
            pair.target.push_back(task.after_symbols());
            auto& part = task.held_out_.size() < held_out ? task.held_out_ : task.training_;
            part.push_back(std::move(pair));
        }
        return std::move(task);
    }
};

Result<PairsTask> PairsTask::read(const std::string& path, std::uint64_t seed) {
    const Result<std::vector<CsvRow>> rows =
        read_file(path, largest_file).and_then([&path](const std::string& bytes) { return csv_rows(bytes, path); });
    if (!rows) {
        return tl::make_unexpected(rows.error());
    }
    Builder builder{path, PairsTask(seed), {}, {}, {}};
    for (std::size_t i = 0; i < rows->size(); ++i) {
        if (i == 0 && is_heading(rows->front())) {
            continue;
        }
        if (const Result<void> added = builder.add((*rows)[i]); !added) {
            return tl::make_unexpected(added.error());
        }
    }
    return builder.finish();
}

TaskShape PairsTask::shape() const {
    const Index rows = after_symbols() + 1;
    return {.table_rows = rows, .classes = rows, .features = 1, .read_outs = 1, .seq_len = longest_};
}

Batch PairsTask::make(Stream stream, std::uint64_t number, Index size) const {
    const RandomStream numbers = batch_numbers(seed_, "csv", stream, number);
    BatchWriter batch(shape(), size);
    for (Index b = 0; b < size; ++b) {
        const std::vector<Pair>& pairs = stream == Stream::training ? training_ : held_out_;
        const auto count = static_cast<Index>(pairs.size());
        const Index chosen = stream == Stream::training ? Draws(numbers, b).below(count) : b % count;
        const Pair& pair = pairs[static_cast<std::size_t>(chosen)];
        batch.question_and_answer(b, pair.input, after_symbols(), pair.target);
    }
    return batch.take();
}

std::string PairsTask::input_name(std::span<const std::int32_t> features) const {
    if (features[0] == Batch::none) {
        return {};
    }
    return features[0] == after_symbols() ? "→" : class_name(features[0]);
}

std::string PairsTask::class_name(std::int32_t value) const {
    return value == after_symbols() ? "■" : symbols_[static_cast<std::size_t>(value)];
}

} // namespace headscope
