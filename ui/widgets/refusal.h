#pragma once

#include <QString>

namespace headscope::ui {

class InlineMessage;
class NumberField;

/// What a field takes.
enum class Wanted { wholeNumber, number, seed };

/// Says at `message` why `typed` cannot be the value of `name` (in the user's language), and marks the field.
void refuseTyped(InlineMessage& message, NumberField& field, const QString& name, const QString& typed, Wanted wanted);
/// The same with what is allowed in the caller's words: "a number above 0, in GiB".
void refuseTyped(InlineMessage& message, NumberField& field, const QString& name, const QString& typed,
                 const QString& allowed);

} // namespace headscope::ui
