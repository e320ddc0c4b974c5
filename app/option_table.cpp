#include "app/option_table.h"

#include <algorithm>
#include <array>

#include <QtGlobal>

namespace headscope::ui {

namespace {

constexpr auto input = QT_TRANSLATE_NOOP("Help", "Input (one of --text, --texts and --input)");
constexpr auto model = QT_TRANSLATE_NOOP("Help", "Model");
constexpr auto attention = QT_TRANSLATE_NOOP("Help", "Attention");
constexpr auto output = QT_TRANSLATE_NOOP("Help", "Output");
constexpr auto figures = QT_TRANSLATE_NOOP("Help", "Figures");

constexpr auto table = std::to_array<OptionInfo>({
    {"--text", "TEXT", input, QT_TRANSLATE_NOOP("Help", "One text.")},
    {"--texts", "FILE", input,
     QT_TRANSLATE_NOOP("Help", "A file with one text a line; blank lines are skipped, - is standard input.")},
    {"--input", "X.npy", input,
     QT_TRANSLATE_NOOP("Help", "Query array, (n, d_model) or (batch, n, d_model), float32 or float64. Also key and "
                               "value where those are not given.")},
    {"--key", "K.npy", input, QT_TRANSLATE_NOOP("Help", "Key array of cross-attention; needs --value.")},
    {"--value", "V.npy", input, QT_TRANSLATE_NOOP("Help", "Value array of cross-attention; needs --key.")},
    {"--tokenizer", "words|characters", input, QT_TRANSLATE_NOOP("Help", "How a text is cut. Default: words.")},
    {"--positions", "sinusoidal|none", input,
     QT_TRANSLATE_NOOP("Help", "Positional encoding of a text. Default: sinusoidal.")},

    {"--heads", "H[,H...]", model,
     QT_TRANSLATE_NOOP("Help", "Number of heads; with several, each is computed. Default: 8.")},
    {"--d-model", "D", model,
     QT_TRANSLATE_NOOP("Help", "Model dimension. Default: 512; with --input or --weights that of the file.")},
    {"--weights", "W.safetensors", model,
     QT_TRANSLATE_NOOP("Help", "Parameters from a file with W_q.weight, W_q.bias and so on for W_k, W_v and W_o. "
                               "Default: random parameters.")},
    {"--seed", "N", model, QT_TRANSLATE_NOOP("Help", "Seed of embeddings and random parameters. Default: 42.")},

    {"--temperature", "T", attention, QT_TRANSLATE_NOOP("Help", "Divides the scores, 0.001 to 1000. Default: 1.")},
    {"--mask", "none|causal|M.npy", attention,
     QT_TRANSLATE_NOOP("Help", "What a query may look at; in a file, (n_q, n_k) or (batch, n_q, n_k), 0 is hidden. "
                               "Causal lets the last query see the last key. Default: none.")},
    {"--mask-fill", "article|zero", attention,
     QT_TRANSLATE_NOOP("Help", "A row with every key hidden: 1/n_k each, as in the article, or zeros. "
                               "Default: article.")},
    {"--dropout", "P", attention,
     QT_TRANSLATE_NOOP("Help", "Dropout probability, 0 or more and less than 1; above 0 is training mode. "
                               "Default: 0.")},
    {"--dropout-seed", "N", attention, QT_TRANSLATE_NOOP("Help", "Seed of dropout. Default: 42.")},

    {"--out", "DIR", output,
     QT_TRANSLATE_NOOP("Help", "Folder for the files; it is made where it is missing. Default: the current folder.")},
    {"--format", "F[,F...]", output,
     QT_TRANSLATE_NOOP("Help", "png, svg and pdf (figures), csv, json and npy (numbers). Default: png.")},
    {"--name", "PATTERN", output,
     QT_TRANSLATE_NOOP("Help", "File names without ending, made of text and {name} (attention or output), {heads}, "
                               "{line} and {seed}. Default: {name}, with --texts {name}_{line}, and _h{heads} added "
                               "where there are several numbers of heads.")},

    {"--heads-shown", "H[,H...]", figures, QT_TRANSLATE_NOOP("Help", "Heads to draw, from 0. Default: all.")},
    {"--layout", "grid|single", figures,
     QT_TRANSLATE_NOOP("Help", "All heads in one figure, or a figure for each head, with _head0 and so on added to "
                               "its name. A batch has a figure for each of its members, with _b0 and so on. "
                               "Default: grid.")},
    {"--scale", "N", figures, QT_TRANSLATE_NOOP("Help", "Size of a png, 1 to 8. Default: 1.")},
    {"--colour-map", "MAP", figures, QT_TRANSLATE_NOOP("Help", "viridis, cividis, magma or grey. Default: viridis.")},
    {"--colour-range", "head|all|unit", figures,
     QT_TRANSLATE_NOOP("Help", "Colours from 0 to the largest weight of each head, to that of all heads, or to 1. "
                               "Default: head.")},
});

} // namespace

std::span<const OptionInfo> attendOptionTable() {
    return table;
}

bool isAttendOption(std::string_view name) {
    return std::ranges::find(table, name, &OptionInfo::name) != table.end();
}

} // namespace headscope::ui
