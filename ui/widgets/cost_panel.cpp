#include "ui/widgets/cost_panel.h"

#include <algorithm>

#include <QGridLayout>
#include <QHBoxLayout>
#include <QStyle>

#include "ui/present/error_text.h"
#include "ui/present/number_format.h"
#include "ui/session/session.h"
#include "ui/theme/theme.h"

namespace headscope::ui {

namespace {

constexpr int tableRows = 8;
constexpr int tableColumns = 3;

/// Legal head counts around the present one, as many as the table shows; the usual ones where there are more.
std::vector<Index> tableHeads(const ModelDims& dims) {
    std::vector<Index> legal = legal_head_counts(dims.d_model());
    const auto rows = static_cast<std::size_t>(tableRows);
    if (legal.size() <= rows) {
        return legal;
    }
    const auto now = static_cast<std::size_t>(std::ranges::find(legal, dims.n_heads()) - legal.begin());
    const std::size_t first = std::min(now < rows / 2 ? 0 : now - rows / 2, legal.size() - rows);
    return {legal.begin() + static_cast<std::ptrdiff_t>(first),
            legal.begin() + static_cast<std::ptrdiff_t>(first + rows)};
}

QString percent(Index part, Index whole) {
    return whole == 0 ? QStringLiteral("0 %")
                      : QString::number(100.0 * static_cast<double>(part) / static_cast<double>(whole), 'f', 1) +
                            QStringLiteral(" %");
}

} // namespace

CostPanel::CostPanel(Session& session, QWidget* parent)
    : Section(parent)
    , session_(session)
    , parameters_(addFigure("parameters"))
    , scores_(addFigure("scores"))
    , activations_(addFigure("activations"))
    , flops_(addFigure("flops"))
    , time_(addFigure("time"))
    , tableHeading_(makeLabel("heading", this)) {
    body()->addSpacing(px(8));
    body()->addWidget(tableHeading_);
    buildTable();
    body()->addStretch();
    connect(&session_, &Session::requestChanged, this, &CostPanel::showState);
    retranslate();
}

CostPanel::Figure CostPanel::addFigure(const char* objectName) {
    Figure figure{makeLabel("hint", this), makeLabel("value", this), makeLabel("hint", this)};
    figure.value->setObjectName(QString::fromLatin1(objectName));
    figure.value->setTextInteractionFlags(Qt::TextSelectableByMouse);
    figure.hint->setWordWrap(true);
    auto* box = new QVBoxLayout;
    box->setSpacing(0);
    for (QLabel* label : {figure.name, figure.value, figure.hint}) {
        box->addWidget(label);
    }
    body()->addLayout(box);
    return figure;
}

void CostPanel::buildTable() {
    table_ = new QGridLayout;
    table_->setHorizontalSpacing(px(8));
    table_->setVerticalSpacing(px(4));
    for (int row = 0; row <= tableRows; ++row) {
        std::vector<QLabel*> labels;
        for (int column = 0; column < tableColumns; ++column) {
            QLabel* label = makeLabel(row == 0 ? "hint" : "cell", this);
            label->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
            table_->addWidget(label, row, column);
            table_->setColumnStretch(column, 1);
            labels.push_back(label);
        }
        cells_.push_back(labels);
    }
    body()->addLayout(table_);
}

void CostPanel::showSnapshot(std::shared_ptr<const Snapshot> snapshot) {
    snapshot_ = std::move(snapshot);
    showState();
}

Result<Cost> CostPanel::costOf(Index heads) const {
    const Request& request = session_.state().request;
    CostInput input;
    input.dims = ModelDims::create(request.dims.d_model(), heads).value();
    input.n_q = input.n_k = snapshot_ == nullptr ? 0 : snapshot_->n_q();
    input.masked = request.attention.mask.kind() != Mask::Kind::none;
    input.dropout = request.attention.dropout > 0.0;
    return forward_cost(input);
}

void CostPanel::showState() {
    const Result<Cost> cost = costOf(session_.state().request.dims.n_heads());
    if (!cost) {
        scores_.hint->setText(errorText(cost.error()));
        return;
    }
    parameters_.value->setText(countText(cost->parameters));
    parameters_.hint->setText(tr("%1, whatever the number of heads").arg(bytesText(cost->parameter_bytes)));
    scores_.value->setText(bytesText(cost->scores_bytes));
    scores_.value->setToolTip(exactBytesText(cost->scores_bytes));
    scores_.hint->setText(tr("n_heads · n² · 4 bytes: doubles with the heads"));
    activations_.value->setText(bytesText(cost->activation_bytes));
    activations_.value->setToolTip(exactBytesText(cost->activation_bytes));
    activations_.hint->setText(tr("all intermediates of one forward pass, kept to be shown"));
    flops_.value->setText(flopsText(cost->flops_forward));
    flops_.value->setToolTip(tr("%1 operations").arg(countText(cost->flops_forward)));
    flops_.hint->setText(tr("%1 of it grows with the heads").arg(percent(cost->flops_with_heads, cost->flops_forward)));
    const bool measured = snapshot_ != nullptr && !snapshot_->empty();
    time_.value->setText(measured ? durationText(snapshot_->timings.total) : QStringLiteral("–"));
    time_.hint->setText(measured ? tr("measured; attention alone %1").arg(durationText(snapshot_->timings.attention))
                                 : QString());
    showTable();
}

void CostPanel::showTable() {
    const std::vector<Index> heads = tableHeads(session_.state().request.dims);
    for (std::size_t row = 1; row < cells_.size(); ++row) {
        const bool used = row <= heads.size();
        const Result<Cost> cost = used ? costOf(heads[row - 1]) : Result<Cost>(Cost{});
        const bool now = used && heads[row - 1] == session_.state().request.dims.n_heads();
        const QStringList texts = !used || !cost ? QStringList{{}, {}, {}}
                                                 : QStringList{countText(heads[row - 1]), bytesText(cost->scores_bytes),
                                                               bytesText(cost->activation_bytes)};
        for (std::size_t column = 0; column < cells_[row].size(); ++column) {
            QLabel* label = cells_[row][column];
            label->setText(texts[static_cast<qsizetype>(column)]);
            label->setVisible(used);
            if (label->property("present").toBool() != now) {
                label->setProperty("present", now);
                label->style()->unpolish(label);
                label->style()->polish(label);
            }
        }
    }
}

void CostPanel::retranslate() {
    heading()->setText(tr("Cost"));
    aside()->setText(tr("one forward pass"));
    parameters_.name->setText(tr("Parameters"));
    scores_.name->setText(tr("Scores of all heads"));
    activations_.name->setText(tr("Activations"));
    flops_.name->setText(tr("FLOPs"));
    time_.name->setText(tr("Time of the last run"));
    tableHeading_->setText(tr("Other numbers of heads"));
    const QStringList headers{tr("heads"), tr("scores"), tr("activations")};
    for (int column = 0; column < tableColumns; ++column) {
        cells_[0][static_cast<std::size_t>(column)]->setText(headers[column]);
    }
    showState();
}

} // namespace headscope::ui
