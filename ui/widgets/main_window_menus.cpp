// Actions, menus and texts of MainWindow: what can be asked for by key and by menu.
#include <QAction>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QMenuBar>
#include <QMessageBox>
#include <QResizeEvent>
#include <QTabBar>
#include <QToolButton>

#include "core/base/build_info.h"
#include "core/kernels/instruction_set.h"
#include "ui/theme/theme.h"
#include "ui/widgets/main_window.h"

namespace headscope::ui {

QAction* MainWindow::addAction(const char* name, const QKeySequence& shortcut) {
    auto* action = new QAction(this);
    action->setObjectName(QString::fromLatin1(name));
    action->setShortcut(shortcut);
    QMainWindow::addAction(action); // works in full screen too, where there is no menu bar
    return action;
}

void MainWindow::buildActions() {
    openWeights_ = addAction("openWeights", QKeySequence::Open);
    exportAll_ = addAction("exportAll", QKeySequence(Qt::CTRL | Qt::Key_E));
    exportOne_ = addAction("exportOne", QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E));
    exportData_ = addAction("exportData", QKeySequence(Qt::CTRL | Qt::Key_D));
    quit_ = addAction("quit", QKeySequence::Quit);
    undo_ = addAction("undo", QKeySequence::Undo);
    redo_ = addAction("redo", QKeySequence());
    redo_->setShortcuts({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), QKeySequence(Qt::CTRL | Qt::Key_Y)});
    newSeed_ = addAction("newSeedAction", QKeySequence(Qt::CTRL | Qt::Key_R));
    moreHeads_ = addAction("moreHeads", QKeySequence(Qt::CTRL | Qt::Key_Up));
    fewerHeads_ = addAction("fewerHeads", QKeySequence(Qt::CTRL | Qt::Key_Down));
    raceHeads_ = addAction("raceHeads", QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_R));
    showSetup_ = addAction("showSetup", QKeySequence(Qt::CTRL | Qt::Key_1));
    showCost_ = addAction("showCost", QKeySequence(Qt::CTRL | Qt::Key_2));
    nextTab_ = addAction("nextTab", QKeySequence(Qt::CTRL | Qt::Key_PageDown));
    previousTab_ = addAction("previousTab", QKeySequence(Qt::CTRL | Qt::Key_PageUp));
    dark_ = addAction("dark", QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_D));
    larger_ = addAction("larger", QKeySequence());
    larger_->setShortcuts({QKeySequence(Qt::CTRL | Qt::Key_Plus), QKeySequence(Qt::CTRL | Qt::Key_Equal)});
    smaller_ = addAction("smaller", QKeySequence(Qt::CTRL | Qt::Key_Minus));
    usualSize_ = addAction("usualSize", QKeySequence(Qt::CTRL | Qt::Key_0));
    fullScreen_ = addAction("fullScreen", QKeySequence(Qt::Key_F11));
    english_ = addAction("english", QKeySequence());
    chinese_ = addAction("chinese", QKeySequence());
    keys_ = addAction("keys", QKeySequence(Qt::Key_F1));
    about_ = addAction("about", QKeySequence());
    for (QAction* toggle : {showSetup_, showCost_, dark_, fullScreen_, english_, chinese_}) {
        toggle->setCheckable(true);
    }
    showSetup_->setChecked(preferences_.setupVisible);
    showCost_->setChecked(preferences_.costVisible);
    dark_->setChecked(preferences_.dark);
    undo_->setEnabled(false);
    redo_->setEnabled(false);
    about_->setMenuRole(QAction::AboutRole);
    quit_->setMenuRole(QAction::QuitRole);
}

void MainWindow::buildMenus() {
    file_ = menuBar()->addMenu(QString());
    file_->addActions({openWeights_});
    file_->addSeparator();
    file_->addActions({exportAll_, exportOne_, exportData_});
    file_->addSeparator();
    file_->addAction(quit_);
    edit_ = menuBar()->addMenu(QString());
    edit_->addActions({undo_, redo_});
    edit_->addSeparator();
    edit_->addActions({moreHeads_, fewerHeads_, newSeed_});
    edit_->addSeparator();
    edit_->addAction(raceHeads_);
    view_ = menuBar()->addMenu(QString());
    view_->addActions({nextTab_, previousTab_});
    view_->addSeparator();
    view_->addActions({showSetup_, showCost_});
    view_->addSeparator();
    view_->addActions({larger_, smaller_, usualSize_, fullScreen_});
    view_->addSeparator();
    view_->addActions({dark_});
    view_->addSeparator();
    view_->addActions({english_, chinese_});
    help_ = menuBar()->addMenu(QString());
    help_->addActions({keys_, about_});
}

void MainWindow::buildCorner() {
    auto* corner = new QWidget;
    auto* layout = new QHBoxLayout(corner);
    layout->setContentsMargins(0, px(2), px(8), px(2));
    layout->setSpacing(px(4));
    const auto add = [&](const char* name) {
        auto* button = new QToolButton;
        button->setObjectName(QString::fromLatin1(name));
        button->setProperty("flat", true);
        button->setFocusPolicy(Qt::TabFocus);
        layout->addWidget(button);
        return button;
    };
    add("undoButton")->setDefaultAction(undo_);
    add("redoButton")->setDefaultAction(redo_);
    languageButton_ = add("languageButton");
    add("darkButton")->setDefaultAction(dark_);
    connect(languageButton_, &QToolButton::clicked, this, [this] {
        setLanguage(languages_.language() == Language::english ? Language::simplifiedChinese : Language::english);
    });
    menuBar()->setCornerWidget(corner);
}

