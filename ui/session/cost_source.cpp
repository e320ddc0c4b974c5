#include "ui/session/cost_source.h"

#include <algorithm>

#include "core/base/memory.h"
#include "ui/session/engine_runner.h"
#include "ui/session/session.h"

namespace headscope::ui {

namespace {

constexpr std::size_t rememberedRuns = 64;

} // namespace

CostSource::CostSource(Session& session, QObject* parent)
    : QObject(parent)
    , session_(session)
    , question_(costQuestion(session.state(), 0))
    , summary_(costSummary(question_)) {
    soon_.setSingleShot(true);
    soon_.setInterval(0);
    connect(&soon_, &QTimer::timeout, this, &CostSource::updateNow);
    connect(&session_, &Session::requestChanged, this, &CostSource::schedule);
    connect(&session_, &Session::viewChanged, this, &CostSource::schedule);
}

void CostSource::setTokens(Index tokens) {
    tokens_ = tokens;
    schedule();
}

void CostSource::schedule() {
    if (costQuestion(session_.state(), tokens_) != question_) {
        soon_.start();
    }
}

void CostSource::updateNow() {
    soon_.stop();
    const CostQuestion question = costQuestion(session_.state(), tokens_);
    if (question == question_) {
        return;
    }
    question_ = question;
    summary_ = costSummary(question_);
    warning_ = tooLargeToRun(session_.state().request, tokens_, memory_allowance(), runThreads());
    heads_.reset();
    curves_.reset();
    emit changed();
}

void CostSource::addRun(const Snapshot& snapshot) {
    if (snapshot.empty()) {
        return;
    }
    const bool whole = snapshot.timings.rows_before == 0;
    const auto known = std::ranges::find(runs_, snapshot.request, &TimedRun::request);
    if (known != runs_.end()) {
        if (known->time.whole && !whole) {
            return; // what is known says more
        }
        runs_.erase(known);
    }
    if (runs_.size() == rememberedRuns) {
        runs_.erase(runs_.begin());
    }
    runs_.push_back({snapshot.request, {snapshot.timings.attention, whole}});
    emit timed();
}

std::optional<CostSource::MeasuredTime> CostSource::measuredTime(Index heads, Index d_model) const {
    const Result<ModelDims> dims = ModelDims::create(d_model, heads);
    if (!dims || question_.settings.batch != 1 || question_.settings.seq_len != question_.tokens) {
        return std::nullopt; // a run is of the text: other sizes were not measured
    }
    Request request = session_.state().request;
    request.dims = *dims;
    const auto run = std::ranges::find(runs_, request, &TimedRun::request);
    return run == runs_.end() ? std::nullopt : std::optional(run->time);
}

const std::vector<HeadRow>& CostSource::heads() {
    if (!heads_) {
        heads_ = headRows(question_);
    }
    return *heads_;
}

const CostCurves& CostSource::curves() {
    if (!curves_) {
        if (const CostQuestion key = curvesKey(question_); key != linesKey_) {
            lines_ = engineCurves(question_);
            linesKey_ = key;
        }
        curves_ = costCurves(question_, lines_);
    }
    return *curves_;
}

const std::vector<EngineFit>& CostSource::fits() {
    if (const CostQuestion key = fitsKey(question_); key != fitsKey_) {
        fits_ = engineFits(question_);
        fitsKey_ = key;
    }
    return fits_;
}

} // namespace headscope::ui
