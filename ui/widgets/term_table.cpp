#include "ui/widgets/term_table.h"

#include <algorithm>

#include <QApplication>
#include <QEvent>
#include <QHeaderView>
#include <QPainter>
#include <QStyledItemDelegate>

#include "ui/plot/formula_drawing.h"
#include "ui/present/cost_text.h"
#include "ui/present/formula_text.h"
#include "ui/present/number_format.h"
#include "ui/theme/theme.h"
#include "ui/widgets/quiet_table.h"

namespace headscope::ui {

namespace {

constexpr double heightOfRow = 26.0;
constexpr double cellPadding = 8.0;
constexpr int leastRows = 12; // where there are so many
constexpr int mostRows = 24;

bool isNumber(int column) {
    return column == TermModel::bytes || column == TermModel::doubled;
}

/// Draws the formula with real exponents, the life as a bar along the events, and the colour of growth.
class TermDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        // The view's own palette is its style sheet's: transparent, which is neither light nor dark.
        const ThemeColours& colours = themeColours(isDark(QApplication::palette()));
        const auto* model = static_cast<const TermModel*>(index.model());
        const MemoryTerm& term = model->term(index.row());
        const QRectF cell = QRectF(option.rect);
        if (option.state.testFlag(QStyle::State_Selected)) {
            painter->fillRect(cell, colours.accentSoft);
        }
        const QRectF inside = cell.adjusted(px(cellPadding), 0, -px(cellPadding), 0);
        painter->save();
        painter->setClipRect(cell);
        if (index.column() == TermModel::formula) {
            drawFormula(*painter, bytesFormula(term.shape, term.element_bytes), option.font, colours.text,
                        QPointF(inside.left(), inside.center().y()));
        } else if (index.column() == TermModel::life) {
            drawLife(*painter, inside, *model, term, colours, growth(model, term) > 0);
        } else {
            drawText(*painter, inside, option, index, colours, growth(model, term) > 0);
        }
        painter->restore();
    }

    QSize sizeHint(const QStyleOptionViewItem& /*option*/, const QModelIndex& /*index*/) const override {
        return {px(80), px(heightOfRow)};
    }

private:
    static int growth(const TermModel* model, const MemoryTerm& term) {
        return term.shape.heads_power(model->summary()->question.keep);
    }

    static void drawText(QPainter& painter, QRectF inside, const QStyleOptionViewItem& option, const QModelIndex& index,
                         const ThemeColours& colours, bool grows) {
        QString text = index.data(Qt::DisplayRole).toString();
        painter.setFont(option.font);
        painter.setPen(index.column() == TermModel::doubled ? colours.secondary : colours.text);
        if (index.column() == TermModel::scaling) {
            const double side = px(10);
            painter.fillRect(QRectF(inside.left(), inside.center().y() - side / 2, side, side),
                             grows ? colours.growing : colours.constant);
            inside.adjust(side + px(6), 0, 0, 0);
        }
        text = option.fontMetrics.elidedText(text, Qt::ElideRight, static_cast<int>(inside.width()));
        painter.drawText(inside, (isNumber(index.column()) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter, text);
    }

    static void drawLife(QPainter& painter, const QRectF& inside, const TermModel& model, const MemoryTerm& term,
                         const ThemeColours& colours, bool grows) {
        const MemoryCost& cost = model.summary()->cost;
        const auto x = [&](int event) {
            return inside.left() + inside.width() * model.positions()[static_cast<std::size_t>(event)];
        };
        const int end = term.died < 0 ? static_cast<int>(cost.events.size()) : term.died;
        const double height = px(8);
        painter.fillRect(QRectF(inside.left(), inside.center().y(), inside.width(), 1), colours.line);
        painter.fillRect(QRectF(x(term.born), inside.center().y() - height / 2,
                                std::max<double>(2.0, x(end) - x(term.born)), height),
                         grows ? colours.growing : colours.constant);
        if (cost.peak_event >= 0) { // one line through all rows
            const double middle = (x(cost.peak_event) + x(cost.peak_event + 1)) / 2;
            const QRectF line(middle, inside.center().y() - px(heightOfRow) / 2.0, 1, px(heightOfRow));
            painter.fillRect(line, colours.text);
        }
    }
};

} // namespace

TermModel::TermModel(QObject* parent)
    : QAbstractTableModel(parent) {
}

void TermModel::setSummary(std::shared_ptr<const CostSummary> summary) {
    beginResetModel();
    summary_ = std::move(summary);
    rows_ = summary_ == nullptr ? std::vector<TermRow>{} : termRows(*summary_);
    positions_ = summary_ == nullptr ? std::vector<double>{} : eventPositions(summary_->cost);
    endResetModel();
}

const MemoryTerm& TermModel::term(int row) const {
    return summary_->cost.terms[static_cast<std::size_t>(termOf(row))];
}

int TermModel::termOf(int row) const {
    return row < 0 || row >= rowCount() ? -1 : rows_[static_cast<std::size_t>(row)].term;
}

int TermModel::rowOf(int term) const {
    const auto row = std::ranges::find(rows_, term, &TermRow::term);
    return row == rows_.end() ? -1 : static_cast<int>(row - rows_.begin());
}

int TermModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int TermModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : columns;
}

