// The model of the article's module in PyTorch against what PyTorch's allocator really did.
#include <QtTest>

#include "tests/core/cost/memory_support.h"

using namespace headscope;
using namespace headscope::testing;

namespace {

// [B, n, d_model, h, mask, training, dropout_p, ...]
CostSettings settings_of(const QJsonArray& row) {
    return pytorch_settings(count_of(row[0]), count_of(row[1]), count_of(row[2]), count_of(row[3]),
                            row[5].toBool() ? CostMode::training : CostMode::inference, mask_shape_of(row[4]),
                            row[6].toDouble());
}

CostSettings settings_of(const QJsonObject& c) {
    return settings_of(QJsonArray{c["B"], c["n"], c["d_model"], c["h"], c["mask"], c["training"], c["dropout_p"]});
}

std::string text_of(const QJsonValue& value) {
    return value.toString().toStdString();
}

} // namespace

class PytorchMeasuredTest : public QObject {
    Q_OBJECT

private slots:
    void every_row_is_equal_to_the_byte() {
        const QJsonArray rows = memory_data("pytorch_mha_bytes.json")["rows"].toArray();
        QCOMPARE(rows.size(), 438);
        for (const QJsonValue& value : rows) {
            const QJsonArray row = value.toArray();
            const MemoryCost cost = cost_of(settings_of(row));
            QCOMPARE(cost.peak_bytes, count_of(row[7]));
            if (!row[8].isNull()) { // inference has one peak
                QCOMPARE(cost.forward_peak_bytes, count_of(row[8]));
            }
            QCOMPARE(cost.alive_after_forward_bytes, count_of(row[9]));
            QCOMPARE(cost.alive_at_end_bytes, count_of(row[10]));
            QVERIFY(cost.measured);
        }
    }

    void every_event_of_the_timelines_in_order() {
        const QJsonArray cases = memory_data("pytorch_mha_timeline.json")["cases"].toArray();
        QCOMPARE(cases.size(), 6);
        for (const QJsonValue& value : cases) {
            const QJsonObject c = value.toObject();
            const MemoryCost cost = cost_of(settings_of(c));
            QCOMPARE(cost.peak_bytes, count_of(c["peak_bytes"]));
            std::size_t at = 0;
            for (const QJsonValue& event : c["events"].toArray()) {
                QCOMPARE(std::string(cost.events.at(at).statement), text_of(event[0]));
                QCOMPARE(cost.events.at(at).bytes, count_of(event[1]));
                ++at;
            }
            QVERIFY(at == cost.events.size() || cost.events[at].phase == CostPhase::step);
        }
    }
};

QTEST_GUILESS_MAIN(PytorchMeasuredTest)
#include "pytorch_measured_test.moc"
