#include "core/model/packed_parameters.h"

#include <QtTest>

using namespace headscope;

namespace {

/// Weight (row, column) is 100 * row + column, with one output more than a panel has columns.
Parameters parameters() {
    constexpr Index d_model = 33;
    Linear linear{Matrix(d_model, d_model), Vector::LinSpaced(d_model, 0.0F, 32.0F)};
    for (Index row = 0; row < d_model; ++row) {
        for (Index column = 0; column < d_model; ++column) {
            linear.weight(row, column) = static_cast<float>(100 * row + column);
        }
    }
    return {linear, linear, linear, linear};
}

} // namespace

class PackedParametersTest : public QObject {
    Q_OBJECT

private slots:
    void a_panel_has_32_outputs_side_by_side_and_the_last_is_filled_with_zeros() {
        const PackedParameters packed = parameters();
        QCOMPARE(packed.d_model(), 33);
        for (const PackedLinear* linear : {&packed.W_q, &packed.W_k, &packed.W_v, &packed.W_o}) {
            QVERIFY(linear->panels.shape() == (std::vector<Index>{2, 33, 32}));
            QCOMPARE_EQ(linear->panels.matrix(0)(5, 31), 3105.0F);
            QCOMPARE_EQ(linear->panels.matrix(1)(5, 0), 3205.0F);
            QVERIFY(linear->panels.matrix(1).rightCols(31).isZero(0.0F));
            QCOMPARE_EQ(linear->bias(32), 32.0F);
        }
        QCOMPARE(PackedParameters::bytes(33), 4 * (2 * 33 * 32 + 33) * 4);
    }

    void stopped_there_are_none() {
        std::stop_source stop;
        const auto packed = packed_parameters(parameters(), stop.get_token());
        QVERIFY(packed != nullptr);
        QCOMPARE_EQ(packed->W_o.panels.matrix(1)(5, 0), 3205.0F);
        stop.request_stop();
        QVERIFY(packed_parameters(parameters(), stop.get_token()) == nullptr);
    }
};

QTEST_APPLESS_MAIN(PackedParametersTest)
#include "packed_parameters_test.moc"