QString TermModel::text(int row, int column) const {
    const MemoryTerm& t = term(row);
    const std::optional<Index>& twice = rows_[static_cast<std::size_t>(row)].doubledBytes;
    switch (column) {
    case name: return QString::fromUtf8(t.name);
    case formula: return formulaPlain(bytesFormula(t.shape, t.element_bytes));
    case bytes: return bytesText(t.bytes);
    case doubled: return twice ? bytesText(*twice) : QStringLiteral("–");
    case life: return lifeText(summary_->cost, t);
    case scaling: return scalingText(t.shape.heads_power(summary_->question.keep));
    default: return {};
    }
}

QVariant TermModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || summary_ == nullptr) {
        return {};
    }
    const MemoryTerm& t = term(index.row());
    const std::optional<Index>& twice = rows_[static_cast<std::size_t>(index.row())].doubledBytes;
    switch (role) {
    case Qt::DisplayRole: return text(index.row(), index.column());
    case Qt::ToolTipRole:
        switch (index.column()) {
        case doubled: return twice ? exactBytesText(*twice) : QString();
        case life: return lifeText(summary_->cost, t);
        default: return termToolTip(t, summary_->cost.values);
        }
    default: return {};
    }
}

QVariant TermModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return QVariant((isNumber(section) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    if (role == Qt::ToolTipRole) {
        switch (section) {
        case life: return tr("From the statement that makes it to the one that releases it; the line is the peak");
        case doubled: return tr("The same tensor with twice the heads");
        default: return {};
        }
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case name: return tr("Tensor");
    case formula: return tr("Size");
    case bytes: return tr("Bytes");
    case doubled: return tr("at 2h");
    case life: return tr("Alive (line: peak)");
    case scaling: return tr("With more heads");
    default: return {};
    }
}

TermTable::TermTable(QWidget* parent)
    : QTableView(parent)
    , model_(new TermModel(this)) {
    setModel(model_);
    setItemDelegate(new TermDelegate(this));
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::SingleSelection);
    makeQuiet(*this);
    horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& current) { emit termChosen(model_->termOf(current.row())); });
    connect(this, &QTableView::activated, this,
            [this](const QModelIndex& index) { emit termOpened(model_->termOf(index.row())); });
}

void TermTable::showSummary(const Result<CostSummary>& summary) {
    const int chosen = chosenTerm();
    const int rowsBefore = model_->rowCount();
    const std::string_view chosenName =
        chosen < 0 ? std::string_view() : model_->summary()->cost.terms[static_cast<std::size_t>(chosen)].name;
    {
        const QSignalBlocker blocker(selectionModel());
        model_->setSummary(summary ? std::make_shared<const CostSummary>(*summary) : nullptr);
        for (int row = 0; row < model_->rowCount() && chosen >= 0; ++row) {
            if (model_->term(row).name == chosenName) {
                setCurrentIndex(model_->index(row, 0));
                break;
            }
        }
    }
    if (model_->rowCount() != rowsBefore) {
        updateGeometry();
    }
    emit termChosen(chosenTerm());
}

int TermTable::chosenTerm() const {
    return currentIndex().isValid() ? model_->termOf(currentIndex().row()) : -1;
}

QSize TermTable::sizeHint() const {
    return {px(560), (std::min(mostRows, model_->rowCount()) + 1) * px(heightOfRow) + px(8)};
}

QSize TermTable::minimumSizeHint() const {
    return {px(320), (std::min(leastRows, model_->rowCount()) + 1) * px(heightOfRow) + px(8)};
}

void TermTable::fitColumns() {
    verticalHeader()->setDefaultSectionSize(px(heightOfRow));
    const QFontMetrics metrics(font());
    const int padding = 2 * px(cellPadding);
    const auto header = [&](int column) {
        return metrics.horizontalAdvance(model_->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
    };
    const auto width = [&](int column, const QString& widest) {
        return std::max(header(column), metrics.horizontalAdvance(widest)) + padding + px(2);
    };
    int widths[TermModel::columns]{};
    widths[TermModel::formula] = width(TermModel::formula, QStringLiteral("batch · n · h · d_model · 4 B"));
    widths[TermModel::bytes] = width(TermModel::bytes, QStringLiteral("88.8 MiB"));
    widths[TermModel::doubled] = width(TermModel::doubled, QStringLiteral("88.8 MiB"));
    widths[TermModel::scaling] =
        std::max(width(TermModel::scaling, scalingText(0)), width(TermModel::scaling, scalingText(1))) + px(16);
    int left = viewport()->width();
    for (const int w : widths) {
        left -= w;
    }
    // What is left: a third to the life, the rest to the name.
    widths[TermModel::life] = std::max(px(72), std::min(left * 2 / 5, px(280)));
    widths[TermModel::name] = std::max(px(120), left - widths[TermModel::life]);
    for (int column = 0; column < TermModel::columns; ++column) {
        setColumnWidth(column, widths[column]);
    }
}

void TermTable::resizeEvent(QResizeEvent* event) {
    QTableView::resizeEvent(event);
    fitColumns();
}

void TermTable::changeEvent(QEvent* event) {
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::LanguageChange) {
        fitColumns();
        emit model_->headerDataChanged(Qt::Horizontal, 0, TermModel::columns - 1);
        viewport()->update();
        updateGeometry();
    }
}

} // namespace headscope::ui
