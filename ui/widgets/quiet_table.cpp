#include "ui/widgets/quiet_table.h"

#include <QHeaderView>
#include <QTableView>

namespace headscope::ui {

void makeQuiet(QTableView& table) {
    table.setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    table.setTabKeyNavigation(false);
    table.setShowGrid(false);
    table.setFrameShape(QFrame::NoFrame);
    table.verticalHeader()->hide();
    table.verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    table.horizontalHeader()->setHighlightSections(false);
    table.horizontalHeader()->setSectionsClickable(false);
}

} // namespace headscope::ui
