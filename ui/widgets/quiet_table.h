#pragma once

class QTableView;

namespace headscope::ui {

/// No grid, no frame, no scroll bar below, nothing to click in the headers: a table that looks like the text around it.
/// Tab goes on to the next control.
void makeQuiet(QTableView& table);

} // namespace headscope::ui
