#pragma once

#include <optional>

#include <QByteArray>
#include <QString>

namespace headscope::ui {

/// How this person likes the window: kept between starts (QSettings), not part of a session, not undone.
struct Preferences {
    std::optional<QString> language; ///< "en", "zh_CN"; none: the system's
    bool dark = false;
    double scale = 1.0;
    QByteArray geometry;
    QByteArray rows; ///< state of the splitter of grid and large head
    bool setupVisible = true;
    bool costVisible = true;

    static Preferences load();
    void save() const;
};

/// Interface scale, in steps for Ctrl and plus or minus.
constexpr double smallestScale = 0.8;
constexpr double largestScale = 2.5;
double nextScale(double scale, int steps);

} // namespace headscope::ui
