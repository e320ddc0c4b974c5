#include "ui/plot/focused_head.h"

#include <algorithm>
#include <cmath>

#include <QEvent>
#include <QKeyEvent>
#include <QVBoxLayout>

#include "ui/plot/focused_plot.h"
#include "ui/plot/text_line.h"
#include "ui/present/cell_text.h"

namespace headscope::ui {

namespace {

constexpr double keyZoom = 1.5;
constexpr Index page = 10; ///< cells of Page Up and Page Down

QColor blend(const QColor& a, const QColor& b, float part) {
    return QColor::fromRgbF(a.redF() + (b.redF() - a.redF()) * part, a.greenF() + (b.greenF() - a.greenF()) * part,
                            a.blueF() + (b.blueF() - a.blueF()) * part);
}

/// Colours from the widget's palette, label size from its font.
HeatmapStyle styleOf(const QWidget& widget, ColourMap map, bool dark) {
    HeatmapStyle style;
    style.font = widget.font();
    QStringList families = widget.font().families();
    style.font.setFamilies(families + labelFamilies());
    style.font.setPixelSize(QFontInfo(widget.font()).pixelSize());
    style.smallestLabel = std::floor(0.75 * style.em());
    const QPalette palette = widget.palette();
    style.background = palette.color(QPalette::Window);
    style.text = palette.color(QPalette::WindowText);
    style.muted = blend(style.text, style.background, 0.4F);
    style.accent = palette.color(QPalette::Highlight);
    style.warning = dark ? QColor(0xf0, 0xa8, 0x48) : QColor(0xb4, 0x53, 0x09);
    style.map = map;
    style.dark = dark;
    return style;
}

} // namespace

FocusedHeadView::FocusedHeadView(QWidget* parent)
    : QWidget(parent)
    , plot_(new FocusedPlot(this)) {
    setFocusPolicy(Qt::StrongFocus);
    plot_->setObjectName(QStringLiteral("focusedPlot"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(plot_);
    connect(plot_, &FocusedPlot::cellHovered, this, &FocusedHeadView::cellHovered);
    connect(plot_, &FocusedPlot::labelHovered, this, &FocusedHeadView::labelHovered);
    connect(plot_, &FocusedPlot::rowsWanted, this, &FocusedHeadView::rowsWanted);
    connect(plot_, &FocusedPlot::partChanged, this, &FocusedHeadView::partChanged);
    connect(plot_, &FocusedPlot::hoverLeft, this, &FocusedHeadView::hoverLeft);
    connect(plot_, &FocusedPlot::cellClicked, this, [this](Index query, Index key) {
        setCurrentCell(Cell{query, key});
        emit cellClicked(query, key);
    });
}

FocusedHeadView::~FocusedHeadView() = default;

void FocusedHeadView::setPicture(HeadPicture picture, ColourMap map, bool dark) {
    plot_->setPicture(std::move(picture), styleOf(*this, map, dark));
}

const HeadPicture& FocusedHeadView::picture() const {
    return plot_->picture();
}

void FocusedHeadView::setExactRows(const std::shared_ptr<const RowsOfRun>& rows) {
    plot_->setExactRows(rows);
}

void FocusedHeadView::setHighlight(std::optional<Index> query, std::optional<Index> key) {
    plot_->setHighlight(query, key);
}

void FocusedHeadView::describe() {
    const std::optional<Cell> current = plot_->currentCell();
    setAccessibleDescription(current ? cellSentence(picture(), current->query, current->key) : QString());
}

void FocusedHeadView::setCurrentCell(std::optional<Cell> cell) {
    plot_->setCurrentCell(cell);
    describe();
    const std::optional<Cell> current = plot_->currentCell();
    if (current) {
        emit currentCellChanged(current->query, current->key);
    }
}

std::optional<Cell> FocusedHeadView::currentCell() const {
    return plot_->currentCell();
}

bool FocusedHeadView::zoomed() const {
    return plot_->zoomed();
}

void FocusedHeadView::zoom(double factor) {
    const std::optional<Cell> current = currentCell();
    plot_->zoomAbout(current ? plot_->grid().centre(current->query, current->key) : plot_->plotRect().center(), factor);
}

void FocusedHeadView::resetZoom() {
    plot_->resetZoom();
}

QRectF FocusedHeadView::cellRect(Index query, Index key) const {
    return plot_->grid().rect(query, key).translated(plot_->pos());
}

QSize FocusedHeadView::sizeHint() const {
    return {640, 480};
}

QSize FocusedHeadView::minimumSizeHint() const {
    const int em = QFontInfo(font()).pixelSize();
    return {18 * em, 14 * em};
}

bool FocusedHeadView::moveCurrent(const QKeyEvent& event) {
    const Index lastQuery = picture().rows() - 1;
    const Index lastKey = picture().columns() - 1;
    const bool control = event.modifiers().testFlag(Qt::ControlModifier);
    Cell cell = currentCell().value_or(Cell{});
    const bool first = !currentCell();
    switch (event.key()) {
    case Qt::Key_Up: cell.query -= 1; break;
    case Qt::Key_Down: cell.query += 1; break;
    case Qt::Key_Left: cell.key -= 1; break;
    case Qt::Key_Right: cell.key += 1; break;
    case Qt::Key_PageUp: cell.query -= page; break;
    case Qt::Key_PageDown: cell.query += page; break;
    case Qt::Key_Home: cell = {control ? 0 : cell.query, 0}; break;
    case Qt::Key_End: cell = {control ? lastQuery : cell.query, lastKey}; break;
    default: return false;
    }
    // The first key shows where one is; the next ones move.
    setCurrentCell(first ? Cell{}
                         : Cell{std::clamp(cell.query, Index{0}, lastQuery), std::clamp(cell.key, Index{0}, lastKey)});
    return true;
}

void FocusedHeadView::keyPressEvent(QKeyEvent* event) {
    const Qt::KeyboardModifiers plain = event->modifiers() & ~(Qt::KeypadModifier | Qt::ShiftModifier);
    if (!picture().empty() && (plain == Qt::NoModifier || plain == Qt::ControlModifier) && moveCurrent(*event)) {
        return;
    }
    if (plain != Qt::NoModifier) {
        QWidget::keyPressEvent(event); // Ctrl with + and - scales the whole interface
        return;
    }
    switch (event->key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal: zoom(keyZoom); break;
    case Qt::Key_Minus: zoom(1 / keyZoom); break;
    case Qt::Key_0: resetZoom(); break;
    case Qt::Key_Escape:
        if (zoomed()) {
            resetZoom();
            break;
        }
        [[fallthrough]];
    default: QWidget::keyPressEvent(event);
    }
}

void FocusedHeadView::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    const QEvent::Type type = event->type();
    if (type == QEvent::PaletteChange || type == QEvent::FontChange || type == QEvent::LanguageChange) {
        plot_->setStyle(styleOf(*this, plot_->style().map, plot_->style().dark));
        describe();
    }
}

void FocusedHeadView::focusInEvent(QFocusEvent* event) {
    QWidget::focusInEvent(event);
    plot_->setFocusShown(event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason);
}

void FocusedHeadView::focusOutEvent(QFocusEvent* event) {
    QWidget::focusOutEvent(event);
    plot_->setFocusShown(false);
}

} // namespace headscope::ui
