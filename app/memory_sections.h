#pragma once

#include <QCoreApplication>
#include <QString>

#include "app/memory_report.h"
#include "app/text_table.h"

namespace headscope::ui {

/// Translation context of what `headscope memory` prints: Memory::tr("Peak").
struct Memory {
    Q_DECLARE_TR_FUNCTIONS(Memory)
};

/// "Peak    1.5 MiB    1,572,864 B" in three columns.
void addBytesRow(TextTable& table, const QString& name, Index bytes);

// What follows after the tensors, each a blank line, a heading and a table; empty where it was not asked for or says
// nothing.

QString breakEvenSection(const MemoryReport& report);
QString stackSection(const MemoryReport& report);          ///< of more than one layer
QString kvCacheSection(const MemoryReport& report);        ///< in inference
QString tensorParallelSection(const MemoryReport& report); ///< where devices were given
QString savedTensorsSection(const MemoryReport& report);   ///< in training

/// What fits in the budget, and what does not; there is one.
QString budgetSentence(const MemoryReport& report);

} // namespace headscope::ui
