#include "ui/session/race_runner.h"

#include <algorithm>

#include "ui/session/engine_runner.h"

namespace headscope::ui {

namespace {

constexpr std::chrono::milliseconds frameTime{50};
constexpr double leastFraction = 0.02; // of a race, before its pace tells anything

Batch exampleOf(const Task& task) {
    return task.make(Task::Stream::validation, 0, 1);
}

QStringList tokenNames(const Task& task, const Batch& example) {
    QStringList names;
    for (Index i = 0; i < example.seq_len; ++i) {
        names.append(QString::fromStdString(task.input_name(example.input(0, i))));
    }
    return names;
}

Index firstAsked(const Batch& example) {
    for (Index i = 0; i < example.seq_len; ++i) {
        if (std::ranges::any_of(example.target(0, i), [](std::int32_t t) { return t != Batch::none; })) {
            return i;
        }
    }
    return 0;
}

} // namespace

std::optional<double> RaceState::secondsLeft() const {
    if (fraction < leastFraction) {
        return std::nullopt;
    }
    return seconds * (1.0 - fraction) / fraction;
}

RaceRunner::RaceRunner(QObject* parent)
    : QObject(parent) {
    frame_.setInterval(frameTime);
    connect(&frame_, &QTimer::timeout, this, &RaceRunner::show);
}

RaceRunner::~RaceRunner() = default;

void RaceRunner::start(std::shared_ptr<const Task> task, const RaceSettings& settings) {
    stop();
    const Batch example = exampleOf(*task);
    std::unique_lock lock(mutex_);
    state_ = {};
    state_.steps = settings.training.schedule.steps;
    state_.causal = settings.model.causal;
    state_.tokens = tokenNames(*task, example);
    state_.asked = firstAsked(example);
    state_.race.loss_floor = task->loss_floor();
    for (const Index heads : settings.heads) {
        state_.race.lanes.push_back({heads, 0, {}});
    }
    state_.maps.resize(settings.heads.size());
    begin_ = std::chrono::steady_clock::now();
    fresh_ = true;
    lock.unlock();
    running_ = true;
    ++number_;
    frame_.start();
    emit runningChanged(true);
    // Waits for the race before, which was told to stop, to the end of its step.
    thread_ = std::jthread([this, number = number_, task = std::move(task), settings](const std::stop_token& stop) {
        work(stop, number, *task, settings);
    });
}

void RaceRunner::stop() {
    if (!running_) {
        return;
    }
    thread_.request_stop();
    ++number_;
    end(tl::make_unexpected(Error{ErrorCode::cancelled, {}}));
}

void RaceRunner::work(const std::stop_token& stop, std::uint64_t number, const Task& task,
                      const RaceSettings& settings) {
    // A stopped race may go on to the end of its step, while the state is already the next one's.
    const auto change = [&](const auto& how) {
        const std::scoped_lock lock(mutex_);
        if (!stop.stop_requested()) {
            how();
            fresh_ = true;
        }
    };
    const Batch example = exampleOf(task);
    RaceControl control;
    control.stop = stop;
    control.threads = runThreads();
    control.looked = [&](std::size_t lane, const RaceRun& run, Trainer& trainer) {
        auto maps = std::make_shared<const Tensor>(trainer.attention_maps(example, 0));
        change([&] { take(lane, run, trainer.parameter_count(), std::move(maps)); });
    };
    control.progress = [&](double fraction) { change([&] { state_.fraction = fraction; }); };
    Result<RaceResult> result = race(task, settings, control);
    QMetaObject::invokeMethod(
        this,
        [this, number, result = std::move(result)] {
            if (number == number_) {
                end(result);
            }
        },
        Qt::QueuedConnection);
}

// Under the lock.
void RaceRunner::take(std::size_t lane, const RaceRun& run, Index parameters, std::shared_ptr<const Tensor> maps) {
    RaceLane& shown = state_.race.lanes[lane];
    shown.parameters = parameters;
    const auto found = std::ranges::find(shown.runs, run.seed, &RaceRun::seed);
    (found == shown.runs.end() ? shown.runs.emplace_back() : *found) = run;
    state_.maps[lane] = std::move(maps);
}

void RaceRunner::show() {
    std::shared_ptr<RaceState> state;
    {
        const std::scoped_lock lock(mutex_);
        if (!fresh_) {
            return;
        }
        fresh_ = false;
        state_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
        state = std::make_shared<RaceState>(state_);
    }
    emit changed(state);
}

void RaceRunner::end(const Result<RaceResult>& result) {
    frame_.stop();
    {
        const std::scoped_lock lock(mutex_);
        if (result) {
            state_.race = *result;
            state_.fraction = 1.0;
            state_.finished = true;
        }
        fresh_ = true;
    }
    running_ = false;
    show();
    emit runningChanged(false);
    if (!result && result.error().code != ErrorCode::cancelled) {
        emit failed(result.error());
    }
}

} // namespace headscope::ui
