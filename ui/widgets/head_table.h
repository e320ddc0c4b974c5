#pragma once

#include <QAbstractTableModel>
#include <QTableView>

#include "ui/present/cost_view.h"

namespace headscope::ui {

class CostSource;

/// h = 1, 2, 4, ...: what each number of heads costs, and the time of those that were run.
class HeadModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { heads, d_head, peak, flops, time, columns };

    explicit HeadModel(CostSource& source, QObject* parent = nullptr);

    void showState();
    const HeadRow* row(int row) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString text(const HeadRow& row, int column) const;
    QString exact(const HeadRow& row, int column) const;

    CostSource& source_;
    std::vector<HeadRow> rows_;
};

class HeadTable : public QTableView {
    Q_OBJECT

public:
    explicit HeadTable(CostSource& source, QWidget* parent = nullptr);

    void showState();

signals:
    /// Return or a double click.
    void headsChosen(headscope::Index heads);

protected:
    void changeEvent(QEvent* event) override;

private:
    void fitHeight();

    HeadModel* model_;
};

} // namespace headscope::ui
