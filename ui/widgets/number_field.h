#pragma once

#include <optional>

#include <QLineEdit>
#include <QTimer>

namespace headscope::ui {

/// A field for a number that is taken when its typing is over: on Return, on leaving the field, or after a short pause.
/// (While 128 is typed, 1 and 12 are no wishes.)
class NumberField : public QLineEdit {
    Q_OBJECT

public:
    explicit NumberField(QWidget* parent = nullptr);

    /// Shows a value without a signal; what the user is typing at this moment stays, unless it is what he just entered.
    void setValueText(const QString& text);
    /// Marks the field; the sentence that says why stands elsewhere.
    void setInvalid(bool invalid);

signals:
    void entered(const QString& text); ///< trimmed; only where it differs from what was shown or entered before

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void take();

    QTimer pause_;
    QString taken_;
    QString shown_; ///< the value in force, for Escape
};

/// Strict readings: digits only, no sign, no spaces, no exponent.
std::optional<qint64> parseCount(const QString& text);
std::optional<quint64> parseSeed(const QString& text);
/// A finite decimal number, "." or "," before the decimals.
std::optional<double> parseDecimal(const QString& text);

/// True where a key press is an undo or redo that the window shall handle, not the edit field it happens in: fields
/// take these keys (ShortcutOverride) even when their own undo is off.
bool isUndoOrRedo(const QEvent* event);

} // namespace headscope::ui
