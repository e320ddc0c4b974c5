#include "core/cost/kv_cache.h"

#include "core/base/whole_numbers.h"
#include "core/model/dims.h"

namespace headscope {

namespace {

tl::unexpected<Error> too_large(const KvCacheSettings& s) {
    return fail(ErrorCode::cost_too_large, s.batch, s.cached, s.d_model, s.n_heads);
}

// What every cell of the softmax costs, as in flop_cost(): m - 1 comparisons, m subtractions, m exponentials, m - 1
// additions and m divisions for each head.
Checked softmax_flops(const KvCacheSettings& s, Checked m) {
    return Checked(s.n_heads) * (m * 5 - 2);
}

// One sequence and layer.
Checked step_flops(const KvCacheSettings& s, Checked m) {
    const Checked d = s.d_model;
    const Checked d_kv = Checked(s.kv_heads) * s.d_head();
    const Checked projections = d * d * 4 + d * d_kv * 4;
    const Checked products = d * m * 2 + d * (m * 2 - 1);
    return projections + products + softmax_flops(s, m);
}

Checked layer_parameters(const KvCacheSettings& s) {
    const Checked d = s.d_model;
    const Checked d_kv = Checked(s.kv_heads) * s.d_head();
    return (d * d + d) * 2 + (d * d_kv + d_kv) * 2;
}

} // namespace

Checked kv_elements_per_token(Index layers, Index kv_heads, Index d_head) {
    return key_elements_per_token(layers, kv_heads, d_head) * 2;
}

Checked key_elements_per_token(Index layers, Index kv_heads, Index d_head) {
    return Checked(layers) * kv_heads * d_head;
}

Checked latent_elements_per_token(Index layers, Index latent, Index rotary) {
    return Checked(layers) * (Checked(latent) + rotary);
}

Checked stored_bytes(Checked elements, Index tokens, StorageFormat format) {
    const Checked all = elements * tokens;
    if (all.overflow()) {
        return all;
    }
    const Index blocks = ceil_divided(all.value(), format.elements);
    return Checked(blocks) * format.bytes;
}

KvSharing KvCacheSettings::sharing() const {
    if (kv_heads == n_heads) {
        return KvSharing::multi_head;
    }
    return kv_heads == 1 ? KvSharing::multi_query : KvSharing::grouped_query;
}

Result<void> KvCacheSettings::check() const {
    const struct {
        const char* name;
        Index value;
        Index smallest;
    } sizes[] = {{"batch", batch, 1},
                 {"layers", layers, 1},
                 {"d_model", d_model, 1},
                 {"n_heads", n_heads, 1},
                 {"kv_heads", kv_heads, 1},
                 {"cached", cached, 0},
                 {"element_bytes", element_bytes, 1}};
    for (const auto& size : sizes) {
        if (size.value < size.smallest) {
            return fail(ErrorCode::cost_size_not_positive, size.name, size.value);
        }
    }
    if ((Checked(d_model) * d_model * 16).overflow()) {
        return too_large(*this); // before divisors are looked for
    }
    if (Result<void> heads = check_heads(d_model, n_heads); !heads) {
        return heads;
    }
    if (n_heads % kv_heads != 0) {
        return fail(ErrorCode::kv_heads_do_not_divide, n_heads, kv_heads);
    }
    return {};
}

Result<KvCacheCost> kv_cache_cost(const KvCacheSettings& settings) {
    if (const Result<void> checked = settings.check(); !checked) {
        return tl::make_unexpected(checked.error());
    }
    const Checked per_token =
        kv_elements_per_token(settings.layers, settings.kv_heads, settings.d_head()) * settings.element_bytes;
    const Checked all_layers = Checked(settings.batch) * settings.layers;
    const Checked m = Checked(settings.cached) + 1;
    const Checked cache = per_token * settings.batch * settings.cached;
    const Checked appended = per_token * settings.batch;
    const Checked parameters = layer_parameters(settings) * settings.layers;
    const Checked flops = all_layers * step_flops(settings, m);
    const Checked with_heads = all_layers * softmax_flops(settings, m);
    for (const Checked& figure : {cache, appended, parameters, flops}) {
        if (figure.overflow()) {
            return too_large(settings);
        }
    }
    KvCacheCost cost;
    cost.bytes_per_token = per_token.value();
    cost.cache_bytes = cache.value();
    cost.parameters = parameters.value();
    cost.read_bytes = cache.value();
    cost.appended_bytes = appended.value();
    cost.flops = flops.value();
    cost.flops_with_heads = with_heads.value();
    return cost;
}

} // namespace headscope
