#include "app/option_reader.h"

#include <set>

#include <QCoreApplication>

#include "app/numbers.h"

namespace headscope::ui {

void OptionReader::fail(tl::unexpected<Error> error) {
    if (!error_) {
        error_ = std::move(error.value());
    }
}

void OptionReader::refuse(std::string_view name, std::string_view value, const QString& allowed) {
    fail(headscope::fail(ErrorCode::argument_bad_value, name, value, allowed.toStdString()));
}

const std::string* OptionReader::find(std::string_view name) const {
    const auto found = line_.options.find(name);
    return found == line_.options.end() ? nullptr : &found->second;
}

void OptionReader::needed(std::string_view name) {
    if (!has(name)) {
        fail(headscope::fail(ErrorCode::argument_missing, name, withHelp()));
    }
}

void OptionReader::path(std::string_view name, std::string& target) {
    if (const std::string* given = find(name)) {
        target = *given;
        if (given->empty()) {
            refuse(name, *given, QCoreApplication::translate("CommandLine", "a path"));
        }
    }
}

void OptionReader::integers(std::string_view name, std::vector<Index>& target) {
    if (const std::string* given = find(name)) {
        const std::optional<std::vector<Index>> numbers = parseIntegers(*given);
        const bool each_once = numbers && std::set<Index>(numbers->begin(), numbers->end()).size() == numbers->size();
        if (each_once) {
            target = *numbers;
        } else {
            refuse(name, *given,
                   QCoreApplication::translate("CommandLine", "whole numbers, separated by commas, each once"));
        }
    }
}

void OptionReader::integer(std::string_view name, std::optional<Index>& target) {
    if (const std::string* given = find(name)) {
        target = parseInteger(*given);
        if (!target) {
            refuse(name, *given, QCoreApplication::translate("CommandLine", "a whole number"));
        }
    }
}

void OptionReader::integer(std::string_view name, Index& target) {
    std::optional<Index> number;
    integer(name, number);
    target = number.value_or(target);
}

void OptionReader::bytes(std::string_view name, std::optional<Index>& target) {
    if (const std::string* given = find(name)) {
        target = parseBytes(*given);
        if (!target) {
            refuse(name, *given,
                   QCoreApplication::translate("CommandLine", "bytes, such as 8GiB, 512MiB or 1073741824"));
        }
    }
}

void OptionReader::seed(std::string_view name, std::uint64_t& target) {
    if (const std::string* given = find(name)) {
        if (const std::optional<std::uint64_t> number = parseSeed(*given)) {
            target = *number;
        } else {
            refuse(name, *given,
                   QCoreApplication::translate("CommandLine", "a whole number from 0 to 18446744073709551615"));
        }
    }
}

void OptionReader::real(std::string_view name, double& target) {
    if (const std::string* given = find(name)) {
        if (const std::optional<double> number = parseReal(*given)) {
            target = *number;
        } else {
            refuse(name, *given, QCoreApplication::translate("CommandLine", "a number such as 0.5"));
        }
    }
}

} // namespace headscope::ui
