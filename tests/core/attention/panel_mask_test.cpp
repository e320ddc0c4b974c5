// A panel says of up to 32 queries at once what Mask::row() says of each.
#include "core/attention/panel_mask.h"

#include <QtTest>

#include "tests/support/attention_cases.h"

using namespace headscope;
using namespace headscope::testing;

namespace {

bool sees(const PanelMask& panel, Index lane, Index key) {
    return key < panel.whole || (key < panel.end && (panel.visible[static_cast<std::size_t>(key)] >> lane & 1U) != 0);
}

} // namespace

class PanelMaskTest : public QObject {
    Q_OBJECT

private slots:
    void a_lane_sees_what_its_query_sees_data() {
        QTest::addColumn<int>("n_q");
        QTest::addColumn<int>("n_k");
        for (const auto& [n_q, n_k] : std::initializer_list<std::pair<int, int>>{
                 {1, 1}, {1, 40}, {40, 1}, {5, 5}, {32, 32}, {33, 70}, {70, 33}, {100, 40}}) {
            QTest::addRow("%d x %d", n_q, n_k) << n_q << n_k;
        }
    }
    void a_lane_sees_what_its_query_sees() {
        QFETCH(const int, n_q);
        QFETCH(const int, n_k);
        const std::vector<Mask> masks{Mask(),
                                      Mask::causal(),
                                      Mask::key_padding(0),
                                      Mask::key_padding(n_k / 3),
                                      Mask::key_padding(n_k),
                                      Mask::key_padding(n_k + 7),
                                      random_mask(2, n_q, n_k, 3, 0.6F, {0})};
        std::vector<std::uint32_t> buffer(static_cast<std::size_t>(n_k));
        std::vector<std::uint8_t> row(static_cast<std::size_t>(n_k));
        for (const Mask& mask : masks) {
            for (Index first = 0; first < n_q; first += 32) {
                const Index count = std::min<Index>(32, n_q - first);
                const PanelMask panel = panel_mask(mask, 1, first, count, n_q, n_k, buffer);
                QVERIFY(0 <= panel.whole && panel.whole <= panel.end && panel.end <= n_k);
                for (Index lane = 0; lane < count; ++lane) {
                    mask.row(1, first + lane, n_q, n_k, row);
                    for (Index key = 0; key < n_k; ++key) {
                        QCOMPARE(sees(panel, lane, key), row[static_cast<std::size_t>(key)] != 0);
                    }
                    QCOMPARE((panel.fully_masked >> lane & 1U) != 0, std::ranges::count(row, 1) == 0);
                }
                QVERIFY(count == 32 || panel.fully_masked >> count == 0);
            }
        }
    }

    void lanes_beyond_the_last_query_are_1() {
        std::vector<std::uint32_t> buffer(4);
        const PanelMask panel = panel_mask(Mask::causal(), 0, 0, 4, 4, 4, buffer);
        QCOMPARE(panel.whole, 1);
        QCOMPARE(panel.end, 4);
        QCOMPARE(panel.visible[1], 0xFFFFFFFEU);
        QCOMPARE(panel.visible[2], 0xFFFFFFFCU);
        QCOMPARE(panel.visible[3], 0xFFFFFFF8U);
    }

    void fully_masked_queries_are_shown_all_keys() {
        std::vector<std::uint32_t> buffer(2);
        PanelMask panel = panel_mask(Mask::causal(), 0, 0, 4, 4, 2, buffer); // queries 0 and 1 see none
        QCOMPARE(panel.fully_masked, 0b0011U);
        show_all_keys(panel, 4, 2, buffer);
        QCOMPARE(panel.whole, 0);
        QCOMPARE(panel.end, 2);
        QCOMPARE(panel.visible[0], 0xFFFFFFFFU);
        QCOMPARE(panel.visible[1], 0xFFFFFFFBU);
    }
};

QTEST_GUILESS_MAIN(PanelMaskTest)
#include "panel_mask_test.moc"
