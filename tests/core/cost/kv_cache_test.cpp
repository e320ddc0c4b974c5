// A decoding step's FLOPs against a scalar run that counts, and against the difference of two forward passes.
#include "core/cost/kv_cache.h"

#include <limits>

#include <QtTest>

#include "core/cost/flops.h"

using namespace headscope;

namespace {

KvCacheSettings settings(Index heads, Index kv_heads, Index cached) {
    KvCacheSettings s;
    s.batch = 2;
    s.layers = 3;
    s.d_model = 24;
    s.n_heads = heads;
    s.kv_heads = kv_heads;
    s.cached = cached;
    return s;
}

/// Counts a step of one sequence and layer the way it is done: every operation one by one.
class ScalarStep {
public:
    explicit ScalarStep(const KvCacheSettings& s) {
        const Index d_kv = s.kv_heads * s.d_head();
        for (const Index outputs : {s.d_model, d_kv, d_kv, s.d_model}) { // W_q, W_k, W_v, W_o
            for (Index i = 0; i < outputs; ++i) {
                dot(s.d_model);
                ++count; // the bias
            }
        }
        const Index m = s.cached + 1;
        for (Index head = 0; head < s.n_heads; ++head) {
            for (Index key = 0; key < m; ++key) {
                dot(s.d_head());
                ++count; // the division by sqrt(d_k)
            }
            softmax(m);
            for (Index column = 0; column < s.d_head(); ++column) {
                dot(m);
            }
        }
    }

    Index count = 0;

private:
    void dot(Index terms) {
        for (Index i = 0; i < terms; ++i) {
            count += i == 0 ? 1 : 2;
        }
    }
    void softmax(Index m) {
        for (Index i = 0; i < m; ++i) {
            count += i == 0 ? 0 : 2; // comparison for the maximum, addition for the sum
            count += 3;              // subtraction, exponential, division
        }
    }
};

} // namespace

class KvCacheTest : public QObject {
    Q_OBJECT

private slots:
    void bytes_of_the_three_kinds() {
        // 2 L h_kv d_k e by hand: d_k 24 / 8 = 3.
        QCOMPARE(kv_cache_cost(settings(8, 8, 10))->bytes_per_token, 2 * 3 * 8 * 3 * 4);
        QCOMPARE(kv_cache_cost(settings(8, 2, 10))->bytes_per_token, 2 * 3 * 2 * 3 * 4);
        QCOMPARE(kv_cache_cost(settings(8, 1, 10))->bytes_per_token, 2 * 3 * 1 * 3 * 4);
        QVERIFY(settings(8, 8, 1).sharing() == KvSharing::multi_head);
        QVERIFY(settings(8, 2, 1).sharing() == KvSharing::grouped_query);
        QVERIFY(settings(8, 1, 1).sharing() == KvSharing::multi_query);
        QVERIFY(settings(1, 1, 1).sharing() == KvSharing::multi_head);
        const KvCacheCost cost = kv_cache_cost(settings(8, 2, 10)).value();
        QCOMPARE(cost.cache_bytes, 2 * 10 * 144);
        QCOMPARE(cost.read_bytes, cost.cache_bytes);
        QCOMPARE(cost.appended_bytes, 2 * 144);
    }

    void the_heads_do_not_enter_with_d_model_kept() {
        for (const Index heads : {1, 2, 4, 8, 12, 24}) {
            const KvCacheCost cost = kv_cache_cost(settings(heads, heads, 7)).value();
            QCOMPARE(cost.bytes_per_token, 2 * 3 * 24 * 4);
            QCOMPARE(cost.parameters, 3 * (4 * 24 * 24 + 4 * 24));
            QCOMPARE(cost.flops - cost.flops_with_heads,
                     kv_cache_cost(settings(1, 1, 7))->flops - kv_cache_cost(settings(1, 1, 7))->flops_with_heads);
        }
    }

    void a_step_is_counted_exactly() {
        for (const Index cached : {0, 1, 2, 17, 100}) {
            for (const auto& [heads, kv_heads] : {std::pair{1, 1}, {8, 8}, {8, 4}, {8, 1}, {24, 1}, {24, 24}}) {
                const KvCacheSettings s = settings(heads, kv_heads, cached);
                QCOMPARE(kv_cache_cost(s)->flops, s.batch * s.layers * ScalarStep(s).count);
            }
        }
    }

    /// With all heads of their own, a step is a forward pass with one query, less the keys and values of the past.
    void a_step_is_a_forward_pass_with_one_query() {
        for (const Index cached : {0, 1, 31}) {
            const KvCacheSettings s = settings(8, 8, cached);
            FlopSettings forward;
            forward.batch = s.batch;
            forward.n_q = 1;
            forward.n_k = cached + 1;
            forward.self_attention = false;
            forward.d_model = s.d_model;
            forward.n_heads = s.n_heads;
            const Index past = s.batch * cached * 4 * s.d_model * s.d_model;
            QCOMPARE(kv_cache_cost(s)->flops, s.layers * (flop_cost(forward)->forward_total - past));
        }
    }

    void blocks_are_stored_whole() {
        constexpr StorageFormat q8_0{34, 32};
        QCOMPARE(stored_bytes(32, 1, q8_0).value(), 34);
        QCOMPARE(stored_bytes(33, 1, q8_0).value(), 68);
        QCOMPARE(stored_bytes(16, 3, q8_0).value(), 68);
        QCOMPARE(stored_bytes(16, 0, q8_0).value(), 0);
        QCOMPARE(stored_bytes(5, 7, {2, 1}).value(), 70);
    }

    void wrong_settings() {
        const auto code = [](const KvCacheSettings& s) {
            const Result<KvCacheCost> cost = kv_cache_cost(s);
            return cost ? std::string("none") : std::to_string(static_cast<int>(cost.error().code));
        };
        const auto expected = [](ErrorCode error) { return std::to_string(static_cast<int>(error)); };
        QCOMPARE(code(settings(8, 3, 1)), expected(ErrorCode::kv_heads_do_not_divide));
        QCOMPARE(code(settings(8, 16, 1)), expected(ErrorCode::kv_heads_do_not_divide));
        QCOMPARE(code(settings(8, 0, 1)), expected(ErrorCode::cost_size_not_positive));
        QCOMPARE(code(settings(8, 8, -1)), expected(ErrorCode::cost_size_not_positive));
        QCOMPARE(code(settings(7, 7, 1)), expected(ErrorCode::heads_do_not_divide));
        QCOMPARE(code(settings(8, 8, std::numeric_limits<Index>::max())), expected(ErrorCode::cost_too_large));
        QCOMPARE(code(settings(8, 8, std::numeric_limits<Index>::max() / 1000)), expected(ErrorCode::cost_too_large));
        KvCacheSettings wide = settings(8, 8, 1);
        wide.d_model = Index{1} << 40;
        QCOMPARE(code(wide), expected(ErrorCode::cost_too_large));
    }
};

QTEST_GUILESS_MAIN(KvCacheTest)
#include "kv_cache_test.moc"
