#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>

#include "core/attention/mask.h"
#include "core/attention/measured_memory.h"
#include "core/attention/weight_map.h"
#include "core/base/error.h"
#include "core/base/tensor.h"
#include "core/model/dims.h"
#include "core/model/packed_parameters.h"

namespace headscope {

class Workers;

/// Query, key and value of the article's forward(query, key, value): (batch, n_q, d_model) and (batch, n_k, d_model)
/// twice. Self-attention: three times the same pointer.
struct AttentionInput {
    std::shared_ptr<const Tensor> query, key, value;
};

struct AttentionSettings {
    static constexpr double smallest_temperature = 1e-3;
    static constexpr double largest_temperature = 1e3;

    Mask mask;
    MaskFill mask_fill = MaskFill::article;
    double temperature = 1.0; ///< divides the scores once more
    double dropout = 0.0;     ///< p; above 0 means training mode: survivors are multiplied by 1 / (1 - p)
    std::uint64_t dropout_seed = 42;

    /// Errors: temperature_out_of_range, dropout_out_of_range.
    Result<void> check() const;

    friend bool operator==(const AttentionSettings&, const AttentionSettings&) = default;
};

/// Which large tensors a run is to leave in its Trace, beside Q, K, V, concat and output, which it always makes.
struct Wanted {
    bool scores = true;  ///< (batch, n_heads, n_q, n_k)
    bool weights = true; ///< and `dropped`, with dropout; without them the run is blocked: never an n x n matrix
    Index map_tile = 0;  ///< side of the tiles of Trace::map, a power of two from 1 to 32; 0: no map

    friend bool operator==(const Wanted&, const Wanted&) = default;
};

/// The forward pass under the article's names (shapes as the article views them; Q, K, V and concat are stored
/// (batch, n, d_model), head h being columns h*d_k .. (h+1)*d_k, see Tensor::head()). A tensor that was not wanted is
/// empty.
struct Trace {
    AttentionInput input; ///< X, or query, key, value
    Tensor Q;             ///< (batch, n_q, d_model)
    Tensor K;             ///< (batch, n_k, d_model)
    Tensor V;             ///< (batch, n_k, d_model)
    Tensor scores;        ///< (batch, n_heads, n_q, n_k): Q K^T / (sqrt(d_k) * temperature), before the mask is filled
    Tensor weights;       ///< (batch, n_heads, n_q, n_k): after softmax, before dropout
    Tensor dropped;       ///< weights after dropout, same shape; empty where dropout is off
    WeightMap map;        ///< of attention(), which need not exist; empty where it was not wanted
    Tensor log_sum_exp;   ///< of the blocked path only, (batch, n_heads, n_q): natural logarithm of the sum of
                          ///< exp(score) over the keys that a query sees; +infinity where it sees none
    Tensor concat;        ///< (batch, n_q, d_model): the heads' outputs side by side
    Tensor output;        ///< (batch, n_q, d_model): concat through W_o
    Index fully_masked_rows = 0; ///< rows (batch, query) in which no key is visible
    float largest_Q = 0.0F;      ///< no |value| of Q is larger
    float largest_K = 0.0F;      ///< of K
    float largest_V = 0.0F;      ///< of V
    MeasuredMemory memory;       ///< of the forward pass; alive_bytes equals bytes()

    /// What the article calls `attention`: after dropout where it is on.
    const Tensor& attention() const { return dropped.empty() ? weights : dropped; }
    Index batch() const { return Q.empty() ? 0 : Q.dim(0); }
    Index n_q() const { return Q.empty() ? 0 : Q.dim(1); }
    Index n_k() const { return K.empty() ? 0 : K.dim(1); }
    /// Bytes of all tensors made by the forward pass (the input is not counted).
    Index bytes() const;
};

/// Asked between pieces of work (a head, a block of rows); a stopped run returns ErrorCode::cancelled.
struct RunControl {
    std::stop_token stop;
    std::function<void(double fraction)> progress; ///< may be empty; called on the calling thread, fraction rises to 1
    Index threads = 1; ///< 1 or more, each with its own buffers; see threads_of_run(). Their number changes no bit
    Workers* workers = nullptr; ///< threads that wait for work; without them a run makes its own
    std::shared_ptr<std::pmr::memory_resource> memory =
        nullptr; ///< of tensors and buffers; without one from allocate_aligned()
};

/// What an earlier run of the same parameters has already computed: the first `rows` rows of X were the same (and all
/// of the arguments that follow from `heads`), so theirs of Q, K and V are taken from it.
struct Earlier {
    const Trace* trace = nullptr; ///< of batch 1, self-attention
    Index rows = 0;               ///< at most those of either run
    bool heads = false; ///< same heads and settings under the causal mask, and no scores or map wanted: then also
                        ///< theirs of all that follows
};

/// The article's module in float32. Inputs and parameters fit (contract: shapes agree with dims, batch and n >= 1).
///
/// Two paths with one result. With all the weights of 32 queries at hand ("materialised"), where scores, weights or a
/// map of them are wanted; else ("blocked") block of keys by block of keys with a running maximum, in memory that does
/// not grow with n_q * n_k. Q, K and V have the same bits in both; concat differs by rounding, at most 2e-6 of the
/// largest |V| for scores up to 15 (3e-6 was seen where all rows of V are the same, so that all roundings go one way).
///
/// Every number has one order of operations (see core/kernels/panel.h), so a row depends on its query and on the keys
/// it sees alone: under the causal mask an appended token leaves earlier rows as they are, to the bit, and a run that
/// takes over rows of an earlier one has the bits of a full run. Errors: temperature_out_of_range,
/// dropout_out_of_range, array_wrong_shape (the mask), result_not_finite (of the scores also where the mask hides them,
/// whatever is wanted), cancelled.
Result<Trace> attend(const AttentionInput& input, const PackedParameters& parameters, const ModelDims& dims,
                     const AttentionSettings& settings, const RunControl& control = {}, const Wanted& wanted = {},
                     const Earlier& earlier = {});

/// Rows first .. first + count of the weights of one head of one batch, (count, n_k), after softmax and before dropout:
/// made anew from Q and K, with the bits of Trace::weights. dims and settings are those of the run; the rows exist
/// (contract).
Matrix weights_of(const Trace& trace, const ModelDims& dims, const AttentionSettings& settings, Index b, Index h,
                  Index first, Index count);
/// The same of the scores, with the bits of Trace::scores.
Matrix scores_of(const Trace& trace, const ModelDims& dims, const AttentionSettings& settings, Index b, Index h,
                 Index first, Index count);

} // namespace headscope
