#include "app/train_text.h"

#include <algorithm>

#include <QCoreApplication>

#include "app/text_table.h"
#include "app/text_width.h"
#include "ui/present/number_format.h"
#include "ui/present/race_text.h"

namespace headscope::ui {

namespace {

struct Train {
    Q_DECLARE_TR_FUNCTIONS(Train)
};

constexpr int decimals = 3;

QString taskLine(const TrainOptions& options) {
    const RaceSettings& race = options.race;
    QStringList parts{qtText(options.taskName)};
    if (options.taskName == "needles") {
        parts.front() += QStringLiteral(" (k = %1)").arg(options.taskOptions.needles);
    }
    parts += QStringLiteral("d_model %1").arg(race.model.dims.d_model());
    parts += Train::tr("layers: %1").arg(race.model.layers);
    parts += Train::tr("steps: %1").arg(countText(race.training.schedule.steps));
    parts += QStringLiteral("batch %1").arg(race.batch);
    parts += Train::tr("seeds: %1 from %2").arg(race.seeds).arg(race.training.seed);
    return parts.join(QStringLiteral(" · ")) + u'\n';
}

QString lanesTable(const TrainOptions& options, const RaceResult& result) {
    const bool withGap = result.loss_floor.value_or(0.0) > 0.0;
    TextTable table(std::vector<Align>(withGap ? 6 : 5, Align::right));
    QStringList head{Train::tr("Heads"), QStringLiteral("d_k"), Train::tr("Accuracy"), Train::tr("Loss")};
    if (withGap) {
        head += Train::tr("Above the floor");
    }
    table.add(head << Train::tr("Time"));
    for (const RaceLane& lane : result.lanes) {
        const Spread loss = *lane.loss();
        QStringList row{countText(lane.heads), countText(options.race.model.dims.d_model() / lane.heads),
                        spreadText(*lane.accuracy(), decimals), spreadText(loss, decimals)};
        if (withGap) {
            row += QString::number(loss.mean - *result.loss_floor, 'f', decimals);
        }
        table.add(row << durationText(lane.seconds()->mean));
    }
    return table.text();
}

QString notes(const TrainOptions& options, const TrainReport& report) {
    const RaceResult& result = report.result;
    QString note = Train::tr("Mean over the seeds (least to most), on %1 held-out sequences; loss in nats per target. ")
                       .arg(countText(options.race.validation_sequences));
    if (result.loss_floor.value_or(0.0) > 0.0) {
        note += Train::tr("No model can have a loss below %1. ").arg(*result.loss_floor, 0, 'f', decimals);
    }
    note += Train::tr("Time of a run on this machine. There are %1 parameters, whatever the number of heads; a step "
                      "takes %2.")
                .arg(countText(result.lanes.front().parameters), flopsText(report.stepFlops));
    return wrapped(note, 0) + u'\n';
}

} // namespace

QString trainText(const TrainOptions& options, const TrainReport& report) {
    QString text = taskLine(options) + u'\n' + lanesTable(options, report.result) + notes(options, report);
    if (report.result.lanes.size() > 1) {
        text += u'\n' + wrapped(conclusionText(report.result, report.conclusion), 0) + u'\n';
    }
    if (!report.files.empty()) {
        text += u'\n';
    }
    for (const std::string& path : report.files) {
        text += QString::fromStdString(path) + u'\n';
    }
    return text;
}

} // namespace headscope::ui
