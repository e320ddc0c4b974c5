#pragma once

#include <string_view>

#include <QString>

namespace headscope::ui {

constexpr qsizetype lineWidth = 80; ///< of help, and where possible of tables

/// UTF-8 as Qt has it.
QString qtText(std::string_view text);

/// Columns in a terminal: Chinese characters and their punctuation take two.
qsizetype columns(const QString& text);

/// Breaks lines where the language allows it, between any two Chinese characters for example. Lines after the first
/// begin at `indent`.
QString wrapped(const QString& text, qsizetype indent);

} // namespace headscope::ui
