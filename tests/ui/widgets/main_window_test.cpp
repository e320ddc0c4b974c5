#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QInputMethodEvent>
#include <QMimeData>
#include <QSlider>
#include <QWheelEvent>

#include "tests/ui/widgets/window_fixture.h"

using namespace headscope;
using namespace headscope::ui;

namespace {

QString words(int count) {
    QStringList list;
    for (int i = 0; i < count; ++i) {
        list += QStringLiteral("w%1").arg(i);
    }
    return list.join(QLatin1Char(' '));
}

} // namespace

#define WAIT_UNTIL_DRAWN(fixture) QTRY_VERIFY_WITH_TIMEOUT((fixture).idle(), 60'000)

class MainWindowTest : public QObject {
    Q_OBJECT

private slots:
    void opens_with_eight_heads_of_a_sentence() {
        WindowFixture f;
        WAIT_UNTIL_DRAWN(f);
        QCOMPARE(f.shown().trace.weights.dim(1), 8);
        QCOMPARE(f.shown().request.dims.d_model(), 512);
        QCOMPARE(f.find<FocusedHeadView>("focusedHead")->picture().rows(), f.shown().n_q());
        QVERIFY(f.text("statusText").contains(QStringLiteral("random weights, seed 42")));
        QVERIFY(f.text("statusText").contains(QStringLiteral("d_k 64")));
    }

    void t1_typing_a_sentence_draws_it() {
        WindowFixture f;
        auto* edit = f.find<SequenceEdit>("text");
        edit->selectAll();
        QTest::keyClicks(edit, QStringLiteral("the cat sat on the mat"));
        WAIT_UNTIL_DRAWN(f);
        QCOMPARE(f.shown().n_q(), 6);
        QCOMPARE(f.shown().tokens[0].text, f.shown().tokens[4].text);
        QCOMPARE(f.text("tokenCount"), QStringLiteral("6 of 4,096 tokens"));
    }

    void an_input_methods_letters_are_not_text_yet() {
        WindowFixture f;
        f.setText(QStringLiteral("你"));
        WAIT_UNTIL_DRAWN(f);
        auto* edit = f.find<SequenceEdit>("text");
        for (const char* letters : {"h", "ha", "hao"}) {
            QInputMethodEvent composing(QString::fromLatin1(letters), {});
            QApplication::sendEvent(edit, &composing);
        }
        QCOMPARE(std::get<TextInput>(f.window().session().state().request.input).text, std::string("你"));
        QInputMethodEvent commit;
        commit.setCommitString(QStringLiteral("好"));
        QApplication::sendEvent(edit, &commit);
        QCOMPARE(std::get<TextInput>(f.window().session().state().request.input).text, std::string("你好"));
    }

    void a_button_changes_the_number_of_heads() {
        WindowFixture f;
        f.click("heads.16");
        WAIT_UNTIL_DRAWN(f);
        QCOMPARE(f.shown().trace.weights.dim(1), 16);
        QCOMPARE(f.find<NumberField>("headsField")->text(), QStringLiteral("16"));
    }

    void h1_an_impossible_pair_is_answered_and_the_picture_stays_data() {
        QTest::addColumn<int>("dModel");
        QTest::addColumn<QString>("heads");
        QTest::addColumn<QString>("below");
        QTest::addColumn<QString>("above");
        QTest::newRow("1024 with 12") << 1024 << "12"
                                      << "8"
                                      << "16";
        QTest::newRow("1600 with 48") << 1600 << "48"
                                      << "40"
                                      << "50";
        QTest::newRow("512 with 24") << 512 << "24"
                                     << "16"
                                     << "32";
    }

    void h1_an_impossible_pair_is_answered_and_the_picture_stays() {
        QFETCH(int, dModel);
        QFETCH(QString, heads);
        QFETCH(QString, below);
        QFETCH(QString, above);
        WindowFixture f;
        f.enter("dModelField", QString::number(dModel));
        WAIT_UNTIL_DRAWN(f);
        f.enter("headsField", heads);
        const QString sentence = f.message();
        for (const QString& number : {QString::number(dModel), heads, below, above}) {
            QVERIFY2(sentence.contains(number), qPrintable(sentence));
        }
        QVERIFY(f.idle());
        QCOMPARE(f.shown().request.dims.n_heads(), 8);
        f.enter("headsField", above);
        WAIT_UNTIL_DRAWN(f);
        QCOMPARE(f.message(), QString());
        QCOMPARE(f.shown().request.dims.n_heads(), above.toInt());
    }

