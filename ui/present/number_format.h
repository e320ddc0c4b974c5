#pragma once

#include <QString>

#include "core/base/tensor.h"

namespace headscope::ui {

// Numbers on screen. Digits, point and comma are the same in every language, as in the literature.

/// A weight with a fixed number of decimals. Exactly 0 is "0", so that it differs from what rounds to nothing:
/// "<0.0001".
QString weightText(float weight, int decimals = 4);

/// The end of a range of colours: "1", "0.5444", below a hundredth three digits: "0.00312".
QString rangeEndText(float end);

/// The shortest text that reads back as the same float32: "0.41270351".
QString exactText(float value);

/// A score: four decimals, or seven digits from 1000 on: "1.2340", "−0.0312", "250000.1", "3.402823e38".
QString scoreText(float score);

/// The shortest text that reads back as the same float64: "0.1", "0.9999999". What was typed is shown so.
QString decimalText(double value);

/// "512 B", "2.1 MiB", "36 MiB" (exactly), "512 MiB"; 1024-based.
QString bytesText(Index bytes);

/// "2,202,010"
QString countText(Index count);

/// "2,202,010 B"
QString exactBytesText(Index bytes);

/// "62 %", "3.4 %", "<0.1 %", "0 %"; "100 %" only where it is all.
QString percentText(Index part, Index whole);

/// "×1.62"
QString factorText(double factor);

/// "85 µs", "0.31 ms", "12.4 ms", "1.2 s", "125 s"
QString durationText(double seconds);

/// "640 FLOP", "1.2 GFLOP"; 1000-based. A multiplication and an addition count as two.
QString flopsText(Index flops);

} // namespace headscope::ui
