#include "ui/widgets/head_grid.h"

#include <algorithm>

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>

#include "ui/present/cell_text.h"
#include "ui/present/number_format.h"
#include "ui/theme/theme.h"

namespace headscope::ui {

namespace {

constexpr double smallestTile = 20.0;
constexpr double gap = 12.0;
constexpr double smallGap = 8.0; // between many tiles
constexpr int many = 16;

} // namespace

HeadGrid::HeadGrid(QWidget* parent)
    : QWidget(parent) {
    setObjectName(QStringLiteral("headGrid"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setMinimumSize(px(160), px(96));
    setAccessibleName(tr("All heads"));
}

void HeadGrid::setResult(std::shared_ptr<const RunResult> result) {
    result_ = std::move(result);
    layOut();
    showFocusedPage();
    describe();
    update();
}

void HeadGrid::setView(const ViewState& view) {
    const bool tilesDiffer = view.show_mean != view_.show_mean;
    const bool focusDiffers = view.focused_head != view_.focused_head;
    view_ = view;
    if (tilesDiffer) {
        layOut();
    }
    if (tilesDiffer || focusDiffers) {
        showFocusedPage();
        describe();
    }
    update();
}

void HeadGrid::setHighlight(std::optional<Index> query, std::optional<Index> key) {
    if (query != query_ || key != key_) {
        query_ = query;
        key_ = key;
        update();
    }
}

void HeadGrid::setPart(const QRectF& cells) {
    if (cells != part_) {
        part_ = cells;
        update();
    }
}

int HeadGrid::pages() const {
    return layout_.perPage == 0 ? 0 : (tileCount() + layout_.perPage - 1) / layout_.perPage;
}

void HeadGrid::setPage(int page) {
    const int next = std::clamp(page, 0, std::max(0, pages() - 1));
    if (next != page_) {
        page_ = next;
        update();
        emit pagesChanged();
    }
}

QRectF HeadGrid::tileRect(int head) const {
    const int tile = tileOfHead(head) - page_ * layout_.perPage;
    return tile < 0 || tile >= layout_.perPage ? QRectF()
                                               : placeOf(head, layout_.tiles[static_cast<std::size_t>(tile)]).rect;
}

int HeadGrid::pooling() const {
    return result_ == nullptr || result_->heads.empty() ? 1 : result_->heads.front().thumbnail.block;
}

int HeadGrid::tileCount() const {
    return result_ == nullptr || result_->heads.empty()
               ? 0
               : static_cast<int>(result_->heads.size()) + (showsMean() ? 1 : 0);
}

int HeadGrid::headOfTile(int tile) const {
    return showsMean() ? tile - 1 : tile; // the mean comes first
}

int HeadGrid::tileOfHead(int head) const {
    return showsMean() ? head + 1 : std::max(0, head);
}

bool HeadGrid::showsMean() const {
    return view_.show_mean && result_ != nullptr && result_->hasMean();
}

int HeadGrid::focusedHead() const {
    return showsMean() ? view_.focused_head : std::max(0, view_.focused_head);
}

const Thumbnail& HeadGrid::thumbnail(int head) const {
    return result_->head(head).small(view_.tile_value);
}

HeadPicture HeadGrid::picture(int head) const {
    return result_->head(head).picture.withTiles(view_.tile_value);
}

void HeadGrid::layOut() {
    const int before = pages();
    const double aspect =
        result_ == nullptr || result_->snapshot->empty()
            ? 1.0
            : std::clamp(static_cast<double>(result_->snapshot->n_k()) / static_cast<double>(result_->snapshot->n_q()),
                         0.25, 4.0);
    layout_ = layOutTiles(QRectF(rect()).adjusted(px(4), 0, -px(4), -px(4)), tileCount(), aspect,
                          fontMetrics().height() + px(4), px(tileCount() > many ? smallGap : gap), px(smallestTile));
    page_ = std::clamp(page_, 0, std::max(0, pages() - 1));
    if (pages() != before) {
        emit pagesChanged();
    }
}

void HeadGrid::showFocusedPage() {
    if (layout_.perPage > 0) {
        setPage(tileOfHead(focusedHead()) / layout_.perPage);
    }
}

void HeadGrid::describe() {
    if (result_ == nullptr || result_->snapshot->empty()) {
        setAccessibleDescription({});
        return;
    }
    const int head = std::min(focusedHead(), static_cast<int>(result_->heads.size()) - 1);
    setAccessibleDescription(tr("%1 of %2, largest weight %3")
                                 .arg(headName(head))
                                 .arg(result_->heads.size())
                                 .arg(weightText(thumbnail(head).headMax)));
}

ThumbnailPlace HeadGrid::placeOf(int head, const QRectF& tile) const {
    return placeThumbnail(thumbnail(head), tile, devicePixelRatioF());
}

std::optional<HeadGrid::Cell> HeadGrid::cellAt(QPointF position) const {
    for (int i = 0; i < layout_.perPage; ++i) {
        const int tile = page_ * layout_.perPage + i;
        const QRectF& rect = layout_.tiles[static_cast<std::size_t>(i)];
        if (tile >= tileCount() || !rect.contains(position)) {
            continue;
        }
        const int head = headOfTile(tile);
        const auto cell = placeOf(head, rect).cellAt(thumbnail(head), position);
        return cell ? std::optional(Cell{head, cell->first, cell->second}) : std::nullopt;
    }
    return std::nullopt;
}

bool HeadGrid::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        if (const std::optional<Cell> cell = cellAt(help->pos())) {
            QToolTip::showText(help->globalPos(), cellTooltip(picture(cell->head), cell->query, cell->key), this);
        } else {
            QToolTip::hideText();
        }
        return true;
    }
    return QWidget::event(event);
}

void HeadGrid::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    for (int i = 0; i < layout_.perPage; ++i) {
        const int tile = page_ * layout_.perPage + i;
        if (tile < tileCount()) {
            drawTile(painter, tile, layout_.tiles[static_cast<std::size_t>(i)]);
        }
    }
}

