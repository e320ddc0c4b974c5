#pragma once

#include <vector>

#include <QString>

#include "core/cost/memory_cost.h"

namespace headscope::ui {

/// A piece of a typeset formula: symbols slanted, numbers and words upright, exponents raised, indices lowered.
struct FormulaRun {
    enum class Level { subscript = -1, line = 0, superscript = 1 };
    QString text;
    bool italic = false;
    Level level = Level::line;

    friend bool operator==(const FormulaRun&, const FormulaRun&) = default;
};

using Formula = std::vector<FormulaRun>;

/// The bytes of a tensor in the symbols of the literature: batch · h · n² · 4 B. Equal factors in a row become a power.
Formula bytesFormula(const SymbolicShape& shape, Index elementBytes);
/// The same with the numbers put in: 1 · 8 · 12² · 4 B.
Formula bytesFormula(const SymbolicShape& shape, Index elementBytes, const ExtentValues& values);

/// For labels and tool tips.
QString formulaHtml(const Formula& formula);
/// For screen readers and tests: "batch · h · n² · 4 B", "d_model"; exponents 2 and 3 as signs.
QString formulaPlain(const Formula& formula);

} // namespace headscope::ui
