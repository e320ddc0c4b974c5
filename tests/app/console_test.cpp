#include "app/console.h"

#include <QtTest>

using namespace headscope;
using namespace headscope::ui;

class ConsoleTest : public QObject {
    Q_OBJECT

private slots:
    void what_fails_on_this_machine_exits_1_and_all_that_is_wrong_with_the_input_2() {
        const QList<ErrorCode> failures{ErrorCode::out_of_memory,  ErrorCode::cancelled,  ErrorCode::file_unwritable,
                                        ErrorCode::disk_too_small, ErrorCode::no_display, ErrorCode::display_unusable};
        for (int n = 0; n <= static_cast<int>(last_error_code); ++n) {
            const auto code = static_cast<ErrorCode>(n);
            QCOMPARE(exitStatusOf(code), failures.contains(code) ? exitFailure : exitWrongInput);
        }
    }

    void a_size_that_is_refused_is_wrong_input() {
        for (const ErrorCode code :
             {ErrorCode::needs_too_much_memory, ErrorCode::too_many_tokens, ErrorCode::text_too_long,
              ErrorCode::cost_size_not_positive, ErrorCode::cost_too_large, ErrorCode::file_too_large}) {
            QCOMPARE(exitStatusOf(code), exitWrongInput);
        }
    }
};

QTEST_APPLESS_MAIN(ConsoleTest)
#include "console_test.moc"
