// What holds for every question to the model of the article's module in PyTorch; measured figures are in
// pytorch_measured_test.
#include <limits>
#include <set>

#include <QtTest>

#include "core/model/catalogue.h"
#include "tests/core/cost/memory_support.h"
#include "tests/support/attention_cases.h"

using namespace headscope;
using namespace headscope::testing;

namespace {

constexpr MaskShape all_masks[] = {MaskShape::none, MaskShape::all, MaskShape::each_batch, MaskShape::key_padding,
                                   MaskShape::each_head};

// The letters of pytorch_mha_bytes.json.
struct Letters {
    explicit Letters(const CostSettings& s)
        : X(s.batch * s.seq_len * s.d_model * 4)
        , S(s.batch * s.n_heads * s.seq_len * s.seq_len * 4)
        , w((s.d_model * s.d_model + s.d_model) * 4)
        , M(mask_bytes(s))
        , k(s.drops() ? 4 : 2)
        , c(s.batch > 1 && s.n_heads > 1 && s.seq_len > 1) {}

    static Index mask_bytes(const CostSettings& s) {
        const Index n = s.seq_len;
        switch (s.mask) {
        case MaskShape::none: return 0;
        case MaskShape::all: return n * n;
        case MaskShape::each_batch: return s.batch * n * n;
        case MaskShape::key_padding: return s.batch * n;
        case MaskShape::each_head: return s.batch * s.n_heads * n * n;
        }
        return 0;
    }

    Index X, S, w, M, k;
    bool c;
};

std::vector<CostSettings> questions(CostMode mode) {
    std::vector<CostSettings> all;
    for (const Index batch : {1, 2, 5}) {
        for (const Index n : {1, 2, 3, 20, 65}) {
            for (const auto& [d_model, n_heads] :
                 {std::array<Index, 2>{1, 1}, {4, 4}, {6, 1}, {6, 3}, {64, 8}, {96, 1}, {96, 96}, {512, 8}}) {
                for (const MaskShape mask : all_masks) {
                    for (const double dropout : {0.0, 0.1}) {
                        all.push_back(pytorch_settings(batch, n, d_model, n_heads, mode, mask, dropout));
                    }
                }
            }
        }
    }
    return all;
}

Index sum_of(const MemoryCost& cost, auto chosen) {
    Index sum = 0;
    for (const MemoryTerm& term : cost.terms) {
        sum += chosen(term) ? term.bytes : 0;
    }
    return sum;
}

} // namespace

class PytorchMemoryTest : public QObject {
    Q_OBJECT

private slots:
    void inference_follows_its_closed_form() {
        for (const CostSettings& settings : questions(CostMode::inference)) {
            const auto [X, S, w, M, k, c] = Letters(settings);
            const MemoryCost cost = cost_of(settings);
            QCOMPARE(cost.peak_bytes, std::max({5 * X + 2 * S, 3 * X + 2 * S + M, 3 * X + 2 * S + 8}));
            QCOMPARE(cost.forward_peak_bytes, cost.peak_bytes);
            QCOMPARE(cost.alive_after_forward_bytes, X);
            QCOMPARE(cost.alive_at_end_bytes, X);
        }
    }

    void training_follows_its_closed_forms() {
        for (const CostSettings& settings : questions(CostMode::training)) {
            const auto [X, S, w, M, k, c] = Letters(settings);
            const MemoryCost cost = cost_of(settings);
            QCOMPARE(cost.alive_after_forward_bytes, 5 * X + (settings.drops() ? 3 * S : S) + M + 4);
            QCOMPARE(cost.alive_at_end_bytes, X + 4 * w);
            if (settings.seq_len > 2) { // scalars of 4 and 8 bytes decide below
                QCOMPARE(cost.forward_peak_bytes, (c ? 8 * X : 5 * X) + k * S + M + 4);
            }
            Index peak = std::max({cost.forward_peak_bytes, 6 * X + k * S + M + w + 4, 4 * X + 2 * S + w + 4,
                                   4 * X + 2 * w, 3 * X + 3 * w, 2 * X + 4 * w});
            if (!settings.drops()) {
                peak = std::max(peak, 4 * X + 3 * S + M + w + 4);
            }
            QCOMPARE(cost.peak_bytes, peak);
        }
    }

