#pragma once

#include <QString>

#include "ui/present/cost_view.h"

namespace headscope::ui {

// Words and numbers of the cost panel, in the language of the window.

/// "The article's module in PyTorch (CPU, measured)", "Headscope materialised", ...: the figures' label, never left
/// out. Of other numbers than float32 PyTorch's are not measured, and not called so.
QString engineName(CostEngine engine, ElementType element);
/// The same for a narrow place: "Article's module in PyTorch".
QString engineCompactName(CostEngine engine);
/// "PyTorch", "materialised", "blocked": where the full name stands near.
QString engineShortName(CostEngine engine);
QString modeName(CostMode mode);
QString elementName(ElementType element);
/// "none", "11nn", "b1nn", ...
QString maskShapeName(MaskShape mask);
/// The shape in words: "(1, 1, n, n): one for all sequences and heads".
QString maskShapeHint(MaskShape mask);
QString phaseName(CostPhase phase);
/// "does not change", "grows with h", "shrinks with h".
QString scalingText(int headsPower);

/// Where the figures come from: "measured in PyTorch 1.13", "counted at every run", "computed, not measured".
QString originText(const MemoryCost& cost);
/// What "measured" rests on; empty where the short text says it all.
QString originHint(const MemoryCost& cost);
/// Whether the totals of several layers are PyTorch's own too.
bool isStackMeasured(const MemoryCost& layer);
/// Rich text: the formula of the FLOPs, the numbers put in, the exact count; in training the backward pass too.
QString flopsToolTip(const CostSettings& settings);
/// "1 × 12 tokens, d_model 512, h = 8, inference"
QString questionText(const CostQuestion& question);

/// "×1.62, not ×2"; "×2.00"; "×2.71, more than ×2".
QString factorSentence(double factor);
/// "62 % of the peak grows with the heads", and where at 2h heads another moment is the peak, which.
QString shareSentence(const CostSummary& summary);
/// What is kept while the heads change, and what that explains.
QString keepSentence(Keep keep, CostEngine engine);
/// Why there is no second bar: 2h heads do not divide d_model, for example.
QString noDoubleText(const CostQuestion& question);

/// Rich text: "scores / sqrt(d_k)", its formula, the numbers put in, the exact bytes.
QString termToolTip(const MemoryTerm& term, const ExtentValues& values);
/// Rich text: the exact peak, and the largest tensors alive at it.
QString peakToolTip(const MemoryCost& cost, const std::vector<PeakPart>& parts);
/// "forward, events 3 to 17 of 27, alive at the peak"
QString lifeText(const MemoryCost& cost, const MemoryTerm& term);
/// "5 of 27 · scores: scores / sqrt(d_k) +4,608 B · alive 83,456 B · forward"
QString eventText(const MemoryCost& cost, int event);
/// Where the window shows this tensor; empty where it does not.
QString seenText(const MemoryTerm& term);
/// Rich text: "at n = 12 the peak grows like n^1.10".
QString slopeText(const CostCurves& curves);
/// Rich text: "n = 4,096 fits (7.9 GiB); one token more breaks at scores (...)".
QString fitText(const EngineFit& fit, Index budget);

} // namespace headscope::ui
