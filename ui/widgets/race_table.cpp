#include "ui/widgets/race_table.h"

#include <QEvent>
#include <QHeaderView>

#include "ui/plot/learning_curves_plot.h"
#include "ui/present/number_format.h"
#include "ui/present/race_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/quiet_table.h"

namespace headscope::ui {

namespace {

constexpr double heightOfRow = 26.0;

const QString nothingYet = QStringLiteral("–");

} // namespace

RaceTable::RaceTable(QWidget* parent)
    : QTableWidget(parent) {
    setColumnCount(columns);
    setSelectionMode(QAbstractItemView::NoSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setFocusPolicy(Qt::NoFocus);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    makeQuiet(*this);
    horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    horizontalHeader()->setSectionResizeMode(heads, QHeaderView::Stretch); // takes what the others leave
    horizontalHeader()->setDefaultAlignment(Qt::AlignRight | Qt::AlignVCenter);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void RaceTable::setState(std::shared_ptr<const RaceState> state) {
    state_ = std::move(state);
    showState();
}

QString RaceTable::text(const RaceLane& lane, int column) const {
    const auto spread = [](const std::optional<Spread>& of) { return of ? spreadText(*of, 3) : nothingYet; };
    switch (column) {
    case heads: return QStringLiteral("h = %1").arg(lane.heads);
    case accuracy: return spread(lane.accuracy());
    case loss: return spread(lane.loss());
    case parameters: return lane.parameters > 0 ? countText(lane.parameters) : nothingYet;
    case time: {
        const std::optional<Spread> seconds = lane.seconds();
        return seconds ? durationText(seconds->mean) : nothingYet;
    }
    default: return {};
    }
}

void RaceTable::showState() {
    setHorizontalHeaderLabels({tr("heads"), tr("right"), tr("loss"), tr("parameters"), tr("time of a run")});
    horizontalHeaderItem(heads)->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    if (state_ == nullptr) {
        setRowCount(0);
        fitHeight();
        return;
    }
    const std::vector<RaceLane>& lanes = state_->race.lanes;
    setRowCount(static_cast<int>(lanes.size()));
    for (int row = 0; row < rowCount(); ++row) {
        for (int column = 0; column < columns; ++column) {
            if (item(row, column) == nullptr) {
                auto* cell = new QTableWidgetItem; // the table owns it
                cell->setTextAlignment(column == heads ? Qt::AlignLeft | Qt::AlignVCenter
                                                       : Qt::AlignRight | Qt::AlignVCenter);
                setItem(row, column, cell);
            }
            item(row, column)->setText(text(lanes[static_cast<std::size_t>(row)], column));
        }
        item(row, heads)
            ->setForeground(lanePen(static_cast<std::size_t>(row), isDark(parentWidget()->palette()), 1).color());
    }
    fitHeight();
}

void RaceTable::fitHeight() {
    verticalHeader()->setDefaultSectionSize(px(heightOfRow));
    horizontalHeader()->setFixedHeight(px(heightOfRow));
    setFixedHeight((rowCount() + 1) * px(heightOfRow) + px(2));
}

void RaceTable::changeEvent(QEvent* event) {
    QTableWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::LanguageChange ||
        event->type() == QEvent::PaletteChange) {
        showState();
    }
}

} // namespace headscope::ui
