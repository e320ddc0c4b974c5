#include "app/train_options.h"

#include <algorithm>
#include <thread>

#include <QCoreApplication>

#include "app/option_reader.h"
#include "app/text_width.h"

namespace headscope::ui {

namespace {

// What a race counts and keeps stays far from 63 bits.
constexpr Index mostSteps = 100'000'000;
constexpr Index mostSeeds = 1000;
constexpr Index mostSequences = 8192;
constexpr Index mostThreads = 1024;

void readTask(OptionReader& reader, TrainOptions& options) {
    reader.needed("--task");
    if (const std::string* name = reader.find("--task")) {
        options.taskName = *name;
        if (std::ranges::find(task_names, *name) == task_names.end()) {
            QStringList names;
            for (const std::string_view known : task_names) {
                names.append(qtText(known));
            }
            reader.refuse("--task", *name, names.join(QStringLiteral(", ")));
        }
    }
    const bool isCsv = options.taskName == "csv";
    if (isCsv) {
        reader.needed("--csv");
    }
    const auto refuseWith = [&](const char* option, bool belongs) {
        if (reader.has(option) && !belongs) {
            reader.fail(fail(ErrorCode::argument_conflict, option, "--task " + options.taskName));
        }
    };
    refuseWith("--csv", isCsv);
    refuseWith("--k", options.taskName == "needles");
    reader.path("--csv", options.taskOptions.csv_path);
    reader.integer("--k", options.taskOptions.needles);
    reader.seed("--seed", options.taskOptions.seed);
}

void readWithin(OptionReader& reader, std::string_view name, Index& target, Index most) {
    reader.integer(name, target);
    if (reader.has(name) && (target < 1 || target > most)) {
        reader.refuse(name, *reader.find(name),
                      QCoreApplication::translate("CommandLine", "a whole number from 1 to %1").arg(most));
    }
}

void readRace(OptionReader& reader, TrainOptions& options) {
    RaceSettings& race = options.race;
    reader.integers("--heads", race.heads);
    readWithin(reader, "--seeds", race.seeds, mostSeeds);
    readWithin(reader, "--steps", race.training.schedule.steps, mostSteps);
    readWithin(reader, "--batch", race.batch, mostSequences);
    readWithin(reader, "--threads", options.threads, mostThreads);
    reader.integer("--layers", race.model.layers);
    reader.path("--out", options.out);
    options.json = reader.has("--json");
}

/// Every contestant can be made.
Result<void> checkModels(OptionReader& reader, RaceSettings& race) {
    Index d_model = race.model.dims.d_model();
    reader.integer("--d-model", d_model);
    for (const Index heads : race.heads) {
        const Result<void> checked = ModelDims::create(d_model, heads).and_then([&race](ModelDims dims) {
            race.model.dims = dims;
            return check(race.model);
        });
        if (!checked) {
            return checked;
        }
    }
    return {};
}

Result<TrainOptions> withTask(OptionReader& reader, TrainOptions options) {
    return make_task(options.taskName, options.taskOptions).and_then([&](PlannedTask planned) -> Result<TrainOptions> {
        options.task = std::move(planned.task);
        options.race = std::move(planned.race);
        options.race.heads = {1, 2, 4, 8};
        readRace(reader, options);
        const Result<void> checked = checkModels(reader, options.race);
        if (reader.error()) {
            return tl::make_unexpected(*reader.error());
        }
        return checked.map([&options] { return std::move(options); });
    });
}

} // namespace

Result<TrainOptions> readTrainOptions(const CommandLine& line) {
    OptionReader reader(line);
    TrainOptions options;
    options.threads = std::max<Index>(1, static_cast<Index>(std::thread::hardware_concurrency()));
    readTask(reader, options);
    if (reader.error()) {
        return tl::make_unexpected(*reader.error());
    }
    return withTask(reader, std::move(options));
}

} // namespace headscope::ui
