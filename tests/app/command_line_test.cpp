#include "app/command_line.h"

#include <QtTest>

#include "app/numbers.h"
#include "app/option_table.h"

using namespace headscope;
using namespace headscope::ui;
using Command = CommandLine::Command;

namespace {

/// The code and its first argument, or the command's number: enough to tell outcomes apart.
std::string outcome(const std::vector<std::string>& arguments) {
    const Result<CommandLine> parsed = parseCommandLine(arguments);
    if (parsed) {
        return "command " + std::to_string(static_cast<int>(parsed->command));
    }
    return std::to_string(static_cast<int>(parsed.error().code)) + " " +
           std::get<std::string>(parsed.error().arguments.front());
}

std::string expected(Command command) {
    return "command " + std::to_string(static_cast<int>(command));
}

std::string expected(ErrorCode code, const std::string& argument) {
    return std::to_string(static_cast<int>(code)) + " " + argument;
}

std::string value(const std::vector<std::string>& arguments, const std::string& option) {
    const Result<CommandLine> parsed = parseCommandLine(arguments);
    return parsed && parsed->options.contains(option) ? parsed->options.at(option) : "(none)";
}

} // namespace

class CommandLineTest : public QObject {
    Q_OBJECT

private slots:
    void commands() {
        QCOMPARE(outcome({}), expected(Command::window));
        QCOMPARE(outcome({"--help"}), expected(Command::help));
        QCOMPARE(outcome({"-h"}), expected(Command::help));
        QCOMPARE(outcome({"--version"}), expected(Command::version));
        QCOMPARE(outcome({"attend"}), expected(Command::attend));
        QCOMPARE(outcome({"attend", "--help"}), expected(Command::attendHelp));
        QCOMPARE(outcome({"--help", "attend"}), expected(Command::attendHelp));
        QCOMPARE(outcome({"attend", "--text", "a", "-h"}), expected(Command::attendHelp));
    }

    void what_is_not_known_is_refused() {
        QCOMPARE(outcome({"atend"}), expected(ErrorCode::argument_unknown, "atend"));
        QCOMPARE(outcome({"--bogus"}), expected(ErrorCode::argument_unknown, "--bogus"));
        QCOMPARE(outcome({"--text", "a"}), expected(ErrorCode::argument_unknown, "--text"));
        QCOMPARE(outcome({"attend", "--bogus", "3"}), expected(ErrorCode::argument_unknown, "--bogus"));
        QCOMPARE(outcome({"attend", "--text", "a", "b"}), expected(ErrorCode::argument_unknown, "b"));
        QCOMPARE(outcome({"attend", "--head", "4"}), expected(ErrorCode::argument_unknown, "--head"));
        QCOMPARE(outcome({"attend", "-t", "4"}), expected(ErrorCode::argument_unknown, "-t"));
        QCOMPARE(outcome({"attend", "--help=x"}), expected(ErrorCode::argument_unknown, "--help=x"));
        QCOMPARE(outcome({"attend", ""}), expected(ErrorCode::argument_unknown, ""));
    }

    void missing_and_repeated_values() {
        QCOMPARE(outcome({"attend", "--text"}), expected(ErrorCode::argument_needs_value, "--text"));
        QCOMPARE(outcome({"attend", "--text", "--heads", "4"}), expected(ErrorCode::argument_needs_value, "--text"));
        QCOMPARE(outcome({"attend", "--heads", "4", "--heads", "8"}),
                 expected(ErrorCode::argument_repeated, "--heads"));
        QCOMPARE(outcome({"attend", "--heads=4", "--heads=4"}), expected(ErrorCode::argument_repeated, "--heads"));
    }

    void a_value_may_be_any_text_data() {
        QTest::addColumn<QByteArray>("text");
        for (const char* text : {"the cat", "", " ", "-", "--", "-x", "--help", "-3", "[CLS] the cat [SEP]", "a=b", "=",
                                 "a,b", "%1", "\"quoted\"", "attend", "--text", "two\nlines", "\xff\xfe"}) {
            QTest::newRow(text) << QByteArray(text);
        }
    }
    void a_value_may_be_any_text() {
        QFETCH(QByteArray, text);
        const std::string given = text.toStdString();
        QCOMPARE(value({"attend", "--text=" + given, "--heads", "4"}, "--text"), given);
        QCOMPARE(value({"attend", "--text=" + given, "--heads", "4"}, "--heads"), std::string("4"));
        if (!isAttendOption(given)) {
            QCOMPARE(value({"attend", "--text", given, "--heads", "4"}, "--text"), given);
            QCOMPARE(value({"attend", "--text", given, "--heads", "4"}, "--heads"), std::string("4"));
        }
    }

    void every_option_of_the_table_is_read() {
        for (const OptionInfo& option : attendOptionTable()) {
            const std::string name(option.name);
            QCOMPARE(value({"attend", name, "v"}, name), std::string("v"));
        }
    }

    void whole_numbers_are_read_whole() {
        QCOMPARE(parseInteger("8").value_or(-1), 8);
        QCOMPARE(parseInteger("-8").value_or(-1), -8);
        QCOMPARE(parseInteger("007").value_or(-1), 7);
        QCOMPARE(parseInteger("9223372036854775807").value_or(-1), std::numeric_limits<Index>::max());
        for (const char* wrong :
             {"", " 8", "8 ", "+8", "0x10", "1e3", "8.0", "8,", "--8", "9223372036854775808", "8\n", "٨", "８"}) {
            QVERIFY2(!parseInteger(wrong), wrong);
        }
    }

    void seeds_are_unsigned_64_bit() {
        QVERIFY(parseSeed("0") == 0U);
        QVERIFY(parseSeed("18446744073709551615") == std::numeric_limits<std::uint64_t>::max());
        for (const char* wrong : {"", "-1", "+1", " 1", "1 ", "0x10", "1e3", "1.0", "18446744073709551616", "-0"}) {
            QVERIFY2(!parseSeed(wrong), wrong);
        }
    }

    void reals_are_finite() {
        QVERIFY(parseReal("0.1") == 0.1);
        QVERIFY(parseReal("-2") == -2.0);
        QVERIFY(parseReal("1e-3") == 0.001);
        for (const char* wrong :
             {"", "nan", "inf", "-inf", "infinity", "1e999", "0,5", " 1", "1 ", "+1", "0x1p3", "1f", "."}) {
            QVERIFY2(!parseReal(wrong), wrong);
        }
    }

    void lists_of_numbers() {
        QVERIFY((parseIntegers("4,8,16") == std::vector<Index>{4, 8, 16}));
        for (const char* wrong : {"", ",", "4,", ",4", "4,,8", "4, 8", "4;8", "4,x"}) {
            QVERIFY2(!parseIntegers(wrong), wrong);
        }
    }
};

QTEST_GUILESS_MAIN(CommandLineTest)
#include "command_line_test.moc"
