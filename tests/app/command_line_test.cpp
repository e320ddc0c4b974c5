#include "app/command_line.h"

#include <array>

#include <QtTest>

#include "app/numbers.h"
#include "app/option_table.h"

using namespace headscope;
using namespace headscope::ui;
using Action = CommandLine::Action;

namespace {

/// "run attend", "help" (the program's), or the error's code and arguments: enough to tell outcomes apart.
std::string outcome(const std::vector<std::string>& arguments) {
    const Result<CommandLine> parsed = parseCommandLine(arguments);
    if (parsed) {
        constexpr std::array actions{"window", "version", "help", "run"};
        const std::string action = actions[static_cast<std::size_t>(parsed->action)];
        return parsed->command == nullptr ? action : action + " " + std::string(parsed->command->name);
    }
    std::string text = std::to_string(static_cast<int>(parsed.error().code));
    for (const ErrorArgument& argument : parsed.error().arguments) {
        text += " " + std::get<std::string>(argument);
    }
    return text;
}

/// `command`: whose help the error names.
std::string unknown(const std::string& argument, const std::string& command = "headscope attend") {
    return std::to_string(static_cast<int>(ErrorCode::argument_unknown)) + " " + argument + " " + command;
}

std::string needsValue(const std::string& option, const std::string& command = "headscope attend") {
    return std::to_string(static_cast<int>(ErrorCode::argument_needs_value)) + " " + option + " " + command;
}

std::string repeated(const std::string& option) {
    return std::to_string(static_cast<int>(ErrorCode::argument_repeated)) + " " + option;
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
        QCOMPARE(outcome({}), std::string("window"));
        QCOMPARE(outcome({"--help"}), std::string("help"));
        QCOMPARE(outcome({"-h"}), std::string("help"));
        QCOMPARE(outcome({"--version"}), std::string("version"));
        QCOMPARE(outcome({"attend"}), std::string("run attend"));
        QCOMPARE(outcome({"attend", "--help"}), std::string("help attend"));
        QCOMPARE(outcome({"--help", "attend"}), std::string("help attend"));
        QCOMPARE(outcome({"attend", "--text", "a", "-h"}), std::string("help attend"));
        QCOMPARE(outcome({"attend", "--text", "memory"}), std::string("run attend"));
        QCOMPARE(outcome({"memory"}), std::string("run memory"));
        QCOMPARE(outcome({"compare"}), std::string("run compare"));
        QCOMPARE(outcome({"memory", "--help"}), std::string("help memory"));
    }

    void what_is_not_known_is_refused() {
        QCOMPARE(outcome({"atend"}), unknown("atend", "headscope"));
        QCOMPARE(outcome({"--bogus"}), unknown("--bogus", "headscope"));
        QCOMPARE(outcome({"--text", "a"}), unknown("--text", "headscope"));
        QCOMPARE(outcome({"attend", "--bogus", "3"}), unknown("--bogus"));
        QCOMPARE(outcome({"attend", "--text", "a", "b"}), unknown("b"));
        QCOMPARE(outcome({"attend", "--head", "4"}), unknown("--head"));
        QCOMPARE(outcome({"attend", "-t", "4"}), unknown("-t"));
        QCOMPARE(outcome({"attend", "--help=x"}), unknown("--help=x"));
        QCOMPARE(outcome({"attend", ""}), unknown(""));
        QCOMPARE(outcome({"attend", "--seq-len", "4"}), unknown("--seq-len"));
        QCOMPARE(outcome({"memory", "--text", "a"}), unknown("--text", "headscope memory"));
        QCOMPARE(outcome({"memory", "attend"}), unknown("attend", "headscope memory"));
    }

    void missing_and_repeated_values() {
        QCOMPARE(outcome({"attend", "--text"}), needsValue("--text"));
        QCOMPARE(outcome({"attend", "--text", "--heads", "4"}), needsValue("--text"));
        QCOMPARE(outcome({"memory", "--heads"}), needsValue("--heads", "headscope memory"));
        QCOMPARE(outcome({"memory", "--heads", "--json"}), needsValue("--heads", "headscope memory"));
        QCOMPARE(outcome({"attend", "--heads", "4", "--heads", "8"}), repeated("--heads"));
        QCOMPARE(outcome({"attend", "--heads=4", "--heads=4"}), repeated("--heads"));
    }

    void an_option_without_value() {
        QCOMPARE(value({"memory", "--json"}, "--json"), std::string());
        QCOMPARE(value({"memory"}, "--json"), std::string("(none)"));
        QCOMPARE(value({"memory", "--json", "--heads", "4"}, "--heads"), std::string("4"));
        QCOMPARE(outcome({"memory", "--json=1"}), unknown("--json=1", "headscope memory"));
        QCOMPARE(outcome({"memory", "--json", "1"}), unknown("1", "headscope memory"));
        QCOMPARE(outcome({"memory", "--json", "--json"}), repeated("--json"));
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
        if (findOption(commandInfo(CommandId::attend), given) == nullptr) {
            QCOMPARE(value({"attend", "--text", given, "--heads", "4"}, "--text"), given);
            QCOMPARE(value({"attend", "--text", given, "--heads", "4"}, "--heads"), std::string("4"));
        }
    }

    void every_option_of_the_tables_is_read() {
        for (const CommandInfo& command : commandTable()) {
            for (const OptionInfo& option : command.options) {
                const std::string name(option.name);
                if (option.value != nullptr) {
                    QCOMPARE(value({std::string(command.name), name, "v"}, name), std::string("v"));
                } else {
                    QCOMPARE(value({std::string(command.name), name}, name), std::string());
                }
            }
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

    void bytes_are_1024_based() {
        QVERIFY(parseBytes("1") == 1);
        QVERIFY(parseBytes("9223372036854775807") == std::numeric_limits<Index>::max());
        QVERIFY(parseBytes("2KiB") == 2048);
        QVERIFY(parseBytes("512MiB") == 536870912);
        QVERIFY(parseBytes("8GiB") == 8589934592);
        QVERIFY(parseBytes("1.5GiB") == 1610612736);
        QVERIFY(parseBytes("8388607TiB") == 9223370937343148032);
        for (const char* wrong : {"", "0", "-1", "8GB", "8G", "8gib", "8 GiB", "GiB", "nanGiB", "infGiB", "8388608TiB",
                                  "1e30GiB", "0.0001KiB", "1.5", "8GiBKiB"}) {
            QVERIFY2(!parseBytes(wrong), wrong);
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