    void events_and_lives_add_up() {
        for (const CostMode mode : {CostMode::inference, CostMode::training}) {
            for (const CostSettings& settings : questions(mode)) {
                const MemoryCost cost = cost_of(settings);
                Index live = 0;
                for (std::size_t i = 0; i < cost.events.size(); ++i) {
                    const MemoryEvent& event = cost.events[i];
                    const MemoryTerm& term = cost.terms.at(static_cast<std::size_t>(event.term));
                    const bool born = event.bytes > 0;
                    QCOMPARE(std::abs(event.bytes), term.bytes);
                    QCOMPARE(born ? term.born : term.died, static_cast<int>(i));
                    live += event.bytes;
                    QCOMPARE(event.live, live);
                    QVERIFY(live >= 0);
                }
                QCOMPARE(sum_of(cost, [](const MemoryTerm& t) { return t.died == -1 && t.phase != CostPhase::step; }),
                         cost.alive_at_end_bytes);
                QCOMPARE(sum_of(cost, [](const MemoryTerm& t) { return t.at_peak; }), cost.peak_bytes);
            }
        }
    }

    void gradients_and_states_are_those_of_the_parameters() {
        for (const CostSettings& settings : questions(CostMode::training)) {
            const MemoryCost cost = cost_of(settings);
            const Index states = sum_of(cost, [](const MemoryTerm& t) { return t.kind == TermKind::optimizer_state; });
            QCOMPARE(sum_of(cost, [](const MemoryTerm& t) { return t.kind == TermKind::gradient; }),
                     cost.gradient_bytes);
            QCOMPARE(states, cost.optimizer_bytes + 8 * 4); // and the count of steps of each parameter
            QCOMPARE(cost.optimizer_bytes, 2 * 4 * (4 * settings.d_model * settings.d_model + 4 * settings.d_model));
            QVERIFY(cost.step_peak_bytes > cost.alive_at_end_bytes + states);
        }
    }

    void terms_agree_with_the_catalogue() {
        for (const CostMode mode : {CostMode::inference, CostMode::training}) {
            for (const CostSettings& s : questions(mode)) {
                const MemoryCost cost = cost_of(s);
                std::set<std::string_view> seen;
                for (const MemoryTerm& term : cost.terms) {
                    if (term.symbol.empty()) {
                        continue;
                    }
                    const TensorInfo& info = tensor_info(term.symbol);
                    const CatalogueSizes sizes{dims_of(s.d_model, s.n_heads), s.batch, s.seq_len, s.seq_len};
                    QCOMPARE(term.bytes, *tensor_bytes(info, sizes));
                    QCOMPARE(term.scales_with_heads(), info.scales_with_heads);
                    QVERIFY(seen.insert(term.symbol).second);
                }
                std::set<std::string_view> expected{"Q", "K", "V", "scores", "weights", "concat", "output"};
                if (s.drops()) {
                    expected.insert("dropped");
                }
                QVERIFY(seen == expected);
            }
        }
    }

    void names_are_never_empty_and_those_of_large_tensors_unique() {
        for (const CostMode mode : {CostMode::inference, CostMode::training}) {
            const MemoryCost cost = cost_of(pytorch_settings(3, 24, 64, 8, mode, MaskShape::all, 0.1));
            std::set<std::string_view> names;
            for (const MemoryTerm& term : cost.terms) {
                QVERIFY(!term.name.empty());
                if (term.shape.rank > 0) {
                    QVERIFY2(names.insert(term.name).second, std::string(term.name).c_str());
                }
            }
        }
    }

