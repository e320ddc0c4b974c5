#include "app/text_table.h"

#include <algorithm>

#include "app/text_width.h"
#include "core/base/contract.h"

namespace headscope::ui {

TextTable::TextTable(std::vector<Align> columns)
    : columns_(std::move(columns)) {
}

void TextTable::add(const QStringList& cells) {
    HEADSCOPE_EXPECTS(cells.size() == std::ssize(columns_));
    rows_.push_back(cells);
}

QString TextTable::text(qsizetype indent) const {
    std::vector<qsizetype> widths(columns_.size(), 0);
    for (const QStringList& row : rows_) {
        for (qsizetype i = 0; i < row.size(); ++i) {
            qsizetype& width = widths[static_cast<std::size_t>(i)];
            width = std::max(width, columns(row[i]));
        }
    }
    QString text;
    for (const QStringList& row : rows_) {
        QString line(indent, u' ');
        for (qsizetype i = 0; i < row.size(); ++i) {
            const auto column = static_cast<std::size_t>(i);
            const QString gap(widths[column] - columns(row[i]), u' ');
            line += columns_[column] == Align::left ? row[i] + gap : gap + row[i];
            line += QStringLiteral("  ");
        }
        while (line.endsWith(u' ')) {
            line.chop(1);
        }
        text += line + u'\n';
    }
    return text;
}

} // namespace headscope::ui
