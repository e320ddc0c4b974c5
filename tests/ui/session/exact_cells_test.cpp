#include "ui/session/exact_cells.h"

#include <QSignalSpy>
#include <QtTest>

#include "tests/support/mapped_run.h"

using namespace headscope;
using namespace headscope::testing;
using namespace headscope::ui;

class ExactCellsTest : public QObject {
    Q_OBJECT

private slots:
    void makes_the_rows_of_the_last_wish() {
        const auto snapshot = mapped_run(200, 4);
        ExactCells cells;
        std::shared_ptr<const RowsOfRun> last;
        connect(&cells, &ExactCells::made, this, [&](const std::shared_ptr<const RowsOfRun>& rows) { last = rows; });
        for (Index first = 0; first < 100; ++first) {
            cells.want(snapshot, 1, first, 3);
        }
        QTRY_VERIFY(last != nullptr && last->rows.first == 99);
        QCOMPARE(last->snapshot, snapshot);
        QVERIFY(last->rows.weights == exact_rows(*snapshot, 0, 1, 99, 3).weights);
    }

    void can_be_destroyed_at_any_time() {
        const auto snapshot = mapped_run(200, 4);
        { const ExactCells unused; }
        for (int i = 0; i < 20; ++i) {
            ExactCells cells;
            cells.want(snapshot, 0, 0, 200);
        }
    }
};

QTEST_MAIN(ExactCellsTest)
#include "exact_cells_test.moc"