void MainWindow::showKeys() {
    const std::pair<QString, QString> keys[] = {
        {QStringLiteral("Ctrl+↑  Ctrl+↓"), tr("more heads, fewer heads")},
        {QStringLiteral("← → ↑ ↓"), tr("in the small heads: choose a head; in the large head: choose a cell")},
        {QStringLiteral("+  −  Esc"), tr("in the large head: closer, further, all of it")},
        {QStringLiteral("Ctrl+Z  Ctrl+Shift+Z"), tr("undo, redo")},
        {QStringLiteral("Ctrl+R"), tr("another random seed")},
        {QStringLiteral("Ctrl+Shift+R"), tr("race the heads")},
        {QStringLiteral("Ctrl+E  Ctrl+Shift+E"), tr("figure of all heads, of the large head")},
        {QStringLiteral("Ctrl+D"), tr("the numbers as a file")},
        {QStringLiteral("Ctrl++  Ctrl+−  Ctrl+0"), tr("larger, smaller, usual size")},
        {QStringLiteral("Ctrl+PgDn  Ctrl+PgUp"), tr("next tab, previous tab")},
        {QStringLiteral("Ctrl+1  Ctrl+2"), tr("hide or show the left side, the right side")},
        {QStringLiteral("Ctrl+Shift+D  F11"), tr("dark colours, full screen")},
    };
    QString rows;
    for (const auto& [key, meaning] : keys) {
        rows += QStringLiteral("<tr><td style='padding-right: 16px'><b>%1</b></td><td>%2</td></tr>")
                    .arg(key.toHtmlEscaped(), meaning.toHtmlEscaped());
    }
    QMessageBox box(QMessageBox::NoIcon, tr("Keyboard"), QStringLiteral("<table>%1</table>").arg(rows),
                    QMessageBox::Close, this);
    box.exec();
}

void MainWindow::showAbout() {
    QMessageBox::about(
        this, tr("About Headscope"),
        tr("<p><b>Headscope %1</b></p><p>What every head of multi-head attention looks at, and what it costs.</p>"
           "<p>Every number is exact, labelled and reproducible, and nothing leaves this machine.</p>"
           "<p>Built for %2 with Qt %3, Eigen and QCustomPlot. Licence: GPL, version 3 or later.</p>")
            .arg(QString::fromUtf8(version()), QString::fromUtf8(instruction_set()), QString::fromLatin1(qVersion())));
}

void MainWindow::retranslate() {
    setWindowTitle(tr("Headscope"));
    file_->setTitle(tr("&File"));
    edit_->setTitle(tr("&Edit"));
    view_->setTitle(tr("&View"));
    help_->setTitle(tr("&Help"));
    openWeights_->setText(tr("Open &weights…"));
    exportAll_->setText(tr("Export a figure of &all heads…"));
    exportOne_->setText(tr("Export a figure of &this head…"));
    exportData_->setText(tr("Export the &numbers…"));
    quit_->setText(tr("&Quit"));
    undo_->setText(tr("Undo"));
    redo_->setText(tr("Redo"));
    newSeed_->setText(tr("New &seed"));
    raceHeads_->setText(tr("&Race the heads"));
    moreHeads_->setText(tr("&More heads"));
    fewerHeads_->setText(tr("&Fewer heads"));
    showSetup_->setText(tr("&Settings on the left"));
    showCost_->setText(tr("&Cost on the right"));
    nextTab_->setText(tr("&Next tab"));
    previousTab_->setText(tr("&Previous tab"));
    tabs_->setTabText(0, tr("Heads"));
    tabs_->setTabText(1, tr("Cost"));
    tabs_->setTabText(2, tr("Race"));
    tabs_->setAccessibleName(tr("What the centre shows"));
    dark_->setText(tr("Dark"));
    larger_->setText(tr("&Larger"));
    smaller_->setText(tr("S&maller"));
    usualSize_->setText(tr("&Usual size"));
    fullScreen_->setText(tr("&Full screen"));
    english_->setText(languageName(Language::english));
    chinese_->setText(languageName(Language::simplifiedChinese));
    english_->setChecked(languages_.language() == Language::english);
    chinese_->setChecked(languages_.language() == Language::simplifiedChinese);
    keys_->setText(tr("&Keyboard"));
    about_->setText(tr("&About Headscope"));
    const Language other = languages_.language() == Language::english ? Language::simplifiedChinese : Language::english;
    languageButton_->setText(languageName(other));
    languageButton_->setToolTip(tr("Switch the language"));
    // A menu bar lays its corner out when it is resized itself, not when the corner has other texts.
    QResizeEvent resized(menuBar()->size(), menuBar()->size());
    QCoreApplication::sendEvent(menuBar(), &resized);
}

} // namespace headscope::ui
