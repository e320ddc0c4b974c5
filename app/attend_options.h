#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "app/command_line.h"
#include "core/attention/mask.h"
#include "core/base/error.h"
#include "core/model/embedding.h"
#include "core/session/session_state.h"
#include "core/text/tokenizer.h"
#include "ui/export/figure.h"

namespace headscope::ui {

struct OneText {
    std::string text;
};
struct TextFile {
    std::string path; ///< "-": standard input
};
struct ArrayFiles {
    std::string query, key, value; ///< paths; key and value are both empty where they are the query
};

struct MaskFile {
    std::string path;
};

enum class NumberFormat { csv, json, npy };

enum class FigureLayout {
    grid,   ///< all heads that are shown in one figure
    single, ///< a figure for each
};

/// `headscope attend` with its values read; files are not opened yet.
struct AttendOptions {
    std::variant<OneText, TextFile, ArrayFiles> source;
    Tokenizer tokenizer = Tokenizer::words;
    Positions positions = Positions::sinusoidal;

    std::vector<Index> heads{8};
    std::optional<Index> dModel;
    std::string weights; ///< path; empty: random parameters
    std::uint64_t seed = 42;

    double temperature = 1.0;
    std::variant<Mask, MaskFile> mask;
    MaskFill maskFill = MaskFill::article;
    double dropout = 0.0;
    std::uint64_t dropoutSeed = 42;

    std::string out = ".";
    std::vector<NumberFormat> numberFormats;
    std::vector<FigureFormat> figureFormats{FigureFormat::png};
    std::string name; ///< pattern; empty: the default

    std::vector<Index> headsShown; ///< empty: all
    FigureLayout layout = FigureLayout::grid;
    double scale = 1.0;
    ColourMap colourMap = ColourMap::viridis;
    ColourRange colourRange = ColourRange::automatic;
};

/// Errors: argument_one_of, argument_conflict, argument_needs_other, argument_bad_value, text_invalid_utf8. Needs the
/// user's language (what is allowed is said in words).
Result<AttendOptions> readAttendOptions(const CommandLine& line);

/// Whether figures will be drawn, which takes a QGuiApplication; wrong values count as no.
bool asksForFigures(const CommandLine& line);

} // namespace headscope::ui
