// The model of the article's module in PyTorch against what PyTorch's allocator really did.
#include <QtTest>

#include "core/cost/pytorch_module.h"
#include "core/cost/stack.h"
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

QJsonArray measured(const char* what) {
    return memory_data("pytorch_measured.json")[what].toArray();
}

// Events as [statement, term, bytes], so that a difference is printed with all of them.
QString told(const MemoryEvent& event) {
    return QStringLiteral("%1 %2 %3")
        .arg(QString::fromUtf8(event.statement.data(), static_cast<qsizetype>(event.statement.size())))
        .arg(event.term)
        .arg(event.bytes);
}

QString told(const QJsonArray& event) {
    return QStringLiteral("%1 %2 %3").arg(event[0].toString()).arg(event[1].toInt()).arg(count_of(event[2]));
}

std::vector<MemoryEvent> events_of(const MemoryCost& cost, bool step) {
    std::vector<MemoryEvent> events;
    std::ranges::copy_if(cost.events, std::back_inserter(events),
                         [step](const MemoryEvent& event) { return (event.phase == CostPhase::step) == step; });
    return events;
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
            const std::vector<MemoryEvent> events = events_of(cost, false);
            const QJsonArray expected = c["events"].toArray();
            QCOMPARE(static_cast<qsizetype>(events.size()), expected.size());
            for (std::size_t i = 0; i < events.size(); ++i) {
                const QJsonArray event = expected[static_cast<qsizetype>(i)].toArray();
                QCOMPARE(QString::fromStdString(std::string(events[i].statement)), event[0].toString());
                QCOMPARE(events[i].bytes, count_of(event[1]));
            }
        }
    }

    void further_rows_are_equal_to_the_byte() {
        const QJsonArray rows = measured("rows");
        QCOMPARE(rows.size(), 200);
        for (const QJsonValue& value : rows) {
            const QJsonArray row = value.toArray();
            const MemoryCost cost = cost_of(settings_of(row));
            QCOMPARE(cost.peak_bytes, count_of(row[7]));
            QCOMPARE(cost.forward_peak_bytes, count_of(row[row[8].isNull() ? 7 : 8]));
            QCOMPARE(cost.alive_after_forward_bytes, count_of(row[9]));
            QCOMPARE(cost.alive_at_end_bytes, count_of(row[10]));
            QCOMPARE(cost.step_peak_bytes, row[11].isNull() ? 0 : count_of(row[11]));
        }
    }

    // A release names the tensor that it releases, so that what is alive at the peak is known, not only how much.
    void corner_cases_in_order_and_tensor_by_tensor() {
        const QJsonArray timelines = measured("timelines");
        QCOMPARE(timelines.size(), 41);
        for (const QJsonValue& value : timelines) {
            const QJsonObject timeline = value.toObject();
            const MemoryCost cost = cost_of(settings_of(timeline["row"].toArray()));
            const std::vector<MemoryEvent> events = events_of(cost, false);
            const QJsonArray expected = timeline["events"].toArray();
            QCOMPARE(static_cast<qsizetype>(events.size()), expected.size());
            for (std::size_t i = 0; i < events.size(); ++i) {
                QCOMPARE(told(events[i]), told(expected[static_cast<qsizetype>(i)].toArray()));
            }
        }
    }

    void adamw_in_order_and_tensor_by_tensor() {
        const QJsonObject adamw = memory_data("pytorch_measured.json")["adamw"].toObject();
        const QJsonArray expected = adamw["events"].toArray();
        QCOMPARE(expected.size(), 248);
        const MemoryCost cost =
            cost_of(pytorch_settings(1, 1, count_of(adamw["d_model"]), 2, CostMode::training, MaskShape::none, 0.1));
        const std::vector<MemoryEvent> events = events_of(cost, true);
        QCOMPARE(static_cast<qsizetype>(events.size()), expected.size());
        for (std::size_t i = 0; i < events.size(); ++i) {
            QCOMPARE(told(events[i]), told(expected[static_cast<qsizetype>(i)].toArray()));
        }
    }

    void stacks_are_equal_to_the_byte() {
        const QJsonArray stacks = measured("stacks");
        QCOMPARE(stacks.size(), 98);
        for (const QJsonValue& value : stacks) {
            QJsonArray row = value.toArray();
            const Index layers = count_of(row.takeAt(0));
            const Result<StackCost> stack = stack_cost(cost_of(settings_of(row)), layers);
            QVERIFY(stack.has_value());
            QCOMPARE(stack->peak_bytes, count_of(row[7]));
            QCOMPARE(stack->alive_after_forward_bytes, count_of(row[9]));
            QCOMPARE(stack->step_peak_bytes, row[11].isNull() ? 0 : count_of(row[11]));
            const MemoryCost replayed = pytorch_stack(settings_of(row), layers)->cost;
            QCOMPARE(replayed.forward_peak_bytes, count_of(row[row[8].isNull() ? 7 : 8]));
            QCOMPARE(replayed.alive_at_end_bytes, count_of(row[10]));
        }
    }
};

QTEST_GUILESS_MAIN(PytorchMeasuredTest)
#include "pytorch_measured_test.moc"
