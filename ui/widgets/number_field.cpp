#include "ui/widgets/number_field.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include <QKeyEvent>
#include <QStyle>

namespace headscope::ui {

namespace {

constexpr std::chrono::milliseconds typingPause{700};

bool digitsOnly(const QString& text) {
    return !text.isEmpty() && std::all_of(text.begin(), text.end(),
                                          [](QChar c) { return c >= QLatin1Char('0') && c <= QLatin1Char('9'); });
}

} // namespace

NumberField::NumberField(QWidget* parent)
    : QLineEdit(parent) {
    pause_.setSingleShot(true);
    pause_.setInterval(typingPause);
    connect(&pause_, &QTimer::timeout, this, &NumberField::take);
    connect(this, &QLineEdit::textEdited, &pause_, qOverload<>(&QTimer::start));
    connect(this, &QLineEdit::editingFinished, this, &NumberField::take);
}

void NumberField::setValueText(const QString& text) {
    const bool typing = pause_.isActive();
    taken_ = text;
    shown_ = text;
    if (!typing && this->text() != text) {
        setText(text);
    }
}

void NumberField::setInvalid(bool invalid) {
    if (property("invalid").toBool() != invalid) {
        setProperty("invalid", invalid);
        style()->unpolish(this);
        style()->polish(this);
    }
}

bool NumberField::event(QEvent* event) {
    if (isUndoOrRedo(event)) {
        event->ignore();
        return false;
    }
    return QLineEdit::event(event);
}

void NumberField::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape && text() != shown_) {
        pause_.stop();
        taken_ = shown_;
        setText(shown_);
        setInvalid(false);
        return;
    }
    QLineEdit::keyPressEvent(event);
}

void NumberField::take() {
    pause_.stop();
    const QString now = text().trimmed();
    if (now != taken_) {
        taken_ = now;
        emit entered(now);
    }
}

std::optional<qint64> parseCount(const QString& text) {
    bool ok = false;
    const qint64 value = text.toLongLong(&ok);
    return ok && digitsOnly(text) ? std::optional(value) : std::nullopt;
}

std::optional<quint64> parseSeed(const QString& text) {
    bool ok = false;
    const quint64 value = text.toULongLong(&ok);
    return ok && digitsOnly(text) ? std::optional(value) : std::nullopt;
}

std::optional<double> parseDecimal(const QString& text) {
    QString plain = text;
    plain.replace(QLatin1Char(','), QLatin1Char('.'));
    bool ok = false;
    const double value = plain.toDouble(&ok);
    return ok && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

bool isUndoOrRedo(const QEvent* event) {
    if (event->type() != QEvent::ShortcutOverride) {
        return false;
    }
    const QKeyCombination key = static_cast<const QKeyEvent*>(event)->keyCombination();
    return key == (Qt::CTRL | Qt::Key_Z) || key == (Qt::CTRL | Qt::SHIFT | Qt::Key_Z) || key == (Qt::CTRL | Qt::Key_Y);
}

} // namespace headscope::ui