    void h4_one_head_and_as_many_as_d_model() {
        WindowFixture f;
        f.enter("dModelField", QStringLiteral("64"));
        f.enter("headsField", QStringLiteral("64"));
        WAIT_UNTIL_DRAWN(f);
        QCOMPARE(f.shown().request.dims.d_head(), 1);
        f.enter("headsField", QStringLiteral("1"));
        WAIT_UNTIL_DRAWN(f);
        QCOMPARE(f.shown().trace.weights.dim(1), 1);
    }

    void a_new_d_model_keeps_the_heads_where_it_can() {
        WindowFixture f;
        f.enter("dModelField", QStringLiteral("768"));
        QCOMPARE(f.window().session().state().request.dims.n_heads(), 8);
        f.enter("dModelField", QStringLiteral("100"));
        QCOMPARE(f.window().session().state().request.dims.n_heads(), 10);
    }

    void more_heads_than_a_page_are_paged_and_the_focus_moves_the_page() {
        WindowFixture f;
        f.click("heads.64");
        f.enter("headsField", QStringLiteral("128"));
        WAIT_UNTIL_DRAWN(f);
        auto* grid = f.find<HeadGrid>("headGrid");
        QVERIFY(grid->pages() >= 2);
        QCOMPARE(grid->page(), 0);
        QTest::keyClick(grid, Qt::Key_End);
        QCOMPARE(f.window().session().state().view.focused_head, 127);
        QCOMPARE(grid->page(), grid->pages() - 1);
    }

    void v21_clicking_a_head_makes_it_large_under_its_own_number() {
        WindowFixture f;
        WAIT_UNTIL_DRAWN(f);
        auto* grid = f.find<HeadGrid>("headGrid");
        QTest::mouseClick(grid, Qt::LeftButton, {}, grid->tileRect(5).center().toPoint());
        QCOMPARE(f.window().session().state().view.focused_head, 5);
        QCOMPARE(f.find<FocusedHeadView>("focusedHead")->picture().head(), 5);
        QCOMPARE(f.text("focusedTitle"), QStringLiteral("Head 5"));
    }

    void v21_pointing_at_a_cell_names_query_and_key() {
        WindowFixture f;
        f.setText(QStringLiteral("alpha beta gamma"));
        WAIT_UNTIL_DRAWN(f);
        auto* large = f.find<FocusedHeadView>("focusedHead");
        emit large->cellHovered(2, 0);
        const QString sentence = f.text("cellSentence");
        QVERIFY2(sentence.contains(QStringLiteral("gamma")) && sentence.contains(QStringLiteral("alpha")),
                 qPrintable(sentence));
        QVERIFY(sentence.contains(QString::number(large->picture().value(2, 0), 'f', 4)));
    }

    void v21_pointing_at_a_label_marks_the_tokens_row_and_column() {
        WindowFixture f;
        f.setText(QStringLiteral("alpha beta gamma"));
        WAIT_UNTIL_DRAWN(f);
        auto* large = f.find<FocusedHeadView>("focusedHead");
        auto* plot = f.find<QWidget>("focusedPlot");
        const QRectF cell = large->cellRect(2, 0);
        QTest::mouseMove(plot, QPointF(cell.left() - 8, cell.center().y()).toPoint());
        QString sentence = f.text("cellSentence");
        sentence.remove(QChar(0x2068)).remove(QChar(0x2069)); // isolates, for tokens that run from right to left
        QVERIFY2(sentence.startsWith(QStringLiteral("Head 0: query 2 \"gamma\", key 2 \"gamma\"")),
                 qPrintable(sentence));
        QTest::mouseMove(plot, QPoint(1, 1));
        QCOMPARE(f.text("cellSentence"), QString());
    }

    void what_was_pointed_at_goes_with_its_picture() {
        WindowFixture f;
        WAIT_UNTIL_DRAWN(f);
        emit f.find<FocusedHeadView>("focusedHead")->cellHovered(1, 2);
        QVERIFY(!f.text("cellSentence").isEmpty());
        f.click("heads.16");
        WAIT_UNTIL_DRAWN(f);
        QCOMPARE(f.text("cellSentence"), QString());
    }

    void the_count_of_tokens_does_not_wait_for_a_run() {
        WindowFixture f;
        WAIT_UNTIL_DRAWN(f);
        f.setText(words(700));
        QVERIFY(!f.idle());
        QCOMPARE(f.text("tokenCount"), QStringLiteral("700 of 4,096 tokens"));
        WAIT_UNTIL_DRAWN(f);
    }