    void parameters_do_not_depend_on_the_heads() {
        for (const Index h : legal_head_counts(512)) {
            const MemoryCost cost = cost_of(pytorch_settings(1, 6, 512, h, CostMode::training));
            QCOMPARE(cost.parameters, 1'048'576 + 2'048);
            QCOMPARE(cost.parameter_bytes, 4 * (1'048'576 + 2'048));
            QCOMPARE(cost.gradient_bytes, cost.parameter_bytes);
        }
    }

    // a + c h: the second difference is 0, and the slope is what peak_with_heads_bytes says.
    void the_peak_is_affine_in_the_heads() {
        for (const CostMode mode : {CostMode::inference, CostMode::training}) {
            for (const MaskShape mask : all_masks) {
                for (const double dropout : {0.0, 0.1}) {
                    std::vector<MemoryCost> costs;
                    for (const Index h : {2, 4, 6, 8}) {
                        costs.push_back(cost_of(pytorch_settings(2, 256, 48, h, mode, mask, dropout)));
                    }
                    const Index slope = costs[1].peak_bytes - costs[0].peak_bytes;
                    QVERIFY(slope > 0);
                    for (std::size_t i = 0; i < costs.size(); ++i) {
                        QCOMPARE(costs[i].peak_with_heads_bytes, slope * static_cast<Index>(i + 1));
                        QCOMPARE(costs[i].peak_bytes, costs[0].peak_bytes + slope * static_cast<Index>(i));
                    }
                }
            }
        }
    }

    void with_d_k_kept_everything_grows() {
        const CostSettings eight = pytorch_settings(1, 64, 512, 8);
        const CostSettings sixteen = with_heads(eight, 16, Keep::d_head);
        QCOMPARE(cost_of(sixteen).peak_bytes, 2 * cost_of(eight).peak_bytes);
        QVERIFY(cost_of(with_heads(eight, 16, Keep::d_model)).peak_bytes < 2 * cost_of(eight).peak_bytes);
    }

    void other_element_types_are_computed() {
        CostSettings settings = pytorch_settings(2, 64, 128, 8, CostMode::inference, MaskShape::key_padding);
        const MemoryCost exact = cost_of(settings);
        QVERIFY(exact.measured);
        for (const auto& [element, share] :
             {std::pair{ElementType::float16, 2}, {ElementType::bfloat16, 2}, {ElementType::int8, 4}}) {
            settings.element = element;
            const MemoryCost cost = cost_of(settings);
            QVERIFY(!cost.measured);
            QCOMPARE(cost.peak_bytes * share, exact.peak_bytes); // 5X + 2S, numbers alone
            QCOMPARE(cost.parameter_bytes * share, exact.parameter_bytes);
        }
        settings.mode = CostMode::training;
        settings.element = ElementType::bfloat16;
        const auto [X, S, w, M, k, c] = Letters(settings);
        QCOMPARE(cost_of(settings).alive_after_forward_bytes, (5 * X + S) / 2 + M + 4); // mask and sqrt(d_k) as before
    }

    // With d_k = 1 PyTorch copies the keys of one head after the other; beyond 4,096 heads their list is cut short.
    void a_long_list_of_heads_is_cut_and_the_figures_stay() {
        const Index d = Index{1} << 20;
        const MemoryCost cost = cost_of(pytorch_settings(1, 20, d, d));
        QVERIFY(cost.events.size() < 10'000);
        QCOMPARE(cost.peak_bytes, 5 * 20 * d * 4 + 2 * d * 20 * 20 * 4);
    }

    void sizes_beyond_63_bits_are_refused() {
        const Index large = Index{1} << 40;
        for (const CostMode mode : {CostMode::inference, CostMode::training}) {
            for (const MaskShape mask : all_masks) {
                for (const auto& [batch, n] : {std::array<Index, 2>{1, large},
                                               {large, large},
                                               {large, 4096},
                                               {1, std::numeric_limits<Index>::max()},
                                               {std::numeric_limits<Index>::max(), 1}}) {
                    const Result<MemoryCost> cost = memory_cost(pytorch_settings(batch, n, 512, 8, mode, mask, 0.1));
                    QVERIFY(!cost.has_value());
                    QCOMPARE(cost.error().code, ErrorCode::cost_too_large);
                }
            }
        }
    }

    // 21 MiB a sequence: X = 1 MiB, S = 8 MiB.
    void the_last_size_that_fits_is_exact_and_the_next_is_refused() {
        const Index a_sequence = 21 * (Index{1} << 20);
        const Index last = std::numeric_limits<Index>::max() / a_sequence;
        QCOMPARE(cost_of(pytorch_settings(last, 512, 512, 8)).peak_bytes, last * a_sequence);
        QVERIFY(!memory_cost(pytorch_settings(last + 1, 512, 512, 8)).has_value());
    }
};

QTEST_GUILESS_MAIN(PytorchMemoryTest)
#include "pytorch_memory_test.moc"
