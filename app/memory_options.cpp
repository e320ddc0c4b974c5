#include "app/memory_options.h"

#include "app/option_reader.h"

namespace headscope::ui {

namespace {

void readLayer(OptionReader& reader, MemoryOptions& options) {
    CostSettings& settings = options.settings;
    reader.integer("--batch", settings.batch);
    reader.needed("--seq-len");
    reader.integer("--seq-len", settings.seq_len);
    reader.integer("--d-model", settings.d_model);
    reader.integers("--heads", options.heads);
    reader.choice("--mask-shape",
                  {{"none", MaskShape::none},
                   {"11nn", MaskShape::all},
                   {"b1nn", MaskShape::each_batch},
                   {"b11n", MaskShape::key_padding},
                   {"bhnn", MaskShape::each_head}},
                  settings.mask);
    reader.real("--dropout", settings.dropout);
}

void readCounting(OptionReader& reader, MemoryOptions& options) {
    CostSettings& settings = options.settings;
    reader.choice("--mode", {{"inference", CostMode::inference}, {"training", CostMode::training}}, settings.mode);
    reader.choice("--engine",
                  {{"pytorch", CostEngine::pytorch},
                   {"materialised", CostEngine::materialised},
                   {"blocked", CostEngine::blocked}},
                  settings.engine);
    reader.choice("--dtype",
                  {{"float32", ElementType::float32},
                   {"float16", ElementType::float16},
                   {"bfloat16", ElementType::bfloat16},
                   {"int8", ElementType::int8}},
                  settings.element);
    reader.integer("--threads", settings.threads);
    if (reader.has("--threads") && settings.engine == CostEngine::pytorch) { // it would have no effect
        reader.fail(fail(ErrorCode::argument_conflict, "--threads", "--engine pytorch"));
    }
    reader.integer("--layers", options.layers);
    if (options.layers < 1) {
        reader.fail(fail(ErrorCode::cost_size_not_positive, "layers", options.layers));
    }
}

} // namespace

Result<MemoryOptions> readMemoryOptions(const CommandLine& line) {
    OptionReader reader(line);
    MemoryOptions options;
    readLayer(reader, options);
    readCounting(reader, options);
    reader.bytes("--budget", options.budget);
    reader.integer("--kv-heads", options.kvHeads);
    reader.integer("--devices", options.devices);
    options.json = reader.has("--json");
    if (reader.error()) {
        return tl::make_unexpected(*reader.error());
    }
    return options;
}

} // namespace headscope::ui
