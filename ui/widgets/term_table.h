#pragma once

#include <optional>

#include <QAbstractTableModel>
#include <QTableView>

#include "ui/present/cost_view.h"

namespace headscope::ui {

/// Every tensor of one layer, largest first. A plain table for readers and copying: each cell has its text; TermTable
/// draws formulas and lives.
class TermModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { name, formula, bytes, doubled, life, scaling, columns };

    explicit TermModel(QObject* parent = nullptr);

    void setSummary(std::shared_ptr<const CostSummary> summary);
    const CostSummary* summary() const { return summary_.get(); }
    const MemoryTerm& term(int row) const;
    /// See eventPositions().
    const std::vector<double>& positions() const { return positions_; }
    /// Index into MemoryCost::terms, and back; -1: none.
    int termOf(int row) const;
    int rowOf(int term) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString text(int row, int column) const;

    std::shared_ptr<const CostSummary> summary_;
    std::vector<TermRow> rows_;
    std::vector<double> positions_;
};

class TermTable : public QTableView {
    Q_OBJECT

public:
    explicit TermTable(QWidget* parent = nullptr);

    /// The chosen term stays chosen where there is one of its name.
    void showSummary(const Result<CostSummary>& summary);
    TermModel& terms() { return *model_; }
    /// Index into MemoryCost::terms; -1: none.
    int chosenTerm() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void termChosen(int term);
    /// Return or a double click.
    void termOpened(int term);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitColumns();

    TermModel* model_;
};

} // namespace headscope::ui
