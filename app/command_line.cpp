#include "app/command_line.h"

#include <algorithm>

#include <CLI/CLI.hpp>

#include "app/option_table.h"

namespace headscope::ui {

namespace {

/// "--name=value" becomes two arguments, so that an empty value counts as one, and an option whose value is missing is
/// found here: CLI11 would take the option that follows for the value.
Result<std::vector<std::string>> separateValues(const std::vector<std::string>& arguments) {
    std::vector<std::string> separated;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string& argument = arguments[i];
        const std::size_t equals = argument.find('=');
        if (equals != std::string::npos && isAttendOption(argument.substr(0, equals))) {
            separated.push_back(argument.substr(0, equals));
            separated.push_back(argument.substr(equals + 1));
            continue;
        }
        if (argument.starts_with("--help=") || argument.starts_with("--version=")) {
            return fail(ErrorCode::argument_unknown, argument);
        }
        separated.push_back(argument);
        if (!isAttendOption(argument)) {
            continue;
        }
        if (i + 1 == arguments.size() || isAttendOption(arguments[i + 1])) {
            return fail(ErrorCode::argument_needs_value, argument);
        }
        separated.push_back(arguments[++i]);
    }
    return separated;
}

class Parser {
public:
    Parser() {
        app_.set_help_flag();
        app_.add_flag("-h,--help", help_);
        app_.add_flag("--version", version_);
        app_.allow_extras();
        app_.require_subcommand(0, 1);
        attend_.set_help_flag();
        attend_.add_flag("-h,--help", attendHelp_);
        attend_.allow_extras();
        for (const OptionInfo& option : attendOptionTable()) {
            const std::string name(option.name);
            attend_.add_option(name, values_[name])->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
        }
    }

    Result<CommandLine> parse(std::vector<std::string> arguments) {
        std::ranges::reverse(arguments); // as CLI11 wants them
        try {
            app_.parse(arguments);
        } catch (const CLI::ParseError& error) {
            return fail(ErrorCode::argument_unknown, std::string(error.what()));
        }
        if (const std::vector<std::string> unknown = app_.remaining(true); !unknown.empty()) {
            return fail(ErrorCode::argument_unknown, unknown.front());
        }
        CommandLine commandLine;
        for (const OptionInfo& option : attendOptionTable()) {
            const std::string name(option.name);
            const std::size_t count = attend_.count(name);
            if (count > 1) {
                return fail(ErrorCode::argument_repeated, name);
            }
            if (count == 1) {
                commandLine.options.emplace(name, values_[name]);
            }
        }
        commandLine.command = command();
        return commandLine;
    }

private:
    CommandLine::Command command() const {
        if (attend_.parsed()) {
            return help_ || attendHelp_ ? CommandLine::Command::attendHelp : CommandLine::Command::attend;
        }
        if (help_) {
            return CommandLine::Command::help;
        }
        return version_ ? CommandLine::Command::version : CommandLine::Command::window;
    }

    CLI::App app_;
    CLI::App& attend_ = *app_.add_subcommand("attend");
    bool help_ = false;
    bool version_ = false;
    bool attendHelp_ = false;
    std::map<std::string, std::string> values_;
};

} // namespace

Result<CommandLine> parseCommandLine(const std::vector<std::string>& arguments) {
    return separateValues(arguments).and_then(
        [](const std::vector<std::string>& separated) { return Parser().parse(separated); });
}

} // namespace headscope::ui
