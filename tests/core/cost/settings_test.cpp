#include "core/cost/settings.h"

#include <limits>

#include <QtTest>

#include "tests/core/cost/memory_support.h"

using namespace headscope;
using namespace headscope::testing;

namespace {

CostSettings good() {
    return pytorch_settings(2, 12, 512, 8, CostMode::training, MaskShape::all, 0.1);
}

template <typename Change>
Error error_after(Change change) {
    CostSettings settings = good();
    change(settings);
    const Result<void> checked = settings.check();
    HEADSCOPE_EXPECTS(!checked.has_value());
    HEADSCOPE_EXPECTS(!memory_cost(settings).has_value());
    return checked.error();
}

} // namespace

class SettingsTest : public QObject {
    Q_OBJECT

private slots:
    void good_settings_pass() {
        QVERIFY(good().check().has_value());
        QVERIFY(pytorch_settings(1, 1, 1, 1).check().has_value());
    }

    void sizes_are_one_or_more() {
        const struct {
            const char* name;
            Index CostSettings::*size;
        } sizes[] = {{"batch", &CostSettings::batch},
                     {"seq_len", &CostSettings::seq_len},
                     {"d_model", &CostSettings::d_model},
                     {"n_heads", &CostSettings::n_heads},
                     {"threads", &CostSettings::threads}};
        for (const auto& [name, size] : sizes) {
            for (const Index wrong : {Index{0}, Index{-1}, std::numeric_limits<Index>::min()}) {
                const Error error = error_after([&](CostSettings& s) { s.*size = wrong; });
                QCOMPARE(error.code, ErrorCode::cost_size_not_positive);
                QCOMPARE(error, (fail(ErrorCode::cost_size_not_positive, name, wrong).value()));
            }
        }
    }

    void heads_divide_d_model() {
        QCOMPARE(error_after([](CostSettings& s) { s.n_heads = 7; }).code, ErrorCode::heads_do_not_divide);
        QCOMPARE(error_after([](CostSettings& s) { s.n_heads = 513; }).code, ErrorCode::n_heads_out_of_range);
    }

    void a_d_model_whose_parameters_pass_63_bits() {
        for (const Index d_model : {Index{1} << 30, Index{1} << 40, std::numeric_limits<Index>::max()}) {
            QCOMPARE(error_after([=](CostSettings& s) { s.d_model = d_model; }).code, ErrorCode::cost_too_large);
        }
    }

    void dropout_is_a_probability_below_1() {
        for (const double p : {-0.1, 1.0, 2.0, std::numeric_limits<double>::quiet_NaN()}) {
            QCOMPARE(error_after([=](CostSettings& s) { s.dropout = p; }).code, ErrorCode::dropout_out_of_range);
        }
    }

    void int8_is_for_inference() {
        QCOMPARE(error_after([](CostSettings& s) { s.element = ElementType::int8; }).code,
                 ErrorCode::element_type_not_for_training);
        CostSettings settings = good();
        settings.element = ElementType::int8;
        settings.mode = CostMode::inference;
        QVERIFY(settings.check().has_value());
    }

    void dropout_is_drawn_in_training_only() {
        CostSettings settings = good();
        QVERIFY(settings.drops());
        settings.mode = CostMode::inference;
        QVERIFY(!settings.drops());
        settings.mode = CostMode::training;
        settings.dropout = 0.0;
        QVERIFY(!settings.drops());
    }

    void other_heads_keep_d_model_or_d_k() {
        const CostSettings wider = with_heads(good(), 16, Keep::d_head);
        QCOMPARE(wider.d_model, 1024);
        QCOMPARE(wider.d_head(), 64);
        const CostSettings thinner = with_heads(good(), 16, Keep::d_model);
        QCOMPARE(thinner.d_model, 512);
        QCOMPARE(thinner.d_head(), 32);
        QCOMPARE(with_heads(good(), Index{1} << 60, Keep::d_head).check().error().code, ErrorCode::cost_too_large);
    }
};

QTEST_GUILESS_MAIN(SettingsTest)
#include "settings_test.moc"
