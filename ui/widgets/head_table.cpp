#include "ui/widgets/head_table.h"

#include <algorithm>

#include <QEvent>
#include <QFont>
#include <QHeaderView>

#include "ui/present/cost_text.h"
#include "ui/present/number_format.h"
#include "ui/session/cost_source.h"
#include "ui/theme/theme.h"
#include "ui/widgets/quiet_table.h"

namespace headscope::ui {

namespace {

constexpr double heightOfRow = 26.0;

} // namespace

HeadModel::HeadModel(CostSource& source, QObject* parent)
    : QAbstractTableModel(parent)
    , source_(source) {
}

void HeadModel::showState() {
    beginResetModel();
    rows_ = source_.heads();
    endResetModel();
}

const HeadRow* HeadModel::row(int row) const {
    return row < 0 || row >= rowCount() ? nullptr : &rows_[static_cast<std::size_t>(row)];
}

int HeadModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int HeadModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : columns;
}

QString HeadModel::text(const HeadRow& row, int column) const {
    switch (column) {
    case heads: return countText(row.heads);
    case d_head: return countText(row.d_model / row.heads);
    case peak: return bytesText(row.peak_bytes);
    case flops: return flopsText(row.flops);
    case time: {
        const auto measured = source_.measuredTime(row.heads, row.d_model);
        if (!measured) {
            return QStringLiteral("–");
        }
        return (measured->whole ? QString() : QStringLiteral("≥ ")) + durationText(measured->seconds);
    }
    default: return {};
    }
}

QString HeadModel::exact(const HeadRow& row, int column) const {
    switch (column) {
    case d_head: return QStringLiteral("%1 / %2 = %3").arg(row.d_model).arg(row.heads).arg(row.d_model / row.heads);
    case peak: return exactBytesText(row.peak_bytes);
    case flops: {
        CostSettings settings = source_.question().settings;
        settings.n_heads = row.heads;
        settings.d_model = row.d_model;
        return flopsToolTip(settings);
    }
    case time: {
        const auto measured = source_.measuredTime(row.heads, row.d_model);
        if (!measured) {
            return tr("Not run yet with this text; a double click runs it");
        }
        return measured->whole ? tr("The forward pass of Headscope's own run, measured here with this text, whatever "
                                    "engine is chosen")
                               : tr("A whole forward pass takes longer: this one took over what the run before had "
                                    "computed");
    }
    default: return tr("A double click takes this number of heads");
    }
}

QVariant HeadModel::data(const QModelIndex& index, int role) const {
    const HeadRow* r = row(index.row());
    if (!index.isValid() || r == nullptr) {
        return {};
    }
    switch (role) {
    case Qt::DisplayRole: return text(*r, index.column());
    case Qt::ToolTipRole: return exact(*r, index.column());
    case Qt::TextAlignmentRole: return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    case Qt::FontRole: {
        QFont font;
        font.setBold(r->present);
        return font;
    }
    default: return {};
    }
}

QVariant HeadModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case heads: return QStringLiteral("h");
    case d_head: return QStringLiteral("d_k");
    case peak: return tr("peak");
    case flops:
        return source_.question().settings.mode == CostMode::training ? tr("FLOPs, both") : QStringLiteral("FLOPs");
    case time: return tr("Headscope's time");
    default: return {};
    }
}

HeadTable::HeadTable(CostSource& source, QWidget* parent)
    : QTableView(parent)
    , model_(new HeadModel(source, this)) {
    setModel(model_);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    makeQuiet(*this);
    horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    horizontalHeader()->setSectionResizeMode(HeadModel::heads, QHeaderView::Stretch); // takes what the others leave
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(this, &QTableView::activated, this, [this](const QModelIndex& index) {
        if (const HeadRow* row = model_->row(index.row())) {
            emit headsChosen(row->heads);
        }
    });
}

void HeadTable::showState() {
    const int before = model_->rowCount();
    model_->showState();
    if (model_->rowCount() != before) {
        fitHeight();
    }
}

void HeadTable::fitHeight() {
    verticalHeader()->setDefaultSectionSize(px(heightOfRow));
    horizontalHeader()->setFixedHeight(px(heightOfRow));
    setFixedHeight((model_->rowCount() + 1) * px(heightOfRow) + px(2));
}

void HeadTable::changeEvent(QEvent* event) {
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::LanguageChange) {
        emit model_->headerDataChanged(Qt::Horizontal, 0, HeadModel::columns - 1);
        fitHeight();
        viewport()->update();
    }
}

} // namespace headscope::ui
