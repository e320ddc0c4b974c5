#include "ui/widgets/race_maps.h"

#include <algorithm>
#include <cmath>

#include <QEvent>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include "core/base/whole_numbers.h"
#include "ui/plot/learning_curves_plot.h"
#include "ui/plot/text_line.h"
#include "ui/present/number_format.h"
#include "ui/theme/theme.h"

namespace headscope::ui {

namespace {

constexpr double gap = 6.0;
constexpr double leastRow = 44.0;
constexpr double usualRow = 72.0;

} // namespace

RaceMaps::RaceMaps(QWidget* parent)
    : QWidget(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void RaceMaps::setState(std::shared_ptr<const RaceState> state) {
    state_ = std::move(state);
    const std::size_t before = rows_.size();
    rows_.clear();
    for (std::size_t lane = 0; lane < state_->maps.size(); ++lane) {
        const Tensor* const maps = state_->maps[lane].get();
        for (Index layer = 0; layer < (maps == nullptr ? 1 : maps->dim(0)); ++layer) {
            Row row{lane, layer, {}};
            for (Index head = 0; maps != nullptr && head < maps->dim(1); ++head) {
                row.heads.push_back(makeThumbnail(maps->matrix(layer, head), state_->causal));
            }
            rows_.push_back(std::move(row));
        }
    }
    if (rows_.size() != before) {
        updateGeometry();
    }
    update();
}

QSize RaceMaps::sizeHint() const {
    return {px(480), static_cast<int>(std::ssize(rows_)) * px(usualRow)};
}

QSize RaceMaps::minimumSizeHint() const {
    return {px(260), static_cast<int>(std::ssize(rows_)) * px(leastRow)};
}

double RaceMaps::labelWidth() const {
    double width = 0.0;
    for (const Row& row : rows_) {
        width = std::max(width, textWidth(rowLabel(row), font()));
    }
    return width + px(16);
}

double RaceMaps::rowHeight() const {
    return rows_.empty() ? 0.0 : static_cast<double>(height()) / static_cast<double>(rows_.size());
}

RaceMaps::Tiles RaceMaps::tilesOf(const Row& row) const {
    constexpr Index mostLines = 4;
    const Index heads = std::max<Index>(1, std::ssize(row.heads));
    Tiles best;
    for (Index lines = 1; lines <= mostLines; ++lines) {
        const Index columns = ceil_divided(heads, lines);
        const double side = std::min({rowHeight() / static_cast<double>(lines), px(2 * usualRow) * 1.0,
                                      (width() - labelWidth()) / static_cast<double>(columns)}) -
                            px(gap);
        if (side > best.side) {
            best = {columns, side};
        }
    }
    return best;
}

QRectF RaceMaps::tileRect(std::size_t row, Index head) const {
    const Tiles tiles = tilesOf(rows_[row]);
    const double step = tiles.side + px(gap);
    const Index lines = ceil_divided(std::max<Index>(1, std::ssize(rows_[row].heads)), tiles.columns);
    const double top = (static_cast<double>(row) + 0.5) * rowHeight() - static_cast<double>(lines) * step / 2;
    return {labelWidth() + static_cast<double>(head % tiles.columns) * step,
            top + static_cast<double>(head / tiles.columns) * step + px(gap) / 2.0, tiles.side, tiles.side};
}

QRectF RaceMaps::tileRect(std::size_t lane, Index layer, Index head) const {
    const auto row = std::ranges::find_if(rows_, [&](const Row& r) { return r.lane == lane && r.layer == layer; });
    return row == rows_.end() ? QRectF() : tileRect(static_cast<std::size_t>(row - rows_.begin()), head);
}

QString RaceMaps::rowLabel(const Row& row) const {
    const QString heads = QStringLiteral("h = %1").arg(state_->race.lanes[row.lane].heads);
    const Tensor* const maps = state_->maps[row.lane].get();
    return maps == nullptr || maps->dim(0) == 1 ? heads : tr("%1, layer %2").arg(heads).arg(row.layer);
}

void RaceMaps::drawRow(QPainter& painter, std::size_t index) const {
    const bool dark = isDark(palette());
    const ThemeColours& colours = themeColours(dark);
    const Row& row = rows_[index];
    const double middle = (static_cast<double>(index) + 0.5) * rowHeight();
    drawText(painter, rowLabel(row), font(), colours.text, QPointF(0, middle), Anchor::left);
    // The line that its curve has.
    painter.setPen(lanePen(row.lane, dark, px(2)));
    const double below = middle + QFontMetricsF(font()).height() * 0.7;
    painter.drawLine(QPointF(0, below), QPointF(px(32), below));
    for (Index head = 0; head < std::ssize(row.heads); ++head) {
        const Thumbnail& thumbnail = row.heads[static_cast<std::size_t>(head)];
        const ThumbnailPlace place = placeThumbnail(thumbnail, tileRect(index, head), devicePixelRatioF());
        drawThumbnail(painter, place, thumbnail,
                      thumbnailColours(ColourMap::viridis, thumbnail, thumbnail.headMax, dark), dark);
        drawThumbnailHighlight(painter, place, thumbnail, state_->asked, std::nullopt, colours.accent);
    }
}

void RaceMaps::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    if (rows_.empty()) {
        drawText(painter, tr("The heads appear here when the race begins."), font(),
                 themeColours(isDark(palette())).secondary, QRectF(rect()).center(), Anchor::centre);
    }
    for (std::size_t row = 0; row < rows_.size(); ++row) {
        drawRow(painter, row);
    }
}

QString RaceMaps::readOut(const QPointF& place) const {
    const double height = rowHeight();
    const auto index = static_cast<std::size_t>(height > 0.0 ? place.y() / height : 0.0);
    if (index >= rows_.size()) {
        return {};
    }
    const Row& row = rows_[index];
    for (Index head = 0; head < std::ssize(row.heads); ++head) {
        const Thumbnail& thumbnail = row.heads[static_cast<std::size_t>(head)];
        const ThumbnailPlace at = placeThumbnail(thumbnail, tileRect(index, head), devicePixelRatioF());
        if (const auto cell = at.cellAt(thumbnail, place)) {
            const auto [query, key] = *cell;
            const float weight = state_->maps[row.lane]->matrix(row.layer, head)(query, key);
            const QString name = tr("%1, head %2").arg(rowLabel(row)).arg(head);
            if (state_->causal && key > query) {
                return tr("%1: “%2” comes after “%3” and is hidden from it")
                    .arg(name, state_->tokens[key], state_->tokens[query]);
            }
            return tr("%1: “%2” looks at “%3”: %4")
                .arg(name, state_->tokens[query], state_->tokens[key], weightText(weight));
        }
    }
    return {};
}

bool RaceMaps::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const QString text = readOut(help->pos());
        if (text.isEmpty()) {
            QToolTip::hideText();
        } else {
            QToolTip::showText(help->globalPos(), text, this);
        }
        return true;
    }
    return QWidget::event(event);
}

void RaceMaps::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    updateGeometry();
    update();
}

} // namespace headscope::ui
