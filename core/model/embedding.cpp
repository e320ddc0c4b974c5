#include "core/model/embedding.h"

#include <string>

#include "core/base/contract.h"
#include "core/base/portable_math.h"
#include "core/base/random.h"

namespace headscope {

void token_embedding(std::string_view token, std::uint64_t seed, std::span<float> out) {
    // The prefix keeps a token that is spelt like a parameter from sharing that parameter's numbers.
    RandomStream(seed, "token:" + std::string(token)).fill_normal(out);
}

PositionalEncoding::PositionalEncoding(Index d_model)
    : d_model_(d_model) {
    HEADSCOPE_EXPECTS(d_model >= 1);
    constexpr double ln_10000 = 9.210340371976182736;
    frequencies_.reserve(static_cast<std::size_t>((d_model + 1) / 2));
    for (Index column = 0; column < d_model; column += 2) {
        const double exponent = static_cast<double>(column) / static_cast<double>(d_model);
        frequencies_.push_back(portable::exp(-exponent * ln_10000));
    }
}

void PositionalEncoding::add(Index position, std::span<float> row) const {
    HEADSCOPE_EXPECTS(position >= 0 && position <= largest_position);
    HEADSCOPE_EXPECTS(static_cast<Index>(row.size()) == d_model_);
    for (std::size_t i = 0; i < frequencies_.size(); ++i) {
        const portable::SinCos encoding = portable::sin_cos(static_cast<double>(position) * frequencies_[i]);
        row[2 * i] += static_cast<float>(encoding.sin);
        if (2 * i + 1 < row.size()) {
            row[2 * i + 1] += static_cast<float>(encoding.cos);
        }
    }
}

void add_positional_encoding(Index position, std::span<float> row) {
    PositionalEncoding(static_cast<Index>(row.size())).add(position, row);
}

} // namespace headscope
