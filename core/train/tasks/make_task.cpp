#include "core/train/tasks/make_task.h"

#include <algorithm>
#include <utility>

#include "core/train/tasks/brackets.h"
#include "core/train/tasks/digits.h"
#include "core/train/tasks/induction.h"
#include "core/train/tasks/needles.h"
#include "core/train/tasks/pairs.h"
#include "core/train/tasks/skip_markov.h"

namespace headscope {

namespace {

constexpr Index d_model = 64;
constexpr Index n_heads = 4;

PlannedTask planned(std::unique_ptr<const Task> task, Index steps, const TaskOptions& options) {
    RaceSettings race;
    race.model.shape = task->shape();
    race.model.dims = *ModelDims::create(d_model, n_heads);
    race.model.positions = TrainPositions::learned;
    race.training.schedule.steps = steps;
    race.training.seed = options.seed;
    return {std::move(task), race};
}

PlannedTask with_layer_norm(std::unique_ptr<const Task> task, Index layers, Index steps, const TaskOptions& options) {
    PlannedTask made = planned(std::move(task), steps, options);
    made.race.model.layers = layers;
    made.race.model.layer_norm = true;
    made.race.model.embedding_std = 0.1F;
    return made;
}

Result<PlannedTask> needles(const TaskOptions& options) {
    if (options.needles < 1 || options.needles > NeedlesTask::most_needles) {
        return fail(ErrorCode::needles_out_of_range, options.needles, 1, NeedlesTask::most_needles);
    }
    const Index steps = options.needles <= 2 ? 1000 : 1500;
    PlannedTask made = planned(std::make_unique<NeedlesTask>(options.needles, options.seed), steps, options);
    made.race.model.positions = TrainPositions::none;
    return made;
}

Result<PlannedTask> skip_markov(const TaskOptions& options) {
    PlannedTask made = planned(std::make_unique<SkipMarkovTask>(options.seed), 1500, options);
    made.race.validation_sequences = SkipMarkovTask::floor_sequences;
    return made;
}

Result<PlannedTask> digits(DigitsTask::Answer answer, const TaskOptions& options) {
    return with_layer_norm(std::make_unique<DigitsTask>(answer, options.seed), 1, 600, options);
}

Result<PlannedTask> pairs(const TaskOptions& options) {
    return PairsTask::read(options.csv_path, options.seed).map([&options](PairsTask task) {
        const Index held_out = task.held_out();
        PlannedTask made = with_layer_norm(std::make_unique<PairsTask>(std::move(task)), 2, 1500, options);
        made.race.model.mlp = true;
        made.race.validation_sequences = held_out;
        made.race.curve_sequences = std::min(made.race.curve_sequences, held_out);
        return made;
    });
}

std::string all_names() {
    std::string names;
    for (const std::string_view name : task_names) {
        names.append(names.empty() ? "" : ", ").append(name);
    }
    return names;
}

} // namespace

Result<PlannedTask> make_task(std::string_view name, const TaskOptions& options) {
    if (name == "needles") {
        return needles(options);
    }
    if (name == "skip-markov") {
        return skip_markov(options);
    }
    if (name == "reverse") {
        return digits(DigitsTask::Answer::reversed, options);
    }
    if (name == "sort") {
        return digits(DigitsTask::Answer::sorted, options);
    }
    if (name == "induction") {
        return with_layer_norm(std::make_unique<InductionTask>(options.seed), 2, 600, options);
    }
    if (name == "brackets") {
        return with_layer_norm(std::make_unique<BracketsTask>(options.seed), 2, 700, options);
    }
    if (name == "csv") {
        return pairs(options);
    }
    return fail(ErrorCode::task_unknown, name, all_names());
}

} // namespace headscope
