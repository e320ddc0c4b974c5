// The parts that heatmaps in the window and in figures are made of.
#include <QImage>
#include <QtTest>

#include "tests/support/near.h"
#include "ui/plot/axis_labels.h"
#include "ui/plot/cell_grid.h"
#include "ui/plot/colour_bar.h"
#include "ui/plot/hatch.h"
#include "ui/plot/notes.h"
#include "ui/plot/text_line.h"

using namespace headscope;
using namespace headscope::ui;

namespace {

constexpr double smallest = 9.0;

QStringList texts(const QList<ColourTick>& ticks) {
    QStringList list;
    for (const ColourTick& tick : ticks) {
        list.append(tick.text);
    }
    return list;
}

} // namespace

class HeatmapPartsTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { style_ = paperStyle(ColourMap::viridis, 12); }

    void ticks_are_round_numbers_and_the_exact_end() {
        QCOMPARE(texts(colourTicks(0.5444F, 0.06)), (QStringList{"0", "0.1", "0.2", "0.3", "0.4", "0.5", "0.5444"}));
        QCOMPARE(texts(colourTicks(1.0F, 0.05)), (QStringList{"0", "0.2", "0.4", "0.6", "0.8", "1"}));
        QCOMPARE(texts(colourTicks(0.0134F, 0.05)), (QStringList{"0", "0.005", "0.010", "0.0134"}));
        QCOMPARE(texts(colourTicks(1.1111112F, 0.05)), (QStringList{"0", "0.2", "0.4", "0.6", "0.8", "1.0", "1.1111"}));
        QCOMPARE(texts(colourTicks(0.0F, 0.05)), QStringList{"0"});
        QCOMPARE(texts(colourTicks(0.00312F, 0.3, true)), (QStringList{"0", "0.001", "0.002", "≥ 0.00312"}));
        QCOMPARE(texts(colourTicks(1.0F, 0.5)), (QStringList{"0", "1"})); // a bar with room for two
    }

    void ticks_never_touch() {
        for (const float end : {0.0134F, 0.1F, 0.3188F, 0.5444F, 0.9999F, 1.0F, 3e-6F}) {
            for (const double apart : {0.04, 0.1, 0.3}) {
                const QList<ColourTick> ticks = colourTicks(end, apart);
                for (qsizetype i = 1; i < ticks.size(); ++i) {
                    QVERIFY(ticks[i].part - ticks[i - 1].part >= apart - 1e-9);
                }
            }
        }
    }

    void labels_turn_before_they_thin_out() {
        const AxisLabels labels = measureLabels({"the", "translation", "cat"}, style_.font);
        COMPARE_NEAR(labels.widest, textWidth("translation", style_.font), 0.0);
        const auto plan = [&](double cell) { return planKeyLabels(labels, style_.font, smallest, cell, 200); };
        QCOMPARE(plan(90).turn, LabelTurn::level);
        QCOMPARE(plan(30).turn, LabelTurn::slanted);
        QCOMPARE(plan(30).stride, Index{1});
        QCOMPARE(plan(15).turn, LabelTurn::upright);
        QCOMPARE(plan(15).stride, Index{1});
        QCOMPARE(plan(4).stride, Index{4});
        QCOMPARE(plan(0.5).stride % 2, Index{0});
    }

    void t4_forty_characters_shrink_before_they_thin_out() {
        QStringList characters;
        for (const QChar c :
             QStringLiteral("我说你倒是快点啊今天的天气真好我们一起去公园散步看花吧春天来了万物复苏大地一片")) {
            characters.append(QString(c));
        }
        const AxisLabels labels = measureLabels(characters, style_.font);
        const LabelPlan keys = planKeyLabels(labels, style_.font, smallest, 11, 200);
        QCOMPARE(keys.stride, Index{1});
        QVERIFY(keys.font.pixelSize() < 12 && keys.font.pixelSize() >= smallest);
        const LabelPlan thinned = planQueryLabels(labels, style_.font, smallest, 7, 200);
        QCOMPARE(thinned.stride, Index{2});
        QCOMPARE(thinned.font.pixelSize(), 12); // nothing is gained by smaller ones
    }

    void long_labels_are_shortened_in_the_middle_only_if_they_must() {
        const QString word = QStringLiteral("abcdefghijklmnopqrstuvwx");
        const AxisLabels labels = measureLabels({word, "cat"}, style_.font);
        const LabelPlan roomy = planQueryLabels(labels, style_.font, smallest, 40, 400);
        QVERIFY(!roomy.shortened);
        QCOMPARE(shownLabel(roomy, word), word);
        const LabelPlan narrow = planQueryLabels(labels, style_.font, smallest, 40, 80);
        QVERIFY(narrow.shortened);
        const QString shown = shownLabel(narrow, word);
        QVERIFY(shown.startsWith(u'a') && shown.endsWith(u'x') && shown.contains(QChar(0x2026)));
        QVERIFY(textWidth(shown, narrow.font) <= 80);
        QCOMPARE(shownLabel(narrow, "cat"), QStringLiteral("cat"));
    }

    void cells_are_square_when_they_can_be() {
        QCOMPARE(fitCell({100, 200}, 10, 10, 50), QSizeF(10, 10));
        QCOMPARE(fitCell({100, 200}, 4, 4, 20), QSizeF(20, 20));
        QCOMPARE(fitCell({400, 400}, 2, 20, 100), QSizeF(20, 60)); // at most three times as long as wide
        QCOMPARE(fitCell({105, 105}, 10, 10, 50), QSizeF(10, 10)); // whole pixels
        QCOMPARE(fitCell({100, 100}, 40, 40, 50), QSizeF(2.5, 2.5));
        QVERIFY(fitCell({-5, 3}, 4, 4, 50).width() > 0.0);
    }

    void hatch_runs_on_from_cell_to_cell_and_stays_inside() {
        const CellGrid grid{{10, 20}, {8, 8}, 4, 4};
        const auto upper = [](Index query, Index key) { return key > query; };
        const QList<QLineF> lines = hatchLines(grid, grid.bounds(), 5.0, upper);
        QVERIFY(!lines.isEmpty());
        for (const QLineF& line : lines) {
            COMPARE_NEAR(line.x1() + line.y1(), line.x2() + line.y2(), 1e-9); // one diagonal
            for (const double t : {0.01, 0.25, 0.5, 0.75, 0.99}) {
                const QPointF point = line.pointAt(t);
                QVERIFY(upper(static_cast<Index>((point.y() - 20) / 8), static_cast<Index>((point.x() - 10) / 8)));
            }
        }
        // The diagonals through the triangle are unbroken: at most one piece each.
        QSet<int> sums;
        for (const QLineF& line : lines) {
            sums.insert(static_cast<int>(std::lround(line.x1() + line.y1())));
        }
        QCOMPARE(sums.size(), lines.size());
    }

    void notes_wrap_and_never_pass_the_width() {
        const QList<Note> notes{{"Colours: 0 to the largest of this head, 0.4127"},
                                {"hidden by the mask", Note::Sign::hatch},
                                {"a caption · of many · parts", Note::Sign::none, true}};
        const double oneLine = notesHeight({notes[0]}, 400, style_);
        COMPARE_NEAR(notesHeight(notes, 600, style_), 2 * oneLine, 1e-9);
        QVERIFY(notesHeight(notes, 120, style_) >= 4 * oneLine);
        QImage image(200, 200, QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        drawNotes(painter, {10, 10}, 120, notes, style_);
        painter.end();
        for (int y = 0; y < 200; ++y) {
            for (int x = 132; x < 200; ++x) {
                QCOMPARE(image.pixel(x, y), qRgb(255, 255, 255));
            }
        }
    }

    void text_stands_out_on_every_colour() {
        for (const ColourMap map : {ColourMap::viridis, ColourMap::cividis, ColourMap::magma, ColourMap::grey}) {
            for (const QRgb ground : colourTable(map)) {
                QVERIFY(contrast(textOn(ground).rgb(), ground) > 4.2); // the most that two inks can promise
            }
        }
    }

    void texts_of_all_scripts_leave_ink() {
        for (const QString& text :
             {QStringLiteral("cat"), QStringLiteral("猫"), QStringLiteral("שלום"), QStringLiteral("😀"),
              QStringLiteral("␠"), QStringLiteral("⇥"), QStringLiteral("↵")}) {
            QImage image(80, 40, QImage::Format_RGB32);
            image.fill(Qt::white);
            const QImage blank = image;
            QPainter painter(&image);
            drawText(painter, text, style_.font, Qt::black, {40, 20}, Anchor::centre);
            painter.end();
            QVERIFY2(image != blank, qPrintable(text));
            QVERIFY(textWidth(text, style_.font) > 2.0);
        }
    }

private:
    HeatmapStyle style_;
};

QTEST_MAIN(HeatmapPartsTest)
#include "heatmap_parts_test.moc"
