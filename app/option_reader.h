#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <QString>
#include <QStringList>

#include "app/command_line.h"
#include "core/base/tensor.h"

namespace headscope::ui {

/// Reads raw options into typed values. An option that was not given leaves its target alone; the first wrong one is
/// kept as error().
class OptionReader {
public:
    template <typename T>
    using Choices = std::initializer_list<std::pair<std::string_view, T>>;

    explicit OptionReader(const CommandLine& line)
        : line_(line) {}

    bool has(std::string_view name) const { return line_.options.contains(name); }
    /// Whether the command has such an option.
    bool knows(std::string_view name) const { return findOption(*line_.command, name) != nullptr; }
    const std::optional<Error>& error() const { return error_; }
    void refuse(std::string_view name, std::string_view value, const QString& allowed);
    void fail(tl::unexpected<Error> error);
    /// "headscope memory"
    std::string withHelp() const { return CommandLine::withHelp(line_.command); }

    void needed(std::string_view name); ///< error where it was not given
    void path(std::string_view name, std::string& target);
    void integers(std::string_view name, std::vector<Index>& target); ///< each once
    void integer(std::string_view name, std::optional<Index>& target);
    void integer(std::string_view name, Index& target);
    void bytes(std::string_view name, std::optional<Index>& target); ///< "8GiB", "512MiB", "1073741824"; 1 or more
    void seed(std::string_view name, std::uint64_t& target);
    void real(std::string_view name, double& target);

    template <typename T>
    void choice(std::string_view name, Choices<T> choices, T& target) {
        if (const std::string* given = find(name)) {
            if (const std::optional<T> value = chosen(choices, *given)) {
                target = *value;
            } else {
                refuse(name, *given, list(choices));
            }
        }
    }

    /// The option's bytes, or null where it was not given.
    const std::string* find(std::string_view name) const;

    template <typename T>
    static std::optional<T> chosen(Choices<T> choices, std::string_view given) {
        for (const auto& [text, value] : choices) {
            if (text == given) {
                return value;
            }
        }
        return std::nullopt;
    }

    /// "words, characters"
    template <typename T>
    static QString list(Choices<T> choices) {
        QStringList names;
        for (const auto& [text, value] : choices) {
            names.append(QString::fromUtf8(text));
        }
        return names.join(QStringLiteral(", "));
    }

private:
    const CommandLine& line_;
    std::optional<Error> error_;
};

} // namespace headscope::ui
