#include "ui/widgets/refusal.h"

#include <QCoreApplication>

#include "ui/widgets/inline_message.h"
#include "ui/widgets/number_field.h"

namespace headscope::ui {

namespace {

QString allowedText(Wanted wanted) {
    switch (wanted) {
    case Wanted::wholeNumber: return QCoreApplication::translate("Refusal", "a whole number");
    case Wanted::number: return QCoreApplication::translate("Refusal", "a number");
    case Wanted::seed: return QCoreApplication::translate("Refusal", "a whole number from 0 to 18446744073709551615");
    }
    return {};
}

} // namespace

void refuseTyped(InlineMessage& message, NumberField& field, const QString& name, const QString& typed, Wanted wanted) {
    refuseTyped(message, field, name, typed, allowedText(wanted));
}

void refuseTyped(InlineMessage& message, NumberField& field, const QString& name, const QString& typed,
                 const QString& allowed) {
    message.showError(
        fail(ErrorCode::argument_bad_value, name.toStdString(), typed.toStdString(), allowed.toStdString()).value());
    field.setInvalid(true);
}

} // namespace headscope::ui
