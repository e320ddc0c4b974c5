#include "app/option_table.h"

#include <algorithm>
#include <array>

#include <QtGlobal>

#include "core/base/contract.h"

namespace headscope::ui {

namespace {

constexpr auto input = QT_TRANSLATE_NOOP("Help", "Input (one of --text, --texts and --input)");
constexpr auto text = QT_TRANSLATE_NOOP("Help", "Input (one of --text and --input)");
constexpr auto model = QT_TRANSLATE_NOOP("Help", "Model");
constexpr auto attention = QT_TRANSLATE_NOOP("Help", "Attention");
constexpr auto output = QT_TRANSLATE_NOOP("Help", "Output");
constexpr auto figures = QT_TRANSLATE_NOOP("Help", "Figures");
constexpr auto layer = QT_TRANSLATE_NOOP("Help", "The layer");
constexpr auto counting = QT_TRANSLATE_NOOP("Help", "What is counted");
constexpr auto task = QT_TRANSLATE_NOOP("Help", "The task");
constexpr auto training = QT_TRANSLATE_NOOP("Help", "The training");
constexpr auto more = QT_TRANSLATE_NOOP("Help", "More questions");

constexpr auto attendOptions = std::to_array<OptionInfo>({
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
    {"--colour-range", "auto|head|all|unit|median-row", figures,
     QT_TRANSLATE_NOOP("Help", "Colours from 0 to the largest weight of each head, to that of all heads, to 1, or to "
                               "the median of the rows' largest. Default: auto, which is median-row for more "
                               "than 64 tokens under the causal mask, else head.")},
});

constexpr OptionInfo json{"--json", nullptr, output,
                          QT_TRANSLATE_NOOP("Help", "One JSON object instead of tables; bytes are whole numbers.")};

constexpr auto memoryOptions = std::to_array<OptionInfo>({
    {"--batch", "B", layer, QT_TRANSLATE_NOOP("Help", "Number of sequences. Default: 1.")},
    {"--seq-len", "N", layer, QT_TRANSLATE_NOOP("Help", "Tokens of each sequence; needed.")},
    {"--d-model", "D", layer, QT_TRANSLATE_NOOP("Help", "Model dimension. Default: 512.")},
    {"--heads", "H[,H...]", layer,
     QT_TRANSLATE_NOOP("Help", "Number of heads; several are set side by side. Default: 8.")},
    {"--mask-shape", "none|11nn|b1nn|b11n|bhnn", layer,
     QT_TRANSLATE_NOOP("Help", "Shape of the mask: batch or 1, heads or 1, queries or 1, keys. Default: none.")},
    {"--dropout", "P", layer,
     QT_TRANSLATE_NOOP("Help", "Dropout probability, 0 or more and less than 1; drawn in training only. "
                               "Default: 0.")},

    {"--mode", "inference|training", counting,
     QT_TRANSLATE_NOOP("Help", "Training adds what is saved, gradients and AdamW's states. Default: inference.")},
    {"--engine", "pytorch|materialised|blocked", counting,
     QT_TRANSLATE_NOOP("Help", "Whose tensors: those of the article's module in PyTorch, of Headscope's engine that "
                               "keeps every step, or of the one that works block by block. Default: pytorch.")},
    {"--dtype", "TYPE", counting,
     QT_TRANSLATE_NOOP("Help", "float32, float16, bfloat16 or int8; all but float32 are computed, not measured. "
                               "Default: float32.")},
    {"--threads", "T", counting, QT_TRANSLATE_NOOP("Help", "Threads of Headscope's engines. Default: 1.")},
    {"--layers", "L", counting, QT_TRANSLATE_NOOP("Help", "Also the total of so many equal layers. Default: 1.")},

    {"--budget", "BYTES", more,
     QT_TRANSLATE_NOOP("Help", "The longest sequence that fits, and the tensor that breaks it: 8GiB, 512MiB or a "
                               "number of bytes.")},
    {"--kv-heads", "G", more,
     QT_TRANSLATE_NOOP("Help", "Key-value heads of the KV cache: fewer than heads is grouped-query attention, 1 "
                               "multi-query. Default: as many as heads.")},
    {"--devices", "T", more,
     QT_TRANSLATE_NOOP("Help", "Also the share of each device when the heads are split over so many.")},

    json,
});

consteval OptionInfo attendOption(std::string_view name) {
    return *std::ranges::find(attendOptions, name, &OptionInfo::name);
}

constexpr auto compareOptions = std::to_array<OptionInfo>({
    {"--text", "TEXT", text, QT_TRANSLATE_NOOP("Help", "One text.")},
    {"--input", "X.npy", text,
     QT_TRANSLATE_NOOP("Help", "Query, key and value array, (n, d_model) or (batch, n, d_model), float32 or float64.")},
    {"--tokenizer", "words|characters", text, attendOption("--tokenizer").explanation},
    {"--positions", "sinusoidal|none", text, attendOption("--positions").explanation},

    {"--heads", "H[,H...]", model, QT_TRANSLATE_NOOP("Help", "Numbers of heads to compare. Default: 1,2,4,8,16.")},
    attendOption("--d-model"),
    attendOption("--weights"),
    attendOption("--seed"),

    attendOption("--temperature"),
    attendOption("--mask"),
    attendOption("--mask-fill"),
    attendOption("--dropout"),
    attendOption("--dropout-seed"),

    json,
});

constexpr auto trainOptions = std::to_array<OptionInfo>({
    {"--task", "TASK", task,
     QT_TRANSLATE_NOOP("Help",
                       "needles (the values of k keys among twelve items), skip-markov (the next symbol from "
                       "those 0, 1, 3, 6 and 10 back), reverse, sort, induction (copying what repeats), brackets, "
                       "or csv (a task of your own); needed.")},
    {"--k", "K", task, QT_TRANSLATE_NOOP("Help", "Keys asked for by needles, 1 to 4. Default: 4.")},
    {"--csv", "FILE", task,
     QT_TRANSLATE_NOOP("Help", "Pairs of input and target for --task csv, two columns; a token for each character. A "
                               "tenth of them is held out.")},

    {"--heads", "H[,H...]", model, QT_TRANSLATE_NOOP("Help", "Numbers of heads to compare. Default: 1,2,4,8.")},
    {"--d-model", "D", model, QT_TRANSLATE_NOOP("Help", "Model dimension. Default: 64.")},
    {"--layers", "L", model, QT_TRANSLATE_NOOP("Help", "Layers. Default: what suits the task.")},

    {"--seeds", "N", training, QT_TRANSLATE_NOOP("Help", "Runs of each number of heads. Default: 3.")},
    {"--steps", "N", training, QT_TRANSLATE_NOOP("Help", "Steps of each run. Default: what suits the task.")},
    {"--batch", "B", training, QT_TRANSLATE_NOOP("Help", "Sequences of a step. Default: 128.")},
    {"--seed", "N", training,
     QT_TRANSLATE_NOOP("Help", "Seed of the task and of the first run; the next run has the next. Default: 42.")},
    {"--threads", "T", training,
     QT_TRANSLATE_NOOP("Help", "Threads; the numbers do not depend on them. Default: what the machine has.")},

    {"--out", "DIR", output,
     QT_TRANSLATE_NOOP("Help", "Also writes each trained model (safetensors) and the curves (csv) into this folder.")},
    json,
});

constexpr auto trainExamples = std::to_array<const char*>({
    "headscope train --task needles --k 4 --heads 1,2,4,8 --seeds 3",
    "headscope train --task skip-markov --heads 4 --seeds 1 --out trained",
    "headscope train --task csv --csv pairs.csv --steps 3000 --json",
});

constexpr auto compareExamples = std::to_array<const char*>({
    "headscope compare --text \"the cat sat on the mat\" --heads 1,2,4,8,16",
    "headscope compare --text \"the cat sat on the mat\" --mask causal --json",
});

constexpr auto memoryExamples = std::to_array<const char*>({
    "headscope memory --seq-len 512",
    "headscope memory --batch 8 --seq-len 512 --mode training --dropout 0.1",
    "headscope memory --seq-len 4096 --heads 1,2,4,8,16 --budget 8GiB --json",
});

constexpr auto attendExamples = std::to_array<const char*>({
    "headscope attend --text \"the cat sat on the mat\" --heads 4,8 --format png,json",
    "headscope attend --texts lines.txt --format pdf --layout single --out figures",
    "headscope attend --input x.npy --weights w.safetensors --heads 4 --format npy",
});

constexpr auto commands = std::to_array<CommandInfo>({
    {CommandId::attend, "attend", QT_TRANSLATE_NOOP("Help", "Writes figures and numbers; needs no display."),
     QT_TRANSLATE_NOOP("Help", "Computes attention with every head and writes figures and numbers into a folder. The "
                               "paths of the files written are printed, one a line."),
     attendOptions, attendExamples,
     QT_TRANSLATE_NOOP("Help", "0: all files are written. 2: something in the input is wrong. 1: something failed, the "
                               "disk was full for example. 130: stopped with Ctrl+C. Nothing half-written is left "
                               "behind.")},
    {CommandId::memory, "memory",
     QT_TRANSLATE_NOOP("Help", "Says what a layer costs in memory and FLOPs, exact to the byte."),
     QT_TRANSLATE_NOOP("Help", "Every tensor of a layer of multi-head self-attention with its bytes, what is alive at "
                               "the peak, and how much of it grows with the number of heads. Nothing is run."),
     memoryOptions, memoryExamples,
     QT_TRANSLATE_NOOP("Help", "0: the answer is printed. 2: something in the input is wrong, or so large that a "
                               "figure would pass 63 bits. 1: something failed.")},
    {CommandId::compare, "compare", QT_TRANSLATE_NOOP("Help", "Sets numbers of heads side by side on a text."),
     QT_TRANSLATE_NOOP("Help", "Runs the attention with each number of heads: bytes and FLOPs, the time measured here, "
                               "and what every head looks at: entropy, distance, weight on itself, on the token before "
                               "and on the first."),
     compareOptions, compareExamples,
     QT_TRANSLATE_NOOP("Help",
                       "0: the answer is printed. 2: something in the input is wrong. 1: something failed. 130: "
                       "stopped with Ctrl+C.")},
    {CommandId::train, "train", QT_TRANSLATE_NOOP("Help", "Trains small models: how many heads does a task need?"),
     QT_TRANSLATE_NOOP("Help",
                       "Trains a small model with each number of heads on a task, with the same batches and steps "
                       "and several seeds, and says how well they do on held-out sequences. A difference no "
                       "larger than the spread over the seeds is called none."),
     trainOptions, trainExamples,
     QT_TRANSLATE_NOOP("Help",
                       "0: the answer is printed. 2: something in the input is wrong. 1: something failed. 130: "
                       "stopped with Ctrl+C; then nothing is written.")},
});

} // namespace

std::span<const CommandInfo> commandTable() {
    return commands;
}

const CommandInfo* findCommand(std::string_view name) {
    const auto* found = std::ranges::find(commands, name, &CommandInfo::name);
    return found == commands.end() ? nullptr : found;
}

const CommandInfo& commandInfo(CommandId id) {
    const auto* found = std::ranges::find(commands, id, &CommandInfo::id);
    HEADSCOPE_EXPECTS(found != commands.end());
    return *found;
}

const OptionInfo* findOption(const CommandInfo& command, std::string_view name) {
    const auto found = std::ranges::find(command.options, name, &OptionInfo::name);
    return found == command.options.end() ? nullptr : &*found;
}

} // namespace headscope::ui