    void the_wheel_does_not_change_the_temperature_in_passing() {
        WindowFixture f;
        auto* slider = f.find<QSlider>("temperatureSlider");
        QWheelEvent wheel(QPointF(5, 5), slider->mapToGlobal(QPointF(5, 5)), {}, {0, -120}, {}, {}, Qt::NoScrollPhase,
                          false);
        QApplication::sendEvent(slider, &wheel);
        QCOMPARE(f.window().session().state().request.attention.temperature, 1.0);
    }

    void no_pages_are_left_over_from_more_heads() {
        WindowFixture f;
        f.enter("headsField", QStringLiteral("512"));
        WAIT_UNTIL_DRAWN(f);
        QVERIFY(f.find<QPushButton>("nextPage")->isVisible());
        f.click("heads.8");
        WAIT_UNTIL_DRAWN(f);
        QVERIFY(!f.find<QPushButton>("nextPage")->isVisible());
    }

    void undo_takes_back_every_change_and_redo_returns_it() {
        WindowFixture f;
        f.click("heads.4");
        f.click("mask.1");
        WAIT_UNTIL_DRAWN(f);
        QCOMPARE(f.shown().request.attention.mask.kind(), Mask::Kind::causal);
        auto* edit = f.find<SequenceEdit>("text");
        edit->setFocus();
        QTest::keyClick(edit, Qt::Key_Z, Qt::ControlModifier); // also while the cursor is in the text
        QTest::keyClick(edit, Qt::Key_Z, Qt::ControlModifier);
        WAIT_UNTIL_DRAWN(f);
        QCOMPARE(f.shown().request.attention.mask.kind(), Mask::Kind::none);
        QCOMPARE(f.shown().trace.weights.dim(1), 8);
        QVERIFY(f.find<QPushButton>("heads.8")->isChecked());
        QTest::keyClick(edit, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        WAIT_UNTIL_DRAWN(f);
        QCOMPARE(f.shown().trace.weights.dim(1), 4);
    }

    void t8_without_text_there_is_a_calm_empty_state_data() {
        QTest::addColumn<QString>("text");
        QTest::newRow("empty") << QString();
        QTest::newRow("blank") << QStringLiteral("  \n\t ");
    }

    void t8_without_text_there_is_a_calm_empty_state() {
        QFETCH(QString, text);
        WindowFixture f;
        f.setText(text);
        WAIT_UNTIL_DRAWN(f);
        QVERIFY(f.shown().empty());
        QVERIFY(f.find<QLabel>("emptyState")->isVisible());
        QCOMPARE(f.text("differenceBytes"), QStringLiteral("–"));
        for (const QLabel* label : f.window().findChildren<QLabel*>()) {
            QVERIFY2(!label->text().contains(QStringLiteral("nan")) && !label->text().contains(QStringLiteral("inf")),
                     qPrintable(label->text()));
        }
        QCOMPARE(f.message(), QString());
    }

    void t7_the_limit_is_in_tokens_and_nothing_is_cut() {
        WindowFixture f;
        f.enter("dModelField", QStringLiteral("64"));
        f.setText(words(4096));
        WAIT_UNTIL_DRAWN(f);
        QCOMPARE(f.shown().n_q(), 4096);
        QCOMPARE(f.message(), QString());
        f.setText(words(4097));
        WAIT_UNTIL_DRAWN(f);
        const QString sentence = f.message();
        QVERIFY2(sentence.contains(QStringLiteral("4,097")) && sentence.contains(QStringLiteral("4,096")),
                 qPrintable(sentence));
        QCOMPARE(f.shown().n_q(), 4096); // the last picture
        QCOMPARE(f.find<SequenceEdit>("text")->toPlainText(), words(4097));
        // Its numbers do not pass for those of the refused text.
        QVERIFY(f.text("statusText").startsWith(QStringLiteral("The run before: 4,096 tokens")));
        QVERIFY(
            f.text("noteLine").startsWith(QStringLiteral("Still shown: the run before, of 4,096 tokens and 8 heads.")));
        f.setText(words(3));
        WAIT_UNTIL_DRAWN(f);
        QVERIFY(f.text("statusText").startsWith(QStringLiteral("3 tokens")));
        QVERIFY(!f.text("noteLine").contains(QStringLiteral("Still")));
    }

    void after_stop_the_old_picture_is_said_to_be_old() {
        WindowFixture f;
        WAIT_UNTIL_DRAWN(f);
        const QString before = f.text("statusText");
        f.setText(words(3000));
        f.find<QPushButton>("stop")->click();
        QVERIFY(f.idle());
        QCOMPARE(f.message(), QStringLiteral("Stopped before the end."));
        QCOMPARE(f.text("statusText"), QStringLiteral("The run before: ") + before);
        QVERIFY(f.text("noteLine").startsWith(QStringLiteral("Still shown: the run before, of ")));
    }

    void beyond_2048_tokens_there_are_maps_and_exact_cells_on_demand() {
        WindowFixture f;
        f.enter("dModelField", QStringLiteral("64"));
        f.setText(words(2048));
        WAIT_UNTIL_DRAWN(f);
        QVERIFY(!f.shown().mapped());
        QVERIFY(f.text("statusText").contains(QStringLiteral("materialised")));
        QVERIFY(!f.find<QComboBox>("tileValue")->isVisible());
        f.setText(words(2049));
        WAIT_UNTIL_DRAWN(f);
        QVERIFY(f.shown().mapped());
        QVERIFY(f.text("statusText").contains(QStringLiteral("blocked: maps of 4 × 4 tiles")));
        QVERIFY(f.find<QLabel>("statusText")->toolTip().contains(QStringLiteral("beyond 2,048 tokens")));
        QVERIFY(f.find<QComboBox>("tileValue")->isVisible());
        QVERIFY(!f.find<QCheckBox>("meanTile")->isEnabled());
        auto* focused = f.find<FocusedHeadView>("focusedHead");
        QVERIFY(!focused->picture().exact(1000));
        focused->setCurrentCell(Cell{1000, 7});
        QTRY_VERIFY(focused->picture().exact(1000));
        QCOMPARE_EQ(focused->picture().value(1000, 7), exact_rows(f.shown(), 0, 0, 1000, 1).weights(0, 7));
        QVERIFY(!f.text("cellSentence").contains(QStringLiteral("tile")));
        QVERIFY(f.text("cellSentence").contains(QStringLiteral("score")));
        // A chosen cell is exact again after another run.
        f.window().session().change(Session::Field::temperature,
                                    [](SessionState& state) { state.request.attention.temperature = 2.0; });
        WAIT_UNTIL_DRAWN(f);
        QTRY_VERIFY(focused->picture().exact(1000));
        QCOMPARE_EQ(focused->picture().value(1000, 7), exact_rows(f.shown(), 0, 0, 1000, 1).weights(0, 7));
    }

    void a_closer_look_at_a_map_makes_the_rows_in_view() {
        WindowFixture f;
        f.enter("dModelField", QStringLiteral("64"));
        f.setText(words(2500));
        WAIT_UNTIL_DRAWN(f);
        auto* focused = f.find<FocusedHeadView>("focusedHead");
        focused->zoom(16.0);
        QTRY_VERIFY(focused->picture().exact(1250));
        QVERIFY(focused->picture().exact(1245) && focused->picture().exact(1255));
    }

    void a_focused_mean_gives_way_to_a_map() {
        WindowFixture f;
        WAIT_UNTIL_DRAWN(f);
        f.find<QCheckBox>("meanTile")->click();
        f.window().session().focusHead(mean_of_heads);
        f.enter("dModelField", QStringLiteral("64"));
        f.setText(words(2100));
        WAIT_UNTIL_DRAWN(f);
        QCOMPARE(f.find<FocusedHeadView>("focusedHead")->picture().head(), 0);
        f.setText(words(10));
        WAIT_UNTIL_DRAWN(f);
        QCOMPARE(f.find<FocusedHeadView>("focusedHead")->picture().head(), mean_of_heads);
    }

    void numbers_of_a_map_are_refused_in_words() {
        WindowFixture f;
        f.enter("dModelField", QStringLiteral("64"));
        f.setText(words(2100));
        WAIT_UNTIL_DRAWN(f);
        f.find<QAction>("exportData")->trigger();
        QVERIFY(f.text("statusText").contains(QStringLiteral("keeps a map, not every weight")));
    }

    void a_paste_of_ten_thousand_words_is_kept_and_answered() {
        WindowFixture f;
        WAIT_UNTIL_DRAWN(f);
        const Index before = f.shown().n_q();
        QGuiApplication::clipboard()->setText(words(10'000));
        auto* edit = f.find<SequenceEdit>("text");
        edit->selectAll();
        edit->paste();
        WAIT_UNTIL_DRAWN(f);
        QVERIFY(f.message().contains(QStringLiteral("10,000")));
        QCOMPARE(f.shown().n_q(), before);
        QCOMPARE(edit->toPlainText().size(), words(10'000).size());
    }

    void a_paste_beyond_all_measure_is_refused_whole() {
        WindowFixture f;
        QGuiApplication::clipboard()->setText(QString(SequenceEdit::largestText + 1, QLatin1Char('a')));
        auto* edit = f.find<SequenceEdit>("text");
        edit->selectAll();
        const QString before = edit->toPlainText();
        edit->paste();
        QCOMPARE(edit->toPlainText(), before);
        QVERIFY(f.message().contains(QStringLiteral("1,000,001")));
    }

    void v24_temperature_0_is_not_offered() {
        WindowFixture f;
        WAIT_UNTIL_DRAWN(f);
        f.click("heads.4");
        f.enter("temperature", QStringLiteral("0"));
        QVERIFY(f.message().contains(QStringLiteral("0.001")));
        QCOMPARE(f.window().session().state().request.attention.temperature, 1.0);
        f.enter("temperature", QStringLiteral("0.5"));
        QCOMPARE(f.window().session().state().request.attention.temperature, 0.5);
        QCOMPARE(f.message(), QString());
    }

    void v17_dropout_of_1_is_refused() {
        WindowFixture f;
        f.find<QAbstractButton>("dropout")->click();
        QCOMPARE(f.window().session().state().request.attention.dropout, 0.1);
        f.enter("dropoutP", QStringLiteral("1"));
        QVERIFY(!f.message().isEmpty());
        QCOMPARE(f.window().session().state().request.attention.dropout, 0.1);
        WAIT_UNTIL_DRAWN(f);
        QVERIFY(f.text("statusText").contains(QStringLiteral("before dropout")));
    }

    void the_language_switches_while_it_runs() {
        WindowFixture f;
        WAIT_UNTIL_DRAWN(f);
        f.click("heads.4");
        f.find<QAction>("chinese")->trigger();
        QCOMPARE(f.languages().language(), Language::simplifiedChinese);
        WAIT_UNTIL_DRAWN(f);
        QTRY_VERIFY(f.find<QPushButton>("mask.1")->text().contains(QStringLiteral("因果")));
        QVERIFY(f.text("statusText").contains(QStringLiteral("词元")));
        auto* focused = f.find<FocusedHeadView>("focusedHead");
        focused->setCurrentCell(Cell{2, 1});
        const QString chinese = f.text("cellSentence");
        QVERIFY(chinese.contains(QStringLiteral("查询 2")));
        QCOMPARE(focused->accessibleDescription(), chinese);
        f.find<QAction>("english")->trigger();
        QTRY_VERIFY(f.text("cellSentence").startsWith(QStringLiteral("Head 0: query 2 ")));
        QTRY_COMPARE(focused->accessibleDescription(), f.text("cellSentence"));
        QTRY_COMPARE(f.find<QPushButton>("mask.1")->text(), QStringLiteral("Causal"));
    }

    void dark_colours_and_larger_letters_change_no_number() {
        WindowFixture f;
        WAIT_UNTIL_DRAWN(f);
        const Snapshot* before = &f.shown();
        f.find<QAction>("dark")->trigger();
        f.find<QAction>("larger")->trigger();
        QVERIFY(f.idle());
        QCOMPARE(&f.shown(), before);
        f.find<QAction>("usualSize")->trigger();
    }

    void it_can_be_closed_while_it_computes() {
        WindowFixture f;
        f.setText(words(1000));
        QVERIFY(!f.idle());
        f.window().close();
        f.close();
    }

    void tab_reaches_every_control_and_comes_back() {
        WindowFixture f;
        WAIT_UNTIL_DRAWN(f);
        f.window().activateWindow();
        f.find<SequenceEdit>("text")->setFocus();
        QSet<QString> names;
        for (int i = 0; i < 200; ++i) {
            names.insert(QApplication::focusWidget()->objectName());
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        }
        for (const char* name :
             {"text", "headsField", "dModelField", "temperature", "temperatureSlider", "dropout", "seed", "newSeed",
              "meanTile", "colourRange", "colourMap", "headGrid", "focusedHead"}) {
            QVERIFY2(names.contains(QString::fromLatin1(name)), name);
        }
    }

    void every_control_has_a_name_for_screen_readers() {
        WindowFixture f;
        WAIT_UNTIL_DRAWN(f);
        for (const QWidget* widget : f.window().findChildren<QWidget*>()) {
            if (widget->focusPolicy() == Qt::NoFocus || !widget->isVisible() ||
                qobject_cast<const QLabel*>(widget) != nullptr) {
                continue;
            }
            const auto* button = qobject_cast<const QAbstractButton*>(widget);
            const bool named = !widget->accessibleName().isEmpty() || (button != nullptr && !button->text().isEmpty());
            QVERIFY2(named, qPrintable(QStringLiteral("%1 %2").arg(
                                QString::fromLatin1(widget->metaObject()->className()), widget->objectName())));
        }
    }
};

QTEST_MAIN(MainWindowTest)
#include "main_window_test.moc"
