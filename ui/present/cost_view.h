#pragma once

#include <optional>
#include <vector>

#include "core/cost/break_even.h"
#include "core/cost/budget.h"
#include "core/cost/flops.h"
#include "core/cost/memory_cost.h"
#include "core/cost/stack.h"
#include "core/engine/snapshot.h"
#include "core/session/session_state.h"

namespace headscope::ui {

// From the session's state to the numbers of the cost panel: pure functions, microseconds each. Texts are made in
// cost_text.

/// All that the panel's numbers follow from; equal questions have equal answers.
struct CostQuestion {
    CostSettings settings;
    Index tokens = 0; ///< of the text, which settings.seq_len need not follow
    Index layers = 1;
    Keep keep = Keep::d_model;
    CostAxis axis = CostAxis::seq_len;
    Index budget_bytes = 0;

    friend bool operator==(const CostQuestion&, const CostQuestion&) = default;
};

/// `tokens` of the text; the panel's own seq_len goes before it. No token: settings.seq_len is 0, which no engine
/// takes.
CostQuestion costQuestion(const SessionState& state, Index tokens);
/// What the request's mask is as a tensor: causal and matrix 11nn, padding b11n.
MaskShape maskShapeOf(const Request& request);

/// needs_too_much_memory where the run of this request would be refused on a machine that allows so many bytes: known
/// before it is tried.
std::optional<Error> tooLargeToRun(const Request& request, Index tokens, Index allowed, Index threads = 1);

/// Peak bytes of a run: of the memory model before it, and counted while it allocated.
struct RunMemory {
    Index predicted = 0;
    Index measured = 0;
};

/// None for an empty text.
std::optional<RunMemory> runMemory(const Snapshot& snapshot);

/// A tensor that is alive at the peak.
struct PeakPart {
    int term = 0; ///< index into MemoryCost::terms
    Index bytes = 0;
    bool grows = false; ///< with the heads, under the question's Keep
};

/// First what does not grow with the heads, then what does; each by bytes, largest first.
std::vector<PeakPart> peakParts(const MemoryCost& cost, Keep keep);
/// Bytes of the parts that grow.
Index growingBytes(const std::vector<PeakPart>& parts);

/// One layer at h heads and at 2h.
struct CostSummary {
    CostQuestion question;
    MemoryCost cost;
    std::vector<PeakPart> parts;
    std::optional<MemoryCost> doubled; ///< none where 2h heads do not divide d_model, or pass what can be counted
    std::vector<PeakPart> doubledParts;
    FlopCost flops;
    std::optional<StackCost> stack; ///< where more than one layer is asked for
    std::optional<StackCost> doubledStack;

    /// Peak at 2h over peak at h.
    std::optional<double> factor() const;
};

/// Errors: those of memory_cost().
Result<CostSummary> costSummary(const CostQuestion& question);

/// A row of the table of terms.
struct TermRow {
    int term = 0;
    std::optional<Index> doubledBytes; ///< none where there is no 2h, or no such tensor
};

/// Largest first; equal ones in the order in which they are made.
std::vector<TermRow> termRows(const CostSummary& summary);

/// A row of the table of heads.
struct HeadRow {
    Index heads = 1;
    Index d_model = 0;
    Index peak_bytes = 0;
    Index flops = 0; ///< forward, in training with the backward pass
    bool present = false;
};

/// Head counts around the present one: those that divide d_model, or powers of two where d_k is kept. What cannot be
/// counted is left out.
std::vector<HeadRow> headRows(const CostQuestion& question);

struct CurvePoint {
    double x = 0.0;
    double bytes = 0.0;
};

struct CostCurve {
    CostEngine engine = CostEngine::pytorch;
    std::vector<CurvePoint> points; ///< by rising x
};

struct CostCurves {
    CostAxis axis = CostAxis::seq_len;
    std::vector<CostCurve> curves;     ///< one an engine
    std::vector<BreakEven> breakEvens; ///< along n only
    CurvePoint present;                ///< of the question's engine
    std::optional<double> slope;       ///< there, on log-log axes
};

/// Lines of the three engines. They follow from fewer settings than the rest: while a text is typed, those along n
/// stay. CostQuestions with the same curvesKey() have the same lines.
std::vector<CostCurve> engineCurves(const CostQuestion& question);
CostQuestion curvesKey(CostQuestion question);
/// The lines with the present question on them.
CostCurves costCurves(const CostQuestion& question, std::vector<CostCurve> lines);

struct EngineFit {
    CostEngine engine = CostEngine::pytorch;
    BudgetFit fit;
    std::optional<MemoryTerm> breaking; ///< BudgetFit::breaking_term, with its bytes at one token more
};

/// What fits into the question's budget, for each engine; an engine that cannot answer is left out. The same for
/// questions of the same fitsKey().
std::vector<EngineFit> engineFits(const CostQuestion& question);
CostQuestion fitsKey(CostQuestion question);

/// Where each event begins on an axis from 0 to 1, and the end: events of a few bytes, of which the optimizer step has
/// hundreds, are narrow.
std::vector<double> eventPositions(const MemoryCost& cost);

} // namespace headscope::ui
