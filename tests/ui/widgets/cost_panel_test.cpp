#include <QComboBox>
#include <QTabBar>

#include "core/base/memory.h"
#include "tests/ui/widgets/window_fixture.h"
#include "ui/plot/cost_curves_plot.h"
#include "ui/plot/memory_timeline_plot.h"
#include "ui/plot/stacked_bars.h"
#include "ui/session/cost_source.h"
#include "ui/widgets/head_table.h"
#include "ui/widgets/term_table.h"

using namespace headscope;
using namespace headscope::ui;

#define WAIT_UNTIL_DRAWN(fixture) QTRY_VERIFY_WITH_TIMEOUT((fixture).idle(), 60'000)

namespace {

/// A window with "the cat sat on the mat", 6 tokens, all updates done.
class CostFixture : public WindowFixture {
public:
    CostFixture() {
        setText(QStringLiteral("the cat sat on the mat"));
        update();
    }
    void update() { window().findChild<CostSource*>(QStringLiteral("costSource"))->updateNow(); }
    void openTab() {
        find<QTabBar>("tabs")->setCurrentIndex(1);
        update();
    }
    /// Of the panel or, where it is hidden, of the tab.
    QLabel* label(const char* name) {
        for (QLabel* label : window().findChildren<QLabel*>(QString::fromLatin1(name))) {
            if (label->isVisible()) {
                return label;
            }
        }
        qFatal("no visible %s", name);
    }
    int rowOf(TermTable* table, const QString& symbol) {
        for (int row = 0; row < table->terms().rowCount(); ++row) {
            if (symbol == QString::fromLatin1(table->terms().term(row).symbol.data())) {
                return row;
            }
        }
        return -1;
    }
};

} // namespace

class CostPanelTest : public QObject {
    Q_OBJECT

private slots:
    void the_panel_follows_the_text_without_a_run() {
        CostFixture f; // 5X + 2S = 5 * 12,288 + 2 * 1,152
        QVERIFY(!f.idle());
        QCOMPARE(f.label("peakBytes")->text(), QStringLiteral("peak 62.3 KiB"));
        QVERIFY(f.label("peakBytes")->toolTip().contains(QStringLiteral("<b>63,744 B</b>")));
        QCOMPARE(f.label("costQuestion")->text(), QStringLiteral("n = 6, h = 8"));
        QCOMPARE(f.label("factor")->text(), QStringLiteral("×1.04, not ×2"));
        QCOMPARE(f.label("share")->text(), QStringLiteral("3.6 % of the peak grows with the heads"));
        QCOMPARE(f.label("growingBytes")->text(), QStringLiteral("grows with h: 2.3 KiB"));
        QCOMPARE(f.label("constantBytes")->text(), QStringLiteral("does not depend on h: 60 KiB"));
    }

    void other_heads_other_numbers() {
        CostFixture f;
        f.click("heads.64");
        f.update();
        QCOMPARE(f.label("costQuestion")->text(), QStringLiteral("n = 6, h = 64"));
        QCOMPARE(f.label("growingBytes")->text(), QStringLiteral("grows with h: 18 KiB"));
        QCOMPARE(f.label("growingBytes")->toolTip(), QStringLiteral("18,432 B"));
        QCOMPARE(f.label("parameters")->text(), QStringLiteral("1,050,624"));
    }

    void what_was_predicted_is_what_was_allocated() {
        CostFixture f;
        WAIT_UNTIL_DRAWN(f);
        QCOMPARE(f.text("differenceBytes"), QStringLiteral("0 B"));
        QCOMPARE(f.text("measuredBytes"), f.text("predictedBytes"));
        QVERIFY(f.text("measuredBytes").endsWith(QStringLiteral(" B")));
        f.click("heads.32");
        f.find<QAbstractButton>("dropout")->click();
        WAIT_UNTIL_DRAWN(f);
        QCOMPARE(f.text("differenceBytes"), QStringLiteral("0 B"));
        f.setText(QString());
        WAIT_UNTIL_DRAWN(f);
        QCOMPARE(f.text("differenceBytes"), QStringLiteral("–"));
    }

