#include <QSignalSpy>
#include <QtTest>

#include "tests/support/snapshot_builder.h"
#include "ui/plot/focused_head.h"

using namespace headscope;
using namespace headscope::ui;

namespace {

std::shared_ptr<const Snapshot> twoByThree() {
    return SnapshotBuilder().head({{0.5F, 0.3F, 0.2F}, {0.0F, 0.25F, 0.75F}}).build();
}

std::shared_ptr<const Snapshot> large(Index n) {
    std::vector<std::string> tokens;
    for (Index i = 0; i < n; ++i) {
        tokens.push_back("t" + std::to_string(i));
    }
    return SnapshotBuilder().head(identity_rows(n)).tokens(tokens).build();
}

/// A point of a cell that neither its value nor its edge covers.
QPoint quietPoint(const QRectF& cell) {
    return (cell.topLeft() + QPointF(4, 4)).toPoint();
}

} // namespace

class FocusedHeadTest : public QObject {
    Q_OBJECT
private slots:
    void init() {
        view_ = std::make_unique<FocusedHeadView>();
        view_->resize(640, 480);
        view_->show();
    }

    void v19_colour_of_a_cell_is_that_of_its_value() {
        for (const ColourMap map : {ColourMap::viridis, ColourMap::cividis, ColourMap::magma, ColourMap::grey}) {
            view_->setPicture(HeadPicture(twoByThree(), 0, ColourRange::head_max), map, false);
            QCoreApplication::processEvents();
            const QImage image = view_->grab().toImage();
            for (Index query = 0; query < 2; ++query) {
                for (Index key = 0; key < 3; ++key) {
                    const float value = view_->picture().value(query, key);
                    const QRgb expected = colourTable(map)[static_cast<std::size_t>(colourIndex(value, 0.75F))];
                    QCOMPARE(QColor(image.pixel(quietPoint(view_->cellRect(query, key)))), QColor(expected));
                }
            }
        }
    }

    void v21_hover_names_the_cell_and_leaves() {
        view_->setPicture(HeadPicture(twoByThree(), 0, ColourRange::head_max), ColourMap::viridis, false);
        QCoreApplication::processEvents();
        QSignalSpy hovered(view_.get(), &FocusedHeadView::cellHovered);
        QSignalSpy left(view_.get(), &FocusedHeadView::hoverLeft);
        QTest::mouseMove(plot(), view_->cellRect(1, 2).center().toPoint());
        QCOMPARE(hovered.size(), 1);
        QCOMPARE(hovered[0][0].value<Index>(), Index{1});
        QCOMPARE(hovered[0][1].value<Index>(), Index{2});
        QTest::mouseMove(plot(), view_->cellRect(1, 2).center().toPoint() + QPoint(2, 2));
        QCOMPARE(hovered.size(), 1); // the same cell
        QTest::mouseMove(plot(), QPoint(1, 1));
        QCOMPARE(left.size(), 1);
    }

    void v21_highlight_changes_marks_and_leaves_colours() {
        view_->setPicture(HeadPicture(twoByThree(), 0, ColourRange::head_max), ColourMap::viridis, false);
        QCoreApplication::processEvents();
        const QImage before = view_->grab().toImage();
        view_->setHighlight(0, 1);
        QCoreApplication::processEvents();
        const QImage marked = view_->grab().toImage();
        QVERIFY(marked != before);
        for (Index query = 0; query < 2; ++query) {
            for (Index key = 0; key < 3; ++key) {
                const QPoint point = quietPoint(view_->cellRect(query, key));
                QCOMPARE(QColor(marked.pixel(point)), QColor(before.pixel(point)));
            }
        }
        view_->setHighlight(std::nullopt, std::nullopt);
        QCoreApplication::processEvents();
        QCOMPARE(view_->grab().toImage(), before);
    }

    void click_chooses_a_cell() {
        view_->setPicture(HeadPicture(twoByThree(), 0, ColourRange::head_max), ColourMap::viridis, false);
        QCoreApplication::processEvents();
        QSignalSpy clicked(view_.get(), &FocusedHeadView::cellClicked);
        QTest::mouseClick(plot(), Qt::LeftButton, {}, view_->cellRect(0, 2).center().toPoint());
        QCOMPARE(clicked.size(), 1);
        QCOMPARE(view_->currentCell(), (Cell{0, 2}));
    }

