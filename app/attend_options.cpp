#include "app/attend_options.h"

#include <algorithm>
#include <array>
#include <iterator>

#include <QCoreApplication>

#include "app/file_names.h"
#include "app/numbers.h"
#include "app/option_reader.h"
#include "core/base/utf8.h"

namespace headscope::ui {

namespace {

const OptionReader::Choices<FigureFormat> figureFormatNames{
    {"png", FigureFormat::png}, {"svg", FigureFormat::svg}, {"pdf", FigureFormat::pdf}};
const OptionReader::Choices<NumberFormat> numberFormatNames{
    {"csv", NumberFormat::csv}, {"json", NumberFormat::json}, {"npy", NumberFormat::npy}};

/// Text that will be shown or cut into tokens. A path may be any bytes.
void checkUtf8(OptionReader& reader, std::string_view name) {
    if (const std::string* given = reader.find(name)) {
        if (const std::optional<Index> offset = first_invalid_utf8(*given)) {
            reader.fail(fail(ErrorCode::text_invalid_utf8, name, *offset));
        }
    }
}

void readSource(OptionReader& reader, AttendOptions& options) {
    constexpr std::array sources{"--text", "--texts", "--input"};
    std::vector<const char*> given;
    std::ranges::copy_if(sources, std::back_inserter(given), [&reader](const char* name) { return reader.has(name); });
    if (given.empty()) {
        const char* names = reader.knows("--texts") ? "--text, --texts, --input" : "--text, --input";
        return reader.fail(fail(ErrorCode::argument_one_of, names, reader.withHelp()));
    }
    if (given.size() > 1) {
        return reader.fail(fail(ErrorCode::argument_conflict, given[0], given[1]));
    }
    if (const std::string* text = reader.find("--text")) {
        checkUtf8(reader, "--text");
        options.source = OneText{*text};
    } else if (reader.has("--texts")) {
        reader.path("--texts", options.source.emplace<TextFile>().path);
    } else {
        ArrayFiles& files = options.source.emplace<ArrayFiles>();
        reader.path("--input", files.query);
        reader.path("--key", files.key);
        reader.path("--value", files.value);
    }
}

/// Options that would have no effect beside the others are refused: the result would not be what was asked for.
void checkTogether(OptionReader& reader, const AttendOptions& options) {
    const bool key = reader.has("--key");
    const bool value = reader.has("--value");
    if (key != value) {
        return reader.fail(key ? fail(ErrorCode::argument_needs_other, "--key", "--value")
                               : fail(ErrorCode::argument_needs_other, "--value", "--key"));
    }
    if (!std::holds_alternative<ArrayFiles>(options.source)) {
        if (key) {
            reader.fail(fail(ErrorCode::argument_needs_other, "--key", "--input"));
        }
        return;
    }
    if (reader.has("--tokenizer")) {
        reader.fail(fail(ErrorCode::argument_conflict, "--tokenizer", "--input"));
    }
    if (reader.has("--positions") && options.positions != Positions::none) {
        reader.fail(fail(ErrorCode::argument_conflict, "--positions", "--input"));
    }
}

void readMask(OptionReader& reader, AttendOptions& options) {
    const std::string* given = reader.find("--mask");
    if (given == nullptr || *given == "none") {
        return;
    }
    if (*given == "causal") {
        options.mask = Mask::causal();
    } else {
        reader.path("--mask", options.mask.emplace<MaskFile>().path);
    }
}

void readFormats(OptionReader& reader, AttendOptions& options) {
    const std::string* given = reader.find("--format");
    if (given == nullptr) {
        return;
    }
    options.figureFormats.clear();
    const auto addOnce = [](auto& formats, auto format) {
        if (std::ranges::find(formats, format) == formats.end()) {
            formats.push_back(format);
        }
    };
    for (const std::string_view part : splitAtCommas(*given)) {
        if (const auto figure = OptionReader::chosen(figureFormatNames, part)) {
            addOnce(options.figureFormats, *figure);
        } else if (const auto number = OptionReader::chosen(numberFormatNames, part)) {
            addOnce(options.numberFormats, *number);
        } else {
            reader.refuse("--format", *given,
                          OptionReader::list(figureFormatNames) + QStringLiteral(", ") +
                              OptionReader::list(numberFormatNames));
        }
    }
}

void readFigures(OptionReader& reader, AttendOptions& options) {
    reader.integers("--heads-shown", options.headsShown);
    reader.choice("--layout", {{"grid", FigureLayout::grid}, {"single", FigureLayout::single}}, options.layout);
    reader.choice("--colour-map",
                  {{"viridis", ColourMap::viridis},
                   {"cividis", ColourMap::cividis},
                   {"magma", ColourMap::magma},
                   {"grey", ColourMap::grey}},
                  options.colourMap);
    reader.choice("--colour-range",
                  {{"auto", ColourRange::automatic},
                   {"head", ColourRange::head_max},
                   {"all", ColourRange::all_max},
                   {"unit", ColourRange::unit},
                   {"median-row", ColourRange::median_row}},
                  options.colourRange);
    constexpr double smallestScale = 1.0;
    constexpr double largestScale = 8.0;
    reader.real("--scale", options.scale);
    if (options.scale < smallestScale || options.scale > largestScale) {
        reader.refuse("--scale", *reader.find("--scale"),
                      QCoreApplication::translate("CommandLine", "a number from 1 to 8"));
    }
}

void readName(OptionReader& reader, AttendOptions& options) {
    if (const std::string* given = reader.find("--name")) {
        checkUtf8(reader, "--name");
        if (!isNamePattern(*given)) {
            reader.refuse("--name", *given,
                          QCoreApplication::translate("CommandLine", "a file name, with {name}, {heads}, {line} and "
                                                                     "{seed} in it, without / or \\"));
        }
        options.name = *given;
    }
}

} // namespace

Result<AttendOptions> readAttendOptions(const CommandLine& line) {
    OptionReader reader(line);
    AttendOptions options;
    readSource(reader, options);
    reader.choice("--tokenizer", {{"words", Tokenizer::words}, {"characters", Tokenizer::characters}},
                  options.tokenizer);
    reader.choice("--positions", {{"sinusoidal", Positions::sinusoidal}, {"none", Positions::none}}, options.positions);
    reader.integers("--heads", options.heads);
    reader.integer("--d-model", options.dModel);
    reader.path("--weights", options.weights);
    reader.seed("--seed", options.seed);
    reader.real("--temperature", options.temperature);
    readMask(reader, options);
    reader.choice("--mask-fill", {{"article", MaskFill::article}, {"zero", MaskFill::zero}}, options.maskFill);
    reader.real("--dropout", options.dropout);
    reader.seed("--dropout-seed", options.dropoutSeed);
    reader.path("--out", options.out);
    readFormats(reader, options);
    readName(reader, options);
    readFigures(reader, options);
    checkTogether(reader, options);
    if (reader.error()) {
        return tl::make_unexpected(*reader.error());
    }
    return options;
}

bool asksForFigures(const CommandLine& line) {
    const Result<AttendOptions> options = readAttendOptions(line);
    return options && !options->figureFormats.empty();
}

} // namespace headscope::ui
