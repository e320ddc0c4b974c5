#include "core/cost/transformer_activations.h"

#include <limits>

#include <QtTest>

#include "tests/core/cost/memory_support.h"

using namespace headscope;

namespace {

CostSettings training(MaskShape mask, double dropout, ElementType element = ElementType::float32) {
    CostSettings s;
    s.mode = CostMode::training;
    s.batch = 2;
    s.seq_len = 10;
    s.d_model = 32;
    s.n_heads = 4;
    s.mask = mask;
    s.dropout = dropout;
    s.element = element;
    return s;
}

Index theirs(const std::vector<SavedTensor>& tensors) {
    Index bytes = 0;
    for (const SavedTensor& tensor : tensors) {
        bytes += tensor.korthikanti_bytes;
    }
    return bytes;
}

Index ours(const std::vector<SavedTensor>& tensors) {
    Index bytes = 0;
    for (const SavedTensor& tensor : tensors) {
        bytes += tensor.article_bytes;
    }
    return bytes;
}

} // namespace

class TransformerActivationsTest : public QObject {
    Q_OBJECT

private slots:
    void formulas() {
        const ActivationShape shape{.seq_len = 10, .batch = 2, .d_model = 32, .n_heads = 4};
        QCOMPARE(attention_block_bytes(shape).value(), 11 * 10 * 2 * 32 + 5 * 4 * 100 * 2);
        QCOMPARE(attention_cells_bytes(shape).value(), 5 * 4 * 100 * 2);
        QCOMPARE(transformer_layer_bytes(shape).value(), 34 * 10 * 2 * 32 + 5 * 4 * 100 * 2);
        QCOMPARE(cells_ratio(shape), 5.0 * 4 * 10 / 32);
    }

    void cells_weigh_as_much_as_the_rest_at_the_break_even() {
        // 34 s b h = 5 a s^2 b at s = 6.8 d_k: with d_k = 5, s = 34.
        const ActivationShape shape{.seq_len = 34, .batch = 1, .d_model = 20, .n_heads = 4};
        QCOMPARE(cells_break_even(5.0), 34.0);
        QCOMPARE(cells_share(shape), 0.5);
        QCOMPARE(attention_cells_bytes(shape).value() * 2, transformer_layer_bytes(shape).value());
    }

    void both_sides_add_up_data() {
        QTest::addColumn<int>("mask");
        QTest::addColumn<double>("dropout");
        QTest::addColumn<int>("element");
        QTest::addColumn<Index>("mask_bytes");
        const auto row = [](const char* name, MaskShape mask, double dropout, ElementType element, Index mask_bytes) {
            QTest::newRow(name) << static_cast<int>(mask) << dropout << static_cast<int>(element) << mask_bytes;
        };
        row("plain", MaskShape::none, 0.0, ElementType::float32, 0);
        row("dropout", MaskShape::none, 0.1, ElementType::float32, 0);
        row("11nn", MaskShape::all, 0.1, ElementType::float32, 100);
        row("b1nn", MaskShape::each_batch, 0.1, ElementType::float32, 200);
        row("b11n", MaskShape::key_padding, 0.0, ElementType::float32, 20);
        row("bhnn", MaskShape::each_head, 0.1, ElementType::float32, 800);
        row("float16", MaskShape::all, 0.1, ElementType::float16, 100);
    }
    void both_sides_add_up() {
        QFETCH(int, mask);
        QFETCH(double, dropout);
        QFETCH(int, element);
        QFETCH(Index, mask_bytes);
        const CostSettings s = training(static_cast<MaskShape>(mask), dropout, static_cast<ElementType>(element));
        const Index e = element_bytes(s.element);
        const Index X = 2 * 10 * 32 * e;
        const Index S = 2 * 4 * 10 * 10 * e;
        const std::vector<SavedTensor> tensors = saved_tensors(s).value();
        QCOMPARE(theirs(tensors), attention_block_bytes({10, 2, 32, 4}).value());
        QCOMPARE(ours(tensors), 5 * X + (dropout > 0 ? 3 : 1) * S + mask_bytes + 4);
        QCOMPARE(ours(tensors), testing::cost_of(s).alive_after_forward_bytes);
    }

    void a_difference_is_explained_wherever_bytes_differ() {
        for (const ElementType element : {ElementType::float32, ElementType::float16}) {
            const std::vector<SavedTensor> tensors = saved_tensors(training(MaskShape::all, 0.1, element)).value();
            for (const SavedTensor& tensor : tensors) {
                QCOMPARE(tensor.difference == ActivationDifference::none,
                         tensor.korthikanti_bytes == tensor.article_bytes);
            }
        }
    }

    void absurd_sizes_are_an_error() {
        CostSettings s = training(MaskShape::none, 0.1);
        s.seq_len = std::numeric_limits<Index>::max() / 4000;
        const auto saved = saved_tensors(s);
        QVERIFY(!saved && saved.error().code == ErrorCode::cost_too_large);
        QVERIFY(transformer_layer_bytes({s.seq_len, 2, 32, 4}).overflow());
    }
};

QTEST_GUILESS_MAIN(TransformerActivationsTest)
#include "transformer_activations_test.moc"
