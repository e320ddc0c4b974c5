#pragma once

#include <QString>

#include "ui/present/head_picture.h"

namespace headscope::ui {

/// What is to be said about one cell, in the user's language. Cells count from 0 and lie inside the picture (contract).
struct CellText {
    QString query; ///< the token as seen on its axis
    QString key;
    QString weight; ///< "0.4127"
    QString exact;  ///< "0.41270351", the float32 itself
    QString score;  ///< before the mask is filled; empty for the mean of heads, which has none
    QString tile;   ///< of a map: the value of the tile that the cell lies in; else empty
    QString note;   ///< hidden by the mask, dropped, every key hidden, after dropout, or empty
};
CellText cellText(const HeadPicture& picture, Index query, Index key);

/// For a tool tip: HTML, tokens escaped.
QString cellTooltip(const HeadPicture& picture, Index query, Index key);

/// One plain sentence, for the status line and for screen readers.
QString cellSentence(const HeadPicture& picture, Index query, Index key);

} // namespace headscope::ui