    void bars_have_one_scale() {
        CostFixture f;
        StackedBars* bars = nullptr;
        for (auto* candidate : f.window().findChildren<StackedBars*>()) {
            bars = candidate->isVisible() ? candidate : bars; // the tab has its own
        }
        QVERIFY(bars != nullptr);
        QCOMPARE(bars->bars().size(), std::size_t{2});
        QCOMPARE(bars->bars()[0].bytes(), 63'744);
        QCOMPARE(bars->bars()[1].bytes(), 66'048);
        QCOMPARE(bars->bars()[1].label, QStringLiteral("2h = 16"));
        const auto end = [&](std::size_t bar) {
            return bars->segmentRect(bar, bars->bars()[bar].segments.size() - 1).right();
        };
        QVERIFY(std::abs(end(1) - bars->width()) < 0.5);
        QVERIFY(std::abs(end(0) - bars->width() * 63'744.0 / 66'048.0) < 0.5);
    }

    void keeping_d_k_explains_the_popular_claim() {
        CostFixture f;
        f.openTab();
        f.click("keep.1");
        f.update();
        QCOMPARE(f.label("factor")->text(), QStringLiteral("×2.00"));
        QCOMPARE(f.label("share")->text(), QStringLiteral("100 % of the peak grows with the heads"));
        QVERIFY(f.text("keepSentence").contains(QStringLiteral("proportional to the number of heads")));
        f.find<QAction>("undo")->trigger();
        f.update();
        QCOMPARE(f.label("factor")->text(), QStringLiteral("×1.04, not ×2"));
    }

    void numbers_that_cannot_be_are_refused() {
        CostFixture f;
        f.openTab();
        f.enter("batch", QStringLiteral("0"));
        QVERIFY2(f.message().contains(QStringLiteral("batch cannot be 0")), qPrintable(f.message()));
        QCOMPARE(f.window().session().state().view.cost.batch, 1);
        f.enter("batch", QStringLiteral("2"));
        f.update();
        QCOMPARE(f.message(), QString());
        QCOMPARE(f.label("peakBytes")->text(), QStringLiteral("peak 125 KiB"));
        f.enter("layers", QStringLiteral("x"));
        QVERIFY(f.message().contains(QStringLiteral("x")));
    }

    void n_is_typed_or_follows_the_text() {
        CostFixture f;
        f.openTab();
        f.enter("seqLen", QStringLiteral("512"));
        f.update();
        QCOMPARE(f.label("peakBytes")->text(), QStringLiteral("peak 21 MiB"));
        f.setText(QStringLiteral("one two"));
        f.update();
        QCOMPARE(f.label("peakBytes")->text(), QStringLiteral("peak 21 MiB"));
        f.click("seqLenFromText");
        f.update();
        QCOMPARE(f.find<NumberField>("seqLen")->text(), QStringLiteral("2"));
    }

    void the_mask_follows_the_request_until_another_is_picked() {
        CostFixture f;
        f.openTab();
        auto* shapes = f.find<ChoiceRow>("maskShape");
        f.find<ChoiceRow>("mask")->button(static_cast<int>(Mask::Kind::causal))->click();
        QVERIFY(shapes->button(static_cast<int>(MaskShape::all))->isChecked());
        shapes->button(static_cast<int>(MaskShape::each_head))->click();
        f.find<ChoiceRow>("mask")->button(static_cast<int>(Mask::Kind::none))->click();
        QVERIFY(shapes->button(static_cast<int>(MaskShape::each_head))->isChecked());
        shapes->button(static_cast<int>(MaskShape::none))->click(); // the request's own: follows again
        QVERIFY(!f.window().session().state().view.cost.mask.has_value());
    }

    void an_engine_without_an_answer_says_why() {
        CostFixture f;
        f.openTab();
        f.find<ChoiceRow>("element")->button(static_cast<int>(ElementType::int8))->click();
        f.find<ChoiceRow>("mode")->button(1)->click();
        f.update();
        QCOMPARE(f.label("peakBytes")->text(), QStringLiteral("peak –"));
        QVERIFY(f.label("origin")->text().contains(QStringLiteral("int8")));
        QCOMPARE(f.find<TermTable>("terms")->terms().rowCount(), 0);
        f.find<ChoiceRow>("element")->button(static_cast<int>(ElementType::float32))->click();
        QVERIFY(f.find<ChoiceRow>("element")->button(static_cast<int>(ElementType::int8)) == nullptr);
    }

    void a_long_number_is_shown_whole() {
        CostFixture f;
        f.openTab();
        f.enter("batch", QStringLiteral("123456789"));
        f.update();
        const auto* field = f.find<NumberField>("batch");
        QVERIFY(field->width() > field->fontMetrics().horizontalAdvance(QStringLiteral("123456789")));
    }

    void a_row_marks_its_tensor_and_leads_to_the_heads() {
        CostFixture f;
        f.openTab();
        auto* table = f.find<TermTable>("terms");
        const int row = f.rowOf(table, QStringLiteral("weights"));
        QVERIFY(row >= 0);
        table->setCurrentIndex(table->terms().index(row, 0));
        const QString details = f.text("termDetails");
        QVERIFY2(details.contains(QStringLiteral("<i>h</i> · <i>n</i><sup>2</sup> · 4 B")), qPrintable(details));
        QVERIFY2(details.contains(QStringLiteral("1,152 B")), qPrintable(details));
        f.click("heads.16"); // the same tensor stays chosen
        f.update();
        QVERIFY2(f.text("termDetails").contains(QStringLiteral("2,304 B")), qPrintable(f.text("termDetails")));
        QTest::keyClick(table, Qt::Key_Return);
        QCOMPARE(f.find<QTabBar>("tabs")->currentIndex(), 0);
    }

    void the_table_reads_as_text() {
        CostFixture f;
        f.openTab();
        TermModel& model = f.find<TermTable>("terms")->terms();
        const int row = f.rowOf(f.find<TermTable>("terms"), QStringLiteral("weights"));
        const auto text = [&](int column) { return model.data(model.index(row, column), Qt::DisplayRole).toString(); };
        QCOMPARE(text(TermModel::formula), QStringLiteral("batch · h · n² · 4 B"));
        QCOMPARE(text(TermModel::bytes), QStringLiteral("1.1 KiB"));
        QCOMPARE(text(TermModel::doubled), QStringLiteral("2.3 KiB"));
        QCOMPARE(text(TermModel::scaling), QStringLiteral("grows with h"));
        QCOMPARE(model.data(model.index(row, TermModel::doubled), Qt::ToolTipRole).toString(),
                 QStringLiteral("2,304 B"));
    }

    void arrows_walk_along_the_timeline() {
        CostFixture f;
        f.openTab();
        auto* timeline = f.find<MemoryTimelinePlot>("timeline");
        QVERIFY(f.text("timelineEvent").startsWith(QStringLiteral("Peak: ")));
        QTest::keyClick(timeline, Qt::Key_Home);
        QCOMPARE(timeline->currentEvent(), 0);
        QVERIFY2(f.text("timelineEvent").endsWith(QStringLiteral("+12,288 B, then 12,288 B alive")),
                 qPrintable(f.text("timelineEvent")));
        QTest::keyClick(timeline, Qt::Key_Right);
        QVERIFY(f.text("timelineEvent").endsWith(QStringLiteral("then 24,576 B alive")));
        QVERIFY(timeline->eventRect(1).height() > timeline->eventRect(0).height());
        QTest::keyClick(timeline, Qt::Key_Escape);
        QVERIFY(f.text("timelineEvent").startsWith(QStringLiteral("Peak: ")));
    }

    void the_curves_tell_their_points() {
        CostFixture f;
        f.openTab();
        f.click("curveAxis.1");
        f.update();
        auto* curves = f.find<CostCurvesPlot>("curves");
        const QString text = curves->readOut(curves->pixelOf({8.0, 86'016.0}));
        QVERIFY2(text.endsWith(QStringLiteral("n = 8: 86,016 B")), qPrintable(text));
        QVERIFY(f.text("slope").startsWith(QStringLiteral("At <i>n</i> = 6 the peak grows like")));
    }

    void the_head_table_has_times_only_of_what_was_run() {
        CostFixture f;
        WAIT_UNTIL_DRAWN(f);
        f.openTab();
        auto* table = f.find<HeadTable>("headTable");
        const auto time = [&](int row) {
            return table->model()->data(table->model()->index(row, HeadModel::time), Qt::DisplayRole).toString();
        };
        QVERIFY(time(3).endsWith(QStringLiteral("s"))); // h = 8, in µs, ms or s
        QCOMPARE(time(4), QStringLiteral("–"));
        table->setCurrentIndex(table->model()->index(4, 0));
        QTest::keyClick(table, Qt::Key_Return);
        QCOMPARE(f.window().session().state().request.dims.n_heads(), 16);
        WAIT_UNTIL_DRAWN(f);
        QTRY_VERIFY(time(4).endsWith(QStringLiteral("s")));
        f.setText(QStringLiteral("another text"));
        f.update();
        QCOMPARE(time(3), QStringLiteral("–"));
    }

    void a_budget_is_chosen_or_typed() {
        CostFixture f;
        f.openTab();
        QCOMPARE(f.text("fits.0"), QStringLiteral("n = 11,502"));
        f.enter("budgetGib", QStringLiteral("0.5"));
        f.update();
        QCOMPARE(f.window().session().state().view.cost.budget_bytes, Index{1} << 29);
        QCOMPARE(f.text("fits.0"), QStringLiteral("n = 2,806"));
        f.enter("budgetGib", QStringLiteral("-3"));
        QVERIFY(f.message().contains(QStringLiteral("-3")));
    }

    void a_run_too_large_for_this_machine_is_warned_of() {
        CostFixture f;
        f.enter("dModelField", QStringLiteral("8192"));
        f.enter("headsField", QStringLiteral("8192"));
        QStringList list;
        for (int i = 0; i < 1024; ++i) {
            list += QStringLiteral("a");
        }
        f.setText(list.join(QLatin1Char(' ')));
        f.update(); // 64 GiB of scores and weights, 96 GiB with the dropped ones
        QVERIFY2(f.message().contains(QStringLiteral("GiB of memory")) || physical_memory() > (Index{128} << 30),
                 qPrintable(f.message()));
        f.setText(QStringLiteral("short"));
        f.update();
        QTRY_COMPARE(f.message(), QString());
    }

    void no_bar_is_cut_in_a_narrow_panel() {
        CostFixture f;
        f.window().resize(1088, 700); // narrower, it gives way to the picture
        WAIT_UNTIL_DRAWN(f);
        for (const auto* bars : f.window().findChildren<StackedBars*>()) {
            if (bars->isVisible()) {
                QTRY_VERIFY(bars->height() >= bars->segmentRect(1, 0).bottom());
            }
        }
        const QLabel* share = f.label("share"); // wraps here
        const QLabel* next = f.label("predictedBytes");
        QTRY_VERIFY(share->mapToGlobal(QPoint(0, share->heightForWidth(share->width()))).y() <=
                    next->mapToGlobal(QPoint(0, 0)).y());
        QTRY_VERIFY(share->height() >= share->heightForWidth(share->width()));
    }

    void every_control_has_a_name_and_a_keyboard_way() {
        CostFixture f;
        WAIT_UNTIL_DRAWN(f);
        f.openTab();
        for (const QWidget* widget : f.window().findChildren<QWidget*>()) {
            const auto* button = qobject_cast<const QAbstractButton*>(widget);
            if (widget->focusPolicy() == Qt::NoFocus || !widget->isVisible() ||
                qobject_cast<const QLabel*>(widget) != nullptr) {
                continue;
            }
            QVERIFY2(!widget->accessibleName().isEmpty() || (button != nullptr && !button->text().isEmpty()),
                     qPrintable(widget->objectName()));
        }
        f.window().activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&f.window()));
        f.find<NumberField>("batch")->setFocus();
        QSet<QString> names;
        for (int i = 0; i < 100; ++i) {
            names.insert(QApplication::focusWidget()->objectName());
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        }
        for (const char* name : {"engine", "batch", "seqLen", "seqLenFromText", "costDropout", "layers", "terms",
                                 "timeline", "headTable", "budgetGib"}) {
            QVERIFY2(names.contains(QString::fromLatin1(name)), name);
        }
    }

    void chinese_and_back() {
        CostFixture f;
        f.openTab();
        f.find<QAction>("chinese")->trigger();
        QCoreApplication::processEvents(); // Qt posts the change of language
        QCOMPARE(f.label("factor")->text(), QStringLiteral("×1.04，而不是 ×2"));
        QCOMPARE(f.find<QTabBar>("tabs")->tabText(1), QStringLiteral("开销"));
        QCOMPARE(f.find<TermTable>("terms")->terms().headerData(0, Qt::Horizontal, Qt::DisplayRole).toString(),
                 QStringLiteral("张量"));
        f.find<QAction>("english")->trigger();
        QCoreApplication::processEvents();
        QCOMPARE(f.label("factor")->text(), QStringLiteral("×1.04, not ×2"));
    }
};

QTEST_MAIN(CostPanelTest)
#include "cost_panel_test.moc"
