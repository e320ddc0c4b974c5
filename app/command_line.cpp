#include "app/command_line.h"

#include <algorithm>

#include <CLI/CLI.hpp>

namespace headscope::ui {

namespace {

/// The first argument that is a command's name; options come after it, so none of them can have it as a value.
const CommandInfo* commandOf(const std::vector<std::string>& arguments) {
    for (const std::string& argument : arguments) {
        if (const CommandInfo* command = findCommand(argument)) {
            return command;
        }
    }
    return nullptr;
}

bool takesValue(const OptionInfo* option) {
    return option != nullptr && option->value != nullptr;
}

/// "--name=value" becomes two arguments, so that an empty value counts as one, and an option whose value is missing is
/// found here: CLI11 would take the option that follows for the value.
Result<std::vector<std::string>> separateValues(const std::vector<std::string>& arguments, const CommandInfo* command) {
    const auto option = [command](std::string_view name) {
        return command == nullptr ? nullptr : findOption(*command, name);
    };
    std::vector<std::string> separated;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string& argument = arguments[i];
        const std::size_t equals = argument.find('=');
        const std::string name = argument.substr(0, equals);
        if (equals != std::string::npos && takesValue(option(name))) {
            separated.push_back(name);
            separated.push_back(argument.substr(equals + 1));
            continue;
        }
        if (equals != std::string::npos && (name == "--help" || name == "--version" || option(name) != nullptr)) {
            return fail(ErrorCode::argument_unknown, argument, CommandLine::withHelp(command));
        }
        separated.push_back(argument);
        if (!takesValue(option(argument))) {
            continue;
        }
        if (i + 1 == arguments.size() || option(arguments[i + 1]) != nullptr) {
            return fail(ErrorCode::argument_needs_value, argument, CommandLine::withHelp(command));
        }
        separated.push_back(arguments[++i]);
    }
    return separated;
}

class Parser {
public:
    explicit Parser(const CommandInfo* command)
        : command_(command) {
        app_.set_help_flag();
        app_.add_flag("-h,--help", help_);
        app_.add_flag("--version", version_);
        app_.allow_extras();
        app_.require_subcommand(0, 1);
        if (command != nullptr) {
            addOptions(*app_.add_subcommand(std::string(command->name)));
        }
    }

    Result<CommandLine> parse(std::vector<std::string> arguments) {
        std::ranges::reverse(arguments); // as CLI11 wants them
        try {
            app_.parse(arguments);
        } catch (const CLI::ParseError& error) {
            return fail(ErrorCode::argument_unknown, std::string(error.what()), CommandLine::withHelp(command_));
        }
        if (const std::vector<std::string> unknown = app_.remaining(true); !unknown.empty()) {
            return fail(ErrorCode::argument_unknown, unknown.front(), CommandLine::withHelp(command_));
        }
        CommandLine commandLine;
        commandLine.action = action();
        commandLine.command = command_;
        for (const auto& [name, given] : given_) {
            if (given.option->count() > 1) {
                return fail(ErrorCode::argument_repeated, name);
            }
            if (given.option->count() == 1) {
                commandLine.options.emplace(name, given.value);
            }
        }
        return commandLine;
    }

private:
    struct Given {
        CLI::Option* option = nullptr;
        std::string value;
        bool flag = false;
    };

    void addOptions(CLI::App& app) {
        app.set_help_flag();
        app.add_flag("-h,--help", help_);
        app.allow_extras();
        for (const OptionInfo& info : command_->options) {
            const std::string name(info.name);
            Given& given = given_[name];
            given.option = takesValue(&info) ? app.add_option(name, given.value) : app.add_flag(name, given.flag);
            given.option->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
        }
    }

    CommandLine::Action action() const {
        if (help_) {
            return CommandLine::Action::help;
        }
        if (command_ != nullptr) {
            return CommandLine::Action::run;
        }
        return version_ ? CommandLine::Action::version : CommandLine::Action::window;
    }

    const CommandInfo* command_;
    CLI::App app_;
    bool help_ = false;
    bool version_ = false;
    std::map<std::string, Given> given_; ///< CLI11 writes into it: nodes stay where they are
};

} // namespace

std::string CommandLine::withHelp(const CommandInfo* command) {
    return command == nullptr ? "headscope" : "headscope " + std::string(command->name);
}

Result<CommandLine> parseCommandLine(const std::vector<std::string>& arguments) {
    const CommandInfo* command = commandOf(arguments);
    return separateValues(arguments, command).and_then([command](const std::vector<std::string>& separated) {
        return Parser(command).parse(separated);
    });
}

} // namespace headscope::ui