    void keys_move_the_current_cell() {
        view_->setPicture(HeadPicture(twoByThree(), 0, ColourRange::head_max), ColourMap::viridis, false);
        QSignalSpy changed(view_.get(), &FocusedHeadView::currentCellChanged);
        QTest::keyClick(view_.get(), Qt::Key_Right); // shows where one is
        QCOMPARE(view_->currentCell(), (Cell{0, 0}));
        QTest::keyClick(view_.get(), Qt::Key_Right);
        QCOMPARE(view_->currentCell(), (Cell{0, 1}));
        QTest::keyClick(view_.get(), Qt::Key_Down);
        QTest::keyClick(view_.get(), Qt::Key_Down);
        QCOMPARE(view_->currentCell(), (Cell{1, 1})); // the last row
        QTest::keyClick(view_.get(), Qt::Key_End);
        QCOMPARE(view_->currentCell(), (Cell{1, 2}));
        QTest::keyClick(view_.get(), Qt::Key_Home, Qt::ControlModifier);
        QCOMPARE(view_->currentCell(), (Cell{0, 0}));
        QCOMPARE(changed.size(), 6);
        QVERIFY(view_->accessibleDescription().contains(QStringLiteral("weight 0.5000")));
    }

    void long_sequences_zoom_and_come_back() {
        view_->setPicture(HeadPicture(large(256), 0, ColourRange::head_max), ColourMap::viridis, false);
        QCoreApplication::processEvents();
        const QRectF before = view_->cellRect(0, 0);
        view_->setCurrentCell(Cell{100, 100});
        QTest::keyClick(view_.get(), Qt::Key_Plus);
        QVERIFY(view_->zoomed());
        QVERIFY(view_->cellRect(0, 0).width() > before.width() * 1.4);
        view_->setCurrentCell(Cell{255, 255}); // comes into view
        QVERIFY(view_->rect().contains(view_->cellRect(255, 255).toRect()));
        QTest::keyClick(view_.get(), Qt::Key_Escape);
        QVERIFY(!view_->zoomed());
        QCOMPARE(view_->cellRect(0, 0), before);
    }

    void short_sequences_do_not_zoom() {
        view_->setPicture(HeadPicture(twoByThree(), 0, ColourRange::head_max), ColourMap::viridis, false);
        QCoreApplication::processEvents();
        view_->zoom(4.0);
        QVERIFY(!view_->zoomed());
    }

    void t12_every_length_is_drawn_data() {
        QTest::addColumn<Index>("n");
        for (const Index n : {1, 2, 10, 64, 128, 512, 1024}) {
            QTest::addRow("%lld", static_cast<long long>(n)) << n;
        }
    }
    void t12_every_length_is_drawn() {
        QFETCH(Index, n);
        view_->setPicture(HeadPicture(large(n), 0, ColourRange::head_max), ColourMap::viridis, false);
        QCoreApplication::processEvents();
        const QRectF first = view_->cellRect(0, 0);
        const QRectF last = view_->cellRect(n - 1, n - 1);
        QVERIFY(view_->rect().contains(first.united(last).toAlignedRect()));
        COMPARE_SQUARE(first);
        // The diagonal survives where several cells share a pixel.
        const QImage image = view_->grab().toImage();
        const QPoint middle = view_->cellRect(n / 2, n / 2).topLeft().toPoint() + (n < 20 ? QPoint(4, 4) : QPoint());
        QCOMPARE(QColor(image.pixel(middle)), QColor(colourTable(ColourMap::viridis)[255]));
    }

    void t8_an_empty_picture_is_background() {
        view_->setPicture(HeadPicture(twoByThree(), 0, ColourRange::head_max), ColourMap::viridis, false);
        QCoreApplication::processEvents();
        view_->setPicture(HeadPicture(), ColourMap::viridis, false);
        QCoreApplication::processEvents();
        const QImage image = view_->grab().toImage();
        QImage plain(image.size(), image.format());
        plain.fill(view_->palette().color(QPalette::Window));
        QCOMPARE(image, plain);
        QTest::keyClick(view_.get(), Qt::Key_Right); // nothing to move to
        QVERIFY(!view_->currentCell());
    }

    void a_tiny_window_does_no_harm() {
        view_->resize(20, 20);
        view_->setPicture(HeadPicture(large(64), 0, ColourRange::head_max), ColourMap::viridis, true);
        QCoreApplication::processEvents();
        view_->resize(400, 300);
        QCoreApplication::processEvents();
        QVERIFY(view_->cellRect(0, 0).width() > 1.0);
    }

private:
    static void COMPARE_SQUARE(const QRectF& cell) {
        QVERIFY(std::abs(cell.width() - cell.height()) < 0.02 * cell.width());
    }
    QWidget* plot() const { return view_->findChild<QWidget*>(QStringLiteral("focusedPlot")); }

    std::unique_ptr<FocusedHeadView> view_;
};

QTEST_MAIN(FocusedHeadTest)
#include "focused_head_test.moc"
