#include "core/io/csv.h"

#include <variant>
#include <vector>

#include "core/base/contract.h"
#include "core/io/number_text.h"

namespace headscope {

namespace {

/// Quoted where RFC 4180 asks for it, and at white space at an end, which readers tend to trim.
std::string field(const std::string& text) {
    constexpr std::string_view space = " \t";
    const bool quoted = text.find_first_of("\",\r\n") != std::string::npos ||
                        (!text.empty() && (space.find(text.front()) != std::string_view::npos ||
                                           space.find(text.back()) != std::string_view::npos));
    if (!quoted) {
        return text;
    }
    std::string result = "\"";
    for (const char c : text) {
        result.append(c == '"' ? 2 : 1, c);
    }
    return result + '"';
}

/// Writes the lines of one head of one batch. `start` is what its lines begin with.
void append_head(std::string& csv, const std::string& start, const std::vector<std::string>& tokens,
                 const ConstMatrixView& scores, const ConstMatrixView& weights) {
    const auto token = [&](Index i) {
        return tokens.empty() ? std::string_view() : std::string_view(tokens[static_cast<std::size_t>(i)]);
    };
    for (Index query = 0; query < scores.rows(); ++query) {
        for (Index key = 0; key < scores.cols(); ++key) {
            csv += start;
            append_number(csv, query);
            csv += ',';
            append_number(csv, key);
            csv.append(1, ',').append(token(query)).append(1, ',').append(token(key)).append(1, ',');
            append_number(csv, scores(query, key));
            csv += ',';
            append_number(csv, weights(query, key));
            csv += '\n';
        }
    }
}

} // namespace

std::string attention_csv(const Snapshot& snapshot) {
    const auto* const arrays = std::get_if<ArrayInput>(&snapshot.request.input);
    const bool batched = arrays != nullptr && arrays->batched;
    std::vector<std::string> tokens;
    for (const Token& token : snapshot.tokens) {
        tokens.push_back(field(token.text));
    }
    std::string csv = batched ? "batch," : "";
    csv += "head,query,key,query_token,key_token,score,weight\n";
    if (snapshot.empty()) {
        return csv;
    }
    HEADSCOPE_EXPECTS(!snapshot.trace.weights.empty());
    const Trace& trace = snapshot.trace;
    const ModelDims& dims = snapshot.request.dims;
    const Index heads = trace.weights.dim(1);
    for (Index b = 0; b < snapshot.batch(); ++b) {
        for (Index h = 0; h < heads; ++h) {
            const std::string start = (batched ? std::to_string(b) + ',' : "") + std::to_string(h) + ',';
            const Matrix again = trace.scores.empty()
                                     ? scores_of(trace, dims, snapshot.request.attention, b, h, 0, snapshot.n_q())
                                     : Matrix();
            const ConstMatrixView scores = again.size() > 0 ? ConstMatrixView(again.data(), again.rows(), again.cols(),
                                                                              Eigen::OuterStride<>(again.cols()))
                                                            : trace.scores.matrix(b, h);
            append_head(csv, start, tokens, scores, trace.attention().matrix(b, h));
            if (b == 0 && h == 0) {
                // All heads take about as much; a gigabyte that grows by doubling would need three.
                csv.reserve(csv.size() * static_cast<std::size_t>(snapshot.batch() * heads) / 32 * 33);
            }
        }
    }
    return csv;
}

} // namespace headscope
