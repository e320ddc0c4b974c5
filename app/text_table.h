#pragma once

#include <vector>

#include <QStringList>

namespace headscope::ui {

enum class Align { left, right };

/// Rows of cells in columns as wide as their widest cell, two spaces between them; Chinese characters count double.
class TextTable {
public:
    /// One alignment a column.
    explicit TextTable(std::vector<Align> columns);

    /// As many cells as columns (contract).
    void add(const QStringList& cells);

    /// A line for each row, each after `indent` spaces and without white space at its end.
    QString text(qsizetype indent = 2) const;

private:
    std::vector<Align> columns_;
    std::vector<QStringList> rows_;
};

} // namespace headscope::ui
