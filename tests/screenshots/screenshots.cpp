// Pictures of the real window, for the README and for looking at what was built: screenshots FOLDER.

#include <cstdio>

#include <QApplication>
#include <QComboBox>
#include <QDeadlineTimer>
#include <QDir>
#include <QScrollArea>
#include <QScrollBar>
#include <QTabBar>
#include <QTableView>

#include "tests/ui/widgets/window_fixture.h"
#include "ui/widgets/race_tab.h"

using namespace headscope;
using namespace headscope::ui;

namespace {

struct Shot {
    const char* name;
    QString text;
    QSize size = {1280, 820};
    bool dark = false;
    bool chinese = false;
    double scale = 1.0;
    int heads = 8;
    int mask = 0;
    bool dropout = false;
    bool characters = false;
    bool cost = false; ///< the Cost tab
    bool training = false;
    int seqLen = 0;   ///< typed there; 0: of the text
    int term = -1;    ///< row of the table that is chosen
    int scrolled = 0; ///< per cent
    bool keepDk = false;
    double closer = 1.0; ///< zoom of the large head
    bool means = false;  ///< of the tiles of a map
    bool chosen = false; ///< a cell of a map, in the middle
    double race = 0.0;   ///< the part of a race that has been run; 0: the Race tab is not shown
};

const QString sampleText = QStringLiteral("The animal didn't cross the street because it was too tired.");
const QString chineseText = QStringLiteral("我说你倒是快点啊，再不走就赶不上火车了！");

QString repeated(const QString& text, int times) {
    QStringList list;
    for (int i = 0; i < times; ++i) {
        list += text;
    }
    return list.join(QLatin1Char(' '));
}

std::vector<Shot> shots() {
    return {
        {.name = "sample-light-en", .text = sampleText},
        {.name = "sample-dark-en", .text = sampleText, .dark = true},
        {.name = "sample-light-zh", .text = chineseText, .chinese = true, .characters = true},
        {.name = "sample-dark-zh", .text = chineseText, .dark = true, .chinese = true},
        {.name = "one-word", .text = QStringLiteral("attention")},
        {.name = "causal-dropout", .text = sampleText, .mask = 1, .dropout = true},
        {.name = "long-causal-dark-zh", .text = repeated(chineseText, 12), .dark = true, .chinese = true, .mask = 1},
        {.name = "heads-64", .text = sampleText, .heads = 64},
        {.name = "small-1024x700", .text = repeated(sampleText, 3), .size = {1024, 700}},
        {.name = "large-2560x1440", .text = repeated(sampleText, 3), .size = {2560, 1440}, .heads = 16},
        {.name = "map-light-en", .text = repeated(sampleText, 250), .mask = 1},
        {.name = "map-dark-zh", .text = repeated(chineseText, 200), .dark = true, .chinese = true, .means = true},
        {.name = "map-dark-en", .text = repeated(sampleText, 250), .dark = true, .mask = 1},
        {.name = "map-light-zh", .text = repeated(chineseText, 200), .chinese = true, .mask = 1, .chosen = true},
        {.name = "map-2560x1440", .text = repeated(sampleText, 250), .size = {2560, 1440}, .mask = 1},
        {.name = "map-1024x700", .text = repeated(sampleText, 250), .size = {1024, 700}, .chosen = true},
        {.name = "map-closer-1024x700",
         .text = repeated(sampleText, 250),
         .size = {1024, 700},
         .mask = 1,
         .closer = 60},
        {.name = "projector", .text = sampleText, .size = {1920, 1080}, .scale = 1.6},
        {.name = "empty", .text = QString()},
        {.name = "cost-light-en", .text = sampleText, .size = {1280, 820}, .cost = true},
        {.name = "cost-dark-zh", .text = chineseText, .dark = true, .chinese = true, .cost = true, .seqLen = 512},
        {.name = "cost-training-1024x700",
         .text = sampleText,
         .size = {1024, 700},
         .dropout = true,
         .cost = true,
         .training = true,
         .seqLen = 256,
         .term = 0},
        {.name = "cost-training-1024x700-end",
         .text = sampleText,
         .size = {1024, 700},
         .dropout = true,
         .cost = true,
         .training = true,
         .seqLen = 256,
         .scrolled = 100},
        {.name = "cost-2560x1440",
         .text = sampleText,
         .size = {2560, 1440},
         .mask = 1,
         .cost = true,
         .seqLen = 512,
         .term = 1},
        {.name = "cost-training-2560x1440-dark",
         .text = sampleText,
         .size = {2560, 1440},
         .dark = true,
         .dropout = true,
         .cost = true,
         .training = true,
         .seqLen = 512,
         .keepDk = true},
        {.name = "cost-projector-zh",
         .text = chineseText,
         .size = {1920, 1080},
         .chinese = true,
         .scale = 1.6,
         .cost = true},
        {.name = "cost-empty", .text = QString(), .cost = true},
        {.name = "race-light-en", .text = sampleText, .race = 1.0},
        {.name = "race-dark-zh", .text = chineseText, .dark = true, .chinese = true, .race = 1.0},
        {.name = "race-1024x700", .text = sampleText, .size = {1024, 700}, .race = 0.2},
        {.name = "race-2560x1440", .text = sampleText, .size = {2560, 1440}, .dark = true, .race = 0.5},
    };
}

void waitUntilDrawn(WindowFixture& f) {
    while (!f.idle()) {
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    }
    // A text that wraps asks for another layout, which may let another text wrap.
    for (int i = 0; i < 5; ++i) {
        QCoreApplication::sendPostedEvents();
        QCoreApplication::processEvents();
    }
}

void runRace(WindowFixture& f, double part) {
    RaceRunner& runner = f.find<RaceTab>("raceTab")->runner();
    double fraction = 0.0;
    QObject::connect(&runner, &RaceRunner::changed,
                     [&](const std::shared_ptr<const RaceState>& state) { fraction = state->fraction; });
    f.find<QAction>("raceHeads")->trigger();
    while (runner.running() && (part == 1.0 || fraction < part)) {
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    }
    waitUntilDrawn(f);
}

bool take(const Shot& shot, const QDir& folder) {
    Preferences preferences;
    preferences.dark = shot.dark;
    preferences.scale = shot.scale;
    WindowFixture f(preferences);
    if (shot.chinese) {
        f.find<QAction>("chinese")->trigger();
    }
    f.window().resize(shot.size);
    f.setText(shot.text);
    if (shot.heads != 8) {
        f.find<ChoiceRow>("heads")->button(shot.heads)->click();
    }
    if (shot.mask != 0) {
        f.find<ChoiceRow>("mask")->button(shot.mask)->click();
    }
    if (shot.dropout) {
        f.find<QAbstractButton>("dropout")->click();
    }
    if (shot.characters) {
        f.find<ChoiceRow>("tokenizer")->button(1)->click();
    }
    if (shot.cost) {
        f.find<QTabBar>("tabs")->setCurrentIndex(1);
        f.find<ChoiceRow>("mode")->button(shot.training ? 1 : 0)->click();
        f.find<ChoiceRow>("keep")->button(shot.keepDk ? 1 : 0)->click();
        if (shot.seqLen > 0) {
            f.enter("seqLen", QString::number(shot.seqLen));
        }
    }
    waitUntilDrawn(f);
    if (shot.means) {
        auto* tiles = f.find<QComboBox>("tileValue");
        tiles->setCurrentIndex(1);
        emit tiles->activated(1);
    }
    auto* focused = f.find<FocusedHeadView>("focusedHead");
    if (shot.closer != 1.0) {
        focused->zoom(shot.closer);
    }
    if (shot.closer != 1.0 || shot.chosen) {
        focused->setCurrentCell(Cell{focused->picture().rows() / 2, focused->picture().columns() / 2 - 4});
        QDeadlineTimer patience(5000);
        while (!focused->picture().exact(focused->picture().rows() / 2) && !patience.hasExpired()) {
            QCoreApplication::processEvents(QEventLoop::AllEvents, 10);
        }
        waitUntilDrawn(f);
    }
    if (shot.race > 0.0) {
        runRace(f, shot.race);
    }
    if (shot.term >= 0) {
        auto* terms = f.find<QTableView>("terms");
        terms->setCurrentIndex(terms->model()->index(shot.term, 0));
    }
    QScrollBar* bar = f.find<QScrollArea>("costTab")->verticalScrollBar();
    bar->setValue(bar->maximum() * shot.scrolled / 100);
    waitUntilDrawn(f);
    return f.window().grab().save(folder.filePath(QString::fromLatin1(shot.name) + QStringLiteral(".png")));
}

} // namespace

int main(int argc, char** argv) {
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }
    const QApplication application(argc, argv);
    if (argc < 2 || !QDir().mkpath(QString::fromLocal8Bit(argv[1]))) {
        std::fprintf(stderr, "usage: screenshots FOLDER [NAME ...]\n");
        return 2;
    }
    const QDir folder(QString::fromLocal8Bit(argv[1]));
    for (const Shot& shot : shots()) {
        bool wanted = argc == 2;
        for (int i = 2; i < argc; ++i) {
            wanted = wanted || QString::fromLocal8Bit(argv[i]) == QString::fromLatin1(shot.name);
        }
        if (wanted && !take(shot, folder)) {
            std::fprintf(stderr, "cannot write %s\n", shot.name);
            return 1;
        }
    }
    return 0;
}
