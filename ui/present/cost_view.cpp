#include "ui/present/cost_view.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/engine/run_cost.h"

namespace headscope::ui {

namespace {

constexpr Index longestCurve = 65'536; // of n; farther where the present one is
constexpr Index largestBatch = 1024;
constexpr Index largestPowerOfHeads = 128;
constexpr std::size_t headTableRows = 10;
constexpr std::size_t curvePoints = 24;

std::vector<Index> powersOfTwo(Index last) {
    std::vector<Index> powers;
    for (Index power = 1; power <= last; power *= 2) {
        powers.push_back(power);
    }
    return powers;
}

void insert(std::vector<Index>& sorted, Index value) {
    const auto place = std::ranges::lower_bound(sorted, value);
    if (place == sorted.end() || *place != value) {
        sorted.insert(place, value);
    }
}

/// Head counts that the question can be asked with.
std::vector<Index> possibleHeads(const CostQuestion& question) {
    if (question.keep == Keep::d_model) {
        return legal_head_counts(question.settings.d_model);
    }
    std::vector<Index> heads = powersOfTwo(std::max(largestPowerOfHeads, question.settings.n_heads * 2));
    insert(heads, question.settings.n_heads);
    return heads;
}

/// `most` of them, around the present one.
std::vector<Index> around(const std::vector<Index>& heads, Index present, std::size_t most) {
    if (heads.size() <= most) {
        return heads;
    }
    const auto now = static_cast<std::size_t>(std::ranges::lower_bound(heads, present) - heads.begin());
    const std::size_t first = std::min(now < most / 2 ? 0 : now - most / 2, heads.size() - most);
    return {heads.begin() + static_cast<std::ptrdiff_t>(first),
            heads.begin() + static_cast<std::ptrdiff_t>(first + most)};
}

Index at(const CostQuestion& question) {
    switch (question.axis) {
    case CostAxis::n_heads: return question.settings.n_heads;
    case CostAxis::seq_len: return question.settings.seq_len;
    case CostAxis::batch: return question.settings.batch;
    }
    return 1;
}

std::vector<Index> axisValues(const CostQuestion& question) {
    const Index present = at(question);
    switch (question.axis) {
    case CostAxis::n_heads: return around(possibleHeads(question), present, curvePoints);
    case CostAxis::seq_len: return powersOfTwo(std::max(longestCurve, present * 4));
    case CostAxis::batch: return powersOfTwo(std::max(largestBatch, present * 4));
    }
    return {};
}

CostSettings moved(const CostQuestion& question, Index value) {
    CostSettings settings = question.settings;
    switch (question.axis) {
    case CostAxis::n_heads: return with_heads(settings, value, question.keep);
    case CostAxis::seq_len: settings.seq_len = value; break;
    case CostAxis::batch: settings.batch = value; break;
    }
    return settings;
}

std::optional<double> peakAt(const CostQuestion& question, Index value) {
    const Result<MemoryCost> cost = memory_cost(moved(question, value));
    return cost && cost->peak_bytes > 0 ? std::optional(static_cast<double>(cost->peak_bytes)) : std::nullopt;
}

/// Between the present value and a little more; along h between neighbours that can be built.
std::optional<double> slopeAt(const CostQuestion& question) {
    Index from = at(question);
    Index to = from + std::max<Index>(1, from / 16);
    if (question.axis == CostAxis::n_heads) {
        const std::vector<Index> heads = possibleHeads(question);
        const auto next = std::ranges::upper_bound(heads, from);
        if (next == heads.end() && heads.size() < 2) {
            return std::nullopt;
        }
        to = next != heads.end() ? *next : from;
        from = next != heads.end() ? from : heads[heads.size() - 2];
    }
    const std::optional<double> y0 = peakAt(question, from);
    const std::optional<double> y1 = peakAt(question, to);
    if (!y0 || !y1) {
        return std::nullopt;
    }
    return local_slope(static_cast<double>(from), *y0, static_cast<double>(to), *y1);
}

std::optional<StackCost> stackOf(const MemoryCost& layer, Index layers) {
    if (layers <= 1) {
        return std::nullopt;
    }
    const Result<StackCost> stack = stack_cost(layer, layers);
    return stack ? std::optional(*stack) : std::nullopt;
}

std::optional<MemoryTerm> breakingTerm(CostSettings settings, const BudgetFit& fit) {
    settings.seq_len = fit.largest_seq_len + 1;
    const Result<MemoryCost> cost = memory_cost(settings);
    if (!cost) {
        return std::nullopt;
    }
    const auto term = std::ranges::find(cost->terms, fit.breaking_term, &MemoryTerm::name);
    return term == cost->terms.end() ? std::nullopt : std::optional(*term);
}

constexpr CostEngine engines[] = {CostEngine::pytorch, CostEngine::materialised, CostEngine::blocked};

} // namespace

MaskShape maskShapeOf(const Request& request) {
    return cost_settings(request, 1, 1).mask;
}

CostQuestion costQuestion(const SessionState& state, Index tokens) {
    const CostViewSettings& view = state.view.cost;
    CostQuestion question;
    question.tokens = tokens;
    question.settings.engine = view.engine;
    question.settings.mode = view.mode;
    question.settings.batch = view.batch;
    question.settings.seq_len = view.seq_len.value_or(tokens);
    question.settings.d_model = state.request.dims.d_model();
    question.settings.n_heads = state.request.dims.n_heads();
    question.settings.mask = view.mask.value_or(maskShapeOf(state.request));
    question.settings.dropout = state.request.attention.dropout;
    question.settings.element = view.element;
    question.layers = view.layers;
    question.keep = view.keep;
    question.axis = view.axis;
    question.budget_bytes = view.budget_bytes;
    return question;
}

std::optional<Error> tooLargeToRun(const Request& request, Index tokens, Index allowed, Index threads) {
    if (tokens == 0) {
        return std::nullopt;
    }
    const Index needed = bytes_of_run(request, 1, tokens, tokens, threads);
    return needed > allowed ? std::optional(Error{ErrorCode::needs_too_much_memory, {needed, allowed}}) : std::nullopt;
}

std::optional<RunMemory> runMemory(const Snapshot& snapshot) {
    if (snapshot.empty()) {
        return std::nullopt;
    }
    const Result<MemoryCost> cost =
        predicted_memory(snapshot.request, snapshot.batch(), snapshot.n_q(), snapshot.n_k(), snapshot.threads);
    return cost ? std::optional(RunMemory{cost->forward_peak_bytes, snapshot.trace.memory.peak_bytes}) : std::nullopt;
}

std::vector<PeakPart> peakParts(const MemoryCost& cost, Keep keep) {
    std::vector<PeakPart> parts;
    for (int i = 0; i < static_cast<int>(cost.terms.size()); ++i) {
        const MemoryTerm& term = cost.terms[static_cast<std::size_t>(i)];
        if (term.at_peak && term.bytes > 0) {
            parts.push_back({i, term.bytes, term.shape.heads_power(keep) > 0});
        }
    }
    std::ranges::stable_sort(
        parts, [](const PeakPart& a, const PeakPart& b) { return a.grows != b.grows ? !a.grows : a.bytes > b.bytes; });
    return parts;
}

Index growingBytes(const std::vector<PeakPart>& parts) {
    Index bytes = 0;
    for (const PeakPart& part : parts) {
        bytes += part.grows ? part.bytes : 0; // part of a peak that is known to fit
    }
    return bytes;
}

std::optional<double> CostSummary::factor() const {
    if (!doubled || cost.peak_bytes == 0) {
        return std::nullopt;
    }
    return static_cast<double>(doubled->peak_bytes) / static_cast<double>(cost.peak_bytes);
}

Result<CostSummary> costSummary(const CostQuestion& question) {
    Result<MemoryCost> cost = memory_cost(question.settings);
    if (!cost) {
        return tl::make_unexpected(std::move(cost.error()));
    }
    Result<FlopCost> flops = flop_cost(flop_settings(question.settings));
    if (!flops) {
        return tl::make_unexpected(std::move(flops.error()));
    }
    CostSummary summary;
    summary.question = question;
    summary.cost = std::move(*cost);
    summary.parts = peakParts(summary.cost, question.keep);
    summary.flops = std::move(*flops);
    summary.stack = stackOf(summary.cost, question.layers);
    Result<MemoryCost> doubled =
        memory_cost(with_heads(question.settings, question.settings.n_heads * 2, question.keep));
    if (doubled) {
        summary.doubledParts = peakParts(*doubled, question.keep);
        summary.doubledStack = stackOf(*doubled, question.layers);
        summary.doubled = std::move(*doubled);
    }
    return summary;
}

std::vector<TermRow> termRows(const CostSummary& summary) {
    const std::vector<MemoryTerm>& terms = summary.cost.terms;
    std::vector<TermRow> rows;
    std::vector<bool> taken(summary.doubled ? summary.doubled->terms.size() : 0);
    for (int i = 0; i < static_cast<int>(terms.size()); ++i) {
        TermRow row{i, std::nullopt};
        // The same tensor at 2h is the first one of that name that no earlier row has.
        for (std::size_t other = 0; other < taken.size() && !row.doubledBytes; ++other) {
            const MemoryTerm& candidate = summary.doubled->terms[other];
            if (!taken[other] && candidate.name == terms[static_cast<std::size_t>(i)].name &&
                candidate.phase == terms[static_cast<std::size_t>(i)].phase) {
                taken[other] = true;
                row.doubledBytes = candidate.bytes;
            }
        }
        rows.push_back(row);
    }
    std::ranges::stable_sort(rows, std::ranges::greater{},
                             [&](const TermRow& row) { return terms[static_cast<std::size_t>(row.term)].bytes; });
    return rows;
}

std::vector<HeadRow> headRows(const CostQuestion& question) {
    std::vector<HeadRow> rows;
    for (const Index heads : around(possibleHeads(question), question.settings.n_heads, headTableRows)) {
        const CostSettings settings = with_heads(question.settings, heads, question.keep);
        const Result<MemoryCost> cost = memory_cost(settings);
        const Result<FlopCost> flops = cost ? flop_cost(flop_settings(settings)) : Result<FlopCost>(FlopCost{});
        if (!cost || !flops) {
            continue;
        }
        const bool training = settings.mode == CostMode::training;
        rows.push_back({heads, settings.d_model, cost->peak_bytes,
                        flops->forward_total + (training ? flops->backward_total : 0),
                        heads == question.settings.n_heads});
    }
    return rows;
}

CostQuestion curvesKey(CostQuestion question) {
    const Index present = at(question);
    question.settings.engine = CostEngine::pytorch;
    question.tokens = 0;
    question.layers = 1;
    question.budget_bytes = 0;
    if (question.axis == CostAxis::seq_len && present * 4 <= longestCurve) {
        question.settings.seq_len = 1;
    } else if (question.axis == CostAxis::batch && present * 4 <= largestBatch) {
        question.settings.batch = 1;
    }
    return question;
}

std::vector<CostCurve> engineCurves(const CostQuestion& question) {
    const std::vector<Index> values = axisValues(question);
    std::vector<CostCurve> curves;
    for (const CostEngine engine : engines) {
        CostQuestion asked = question;
        asked.settings.engine = engine;
        CostCurve curve{engine, {}};
        for (const Index value : values) {
            if (const std::optional<double> bytes = peakAt(asked, value)) {
                curve.points.push_back({static_cast<double>(value), *bytes});
            }
        }
        curves.push_back(std::move(curve));
    }
    return curves;
}

CostCurves costCurves(const CostQuestion& question, std::vector<CostCurve> lines) {
    CostCurves curves;
    curves.axis = question.axis;
    curves.curves = std::move(lines);
    if (question.settings.check()) {
        curves.present = {static_cast<double>(at(question)), peakAt(question, at(question)).value_or(0.0)};
        curves.slope = slopeAt(question);
        if (question.axis == CostAxis::seq_len) {
            curves.breakEvens = break_evens(question.settings);
        }
    }
    return curves;
}

CostQuestion fitsKey(CostQuestion question) {
    question.settings.engine = CostEngine::pytorch;
    question.settings.seq_len = 1;
    question.tokens = 0;
    question.layers = 1;
    question.axis = CostAxis::seq_len;
    question.keep = Keep::d_model;
    return question;
}

std::vector<EngineFit> engineFits(const CostQuestion& question) {
    std::vector<EngineFit> fits;
    for (const CostEngine engine : engines) {
        CostSettings settings = question.settings;
        settings.engine = engine;
        settings.seq_len = 1; // ignored, and may be 0 here
        if (const Result<BudgetFit> fit = fit_budget(settings, question.budget_bytes)) {
            fits.push_back({engine, *fit, breakingTerm(settings, *fit)});
        }
    }
    return fits;
}

std::vector<double> eventPositions(const MemoryCost& cost) {
    constexpr double narrow = 0.15;
    constexpr Index manyth = 1000; // of the largest is still seen
    Index largest = 0;
    for (const MemoryEvent& event : cost.events) {
        largest = std::max(largest, event.live);
    }
    std::vector<double> positions{0.0};
    for (const MemoryEvent& event : cost.events) {
        positions.push_back(positions.back() + (std::abs(event.bytes) < largest / manyth ? narrow : 1.0));
    }
    const double whole = std::max(narrow, positions.back());
    for (double& position : positions) {
        position /= whole;
    }
    return positions;
}

} // namespace headscope::ui
