#include <QtTest>

#include "ui/plot/learning_curves_plot.h"

using namespace headscope;
using namespace headscope::ui;

namespace {

RaceResult twoRuns() {
    RaceResult race;
    race.loss_floor = 0.25;
    race.lanes.push_back({1, 0, {{1, 42, {{0, 2.0, 0.1}, {1000, 1.0, 0.5}}, {}, 0.0}}});
    race.lanes.push_back({4, 0, {{4, 42, {{0, 2.0, 0.1}, {1000, 0.5, 0.875}}, {}, 0.0}}});
    return race;
}

} // namespace

class LearningCurvesPlotTest : public QObject {
    Q_OBJECT
private slots:
    void tells_the_point_under_the_pointer() {
        LearningCurvesPlot plot;
        plot.resize(600, 400);
        plot.setRace(twoRuns(), 2000);
        plot.grab(); // the axes know their place when they were drawn
        const QPointF accuracy = plot.pixelOf({1000, 0.5, 0.875});
        QCOMPARE(plot.readOut(accuracy),
                 QStringLiteral("h = 4, seed 42, step 1,000\nright: 87.5 %, loss: 0.5000 nats"));
        QCOMPARE(plot.readOut(accuracy + QPointF(0, 200)), QString());
        plot.setQuantity(LearningQuantity::loss);
        plot.grab();
        const QPointF loss = plot.pixelOf({1000, 1.0, 0.5});
        QCOMPARE(plot.readOut(loss), QStringLiteral("h = 1, seed 42, step 1,000\nright: 50.0 %, loss: 1.0000 nats"));
    }

    void better_is_higher_for_accuracy_and_lower_for_loss() {
        LearningCurvesPlot plot;
        plot.resize(600, 400);
        plot.setRace(twoRuns(), 2000);
        plot.grab();
        const RacePoint worse{1000, 1.0, 0.5};
        const RacePoint better{1000, 0.5, 0.875};
        QVERIFY(plot.pixelOf(better).y() < plot.pixelOf(worse).y());
        plot.setQuantity(LearningQuantity::loss);
        plot.grab();
        QVERIFY(plot.pixelOf(better).y() > plot.pixelOf(worse).y());
    }

    void lanes_differ_in_colour_and_dash() {
        for (const bool dark : {false, true}) {
            for (std::size_t lane = 1; lane < 5; ++lane) {
                QVERIFY(lanePen(lane, dark, 1).color() != lanePen(lane - 1, dark, 1).color());
                QVERIFY(lanePen(lane, dark, 1).style() != lanePen(lane - 1, dark, 1).style());
            }
        }
    }
};

QTEST_MAIN(LearningCurvesPlotTest)
#include "learning_curves_plot_test.moc"