void HeadGrid::drawTile(QPainter& painter, int tile, const QRectF& rect) const {
    const bool dark = isDark(palette());
    const int head = headOfTile(tile);
    const Thumbnail& image = thumbnail(head);
    const ThumbnailPlace place = placeOf(head, rect);
    const QList<QRgb> colours = thumbnailColours(view_.colour_map, image, rangeMax(head), dark);
    drawThumbnail(painter, place, image, colours, dark);
    drawThumbnailHighlight(painter, place, image, query_, key_, themeColours(dark).accent);
    if (!part_.isEmpty()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(themeColours(dark).accent, px(2)));
        painter.drawRect(place.part(image, part_));
    }
    drawLabel(painter, head, place.rect);
    if (head == focusedHead()) {
        const double out = px(3);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(themeColours(dark).accent, hasFocus() ? px(3) : px(2)));
        painter.drawRoundedRect(place.rect.adjusted(-out, -out, out, out), px(3), px(3));
    }
}

void HeadGrid::drawLabel(QPainter& painter, int head, const QRectF& rect) const {
    const ThemeColours& colours = themeColours(isDark(palette()));
    const bool focused = head == focusedHead();
    const double height = fontMetrics().height();
    const QRectF label(rect.left(), rect.top() - height - px(4), rect.width(), height);
    QFont font = this->font();
    font.setBold(focused);
    painter.setFont(font);
    painter.setPen(focused ? colours.accent : colours.text);
    const QString name = head == mean_of_heads ? tr("mean") : QString::number(head);
    painter.drawText(label, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, name);
    const QString largest = weightText(thumbnail(head).headMax, 2);
    const double used = painter.fontMetrics().horizontalAdvance(name + QStringLiteral("  "));
    if (used + fontMetrics().horizontalAdvance(largest) <= rect.width()) {
        painter.setFont(this->font());
        painter.setPen(colours.secondary);
        painter.drawText(label, Qt::AlignRight | Qt::AlignVCenter, largest);
    }
}

float HeadGrid::rangeMax(int head) const {
    return picture(head).withRange(view_.colour_range).rangeMax();
}

void HeadGrid::resizeEvent(QResizeEvent*) {
    layOut();
    showFocusedPage();
}

void HeadGrid::mousePressEvent(QMouseEvent* event) {
    const std::optional<Cell> cell = cellAt(event->position());
    if (cell && event->button() == Qt::LeftButton) {
        emit headChosen(cell->head);
    }
}

void HeadGrid::mouseMoveEvent(QMouseEvent* event) {
    const std::optional<Cell> cell = cellAt(event->position());
    setCursor(cell ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (cell) {
        emit cellHovered(cell->query, cell->key);
    } else {
        emit hoverLeft();
    }
}

void HeadGrid::leaveEvent(QEvent*) {
    emit hoverLeft();
}

void HeadGrid::keyPressEvent(QKeyEvent* event) {
    const int count = tileCount();
    const int now = tileOfHead(focusedHead());
    int next = now;
    switch (event->key()) {
    case Qt::Key_Left: next = now - 1; break;
    case Qt::Key_Right: next = now + 1; break;
    case Qt::Key_Up: next = now - layout_.columns; break;
    case Qt::Key_Down: next = now + layout_.columns; break;
    case Qt::Key_PageUp: next = std::max(0, now - layout_.perPage); break;
    case Qt::Key_PageDown: next = std::min(count - 1, now + layout_.perPage); break;
    case Qt::Key_Home: next = 0; break;
    case Qt::Key_End: next = count - 1; break;
    default: QWidget::keyPressEvent(event); return;
    }
    if (next >= 0 && next < count && next != now) {
        emit headChosen(headOfTile(next));
    }
}

void HeadGrid::wheelEvent(QWheelEvent* event) {
    if (pages() > 1 && event->angleDelta().y() != 0) {
        setPage(page_ + (event->angleDelta().y() < 0 ? 1 : -1));
    }
}

void HeadGrid::focusInEvent(QFocusEvent* event) {
    QWidget::focusInEvent(event);
    update();
}

void HeadGrid::focusOutEvent(QFocusEvent* event) {
    QWidget::focusOutEvent(event);
    update();
}

void HeadGrid::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        setAccessibleName(tr("All heads"));
        describe();
    } else if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        layOut();
    }
    update();
    QWidget::changeEvent(event);
}

} // namespace headscope::ui
