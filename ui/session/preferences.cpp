#include "ui/session/preferences.h"

#include <algorithm>
#include <cmath>

#include <QSettings>

namespace headscope::ui {

namespace {

constexpr double scaleStep = 0.1;

} // namespace

Preferences Preferences::load() {
    const QSettings settings;
    Preferences preferences;
    if (settings.contains(QStringLiteral("language"))) {
        preferences.language = settings.value(QStringLiteral("language")).toString();
    }
    preferences.dark = settings.value(QStringLiteral("dark"), preferences.dark).toBool();
    const double scale = settings.value(QStringLiteral("scale"), preferences.scale).toDouble();
    preferences.scale = std::isfinite(scale) ? std::clamp(scale, smallestScale, largestScale) : 1.0;
    preferences.geometry = settings.value(QStringLiteral("window/geometry")).toByteArray();
    preferences.rows = settings.value(QStringLiteral("window/rows")).toByteArray();
    preferences.setupVisible = settings.value(QStringLiteral("window/setup"), true).toBool();
    preferences.costVisible = settings.value(QStringLiteral("window/cost"), true).toBool();
    return preferences;
}

void Preferences::save() const {
    QSettings settings;
    if (language) {
        settings.setValue(QStringLiteral("language"), *language);
    }
    settings.setValue(QStringLiteral("dark"), dark);
    settings.setValue(QStringLiteral("scale"), scale);
    settings.setValue(QStringLiteral("window/geometry"), geometry);
    settings.setValue(QStringLiteral("window/rows"), rows);
    settings.setValue(QStringLiteral("window/setup"), setupVisible);
    settings.setValue(QStringLiteral("window/cost"), costVisible);
}

double nextScale(double scale, int steps) {
    const double next = std::round(scale / scaleStep + steps) * scaleStep;
    return std::clamp(next, smallestScale, largestScale);
}

} // namespace headscope::ui
