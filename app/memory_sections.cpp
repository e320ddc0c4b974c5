#include "app/memory_sections.h"

#include "app/text_width.h"
#include "ui/present/number_format.h"

namespace headscope::ui {

namespace {

QString meaning(BreakEven::Kind kind) {
    switch (kind) {
    case BreakEven::Kind::scores_equal_row: return Memory::tr("one tensor of scores is as large as Q");
    case BreakEven::Kind::half_of_peak: return Memory::tr("scores and weights are half of the peak (inference)");
    case BreakEven::Kind::flops_of_products: return Memory::tr("Q K^T and weights V cost the FLOPs of the projections");
    }
    return {};
}

QString sharingText(KvSharing sharing) {
    switch (sharing) {
    case KvSharing::multi_head: return Memory::tr("multi-head attention");
    case KvSharing::grouped_query: return Memory::tr("grouped-query attention");
    case KvSharing::multi_query: return Memory::tr("multi-query attention");
    }
    return {};
}

QString differenceText(ActivationDifference difference) {
    switch (difference) {
    case ActivationDifference::none: break;
    case ActivationDifference::wider_numbers: return Memory::tr("other element type");
    case ActivationDifference::mask_of_floats: return Memory::tr("here the mask is made of numbers, theirs of bytes");
    case ActivationDifference::owned_by_caller: return Memory::tr("here the caller keeps it");
    case ActivationDifference::not_in_module: return Memory::tr("the module does not have it");
    case ActivationDifference::counted_by_the_next: return Memory::tr("theirs is the input of the next block");
    case ActivationDifference::mask_of_caller: return Memory::tr("theirs is part of the softmax");
    case ActivationDifference::scalar: return Memory::tr("the divisor, a tensor of one number");
    case ActivationDifference::no_dropout: return Memory::tr("not made without dropout");
    }
    return {};
}

} // namespace

void addBytesRow(TextTable& table, const QString& name, Index bytes) {
    table.add({name, bytesText(bytes), exactBytesText(bytes)});
}

QString breakEvenSection(const MemoryReport& report) {
    TextTable table({Align::left, Align::right, Align::left});
    const CostSettings& settings = report.cost.settings;
    for (const BreakEven& line : report.breakEvens) {
        const bool ofScores = line.kind != BreakEven::Kind::flops_of_products;
        const bool ofPeak = line.kind == BreakEven::Kind::half_of_peak;
        if ((ofScores && settings.engine == CostEngine::blocked) || // which has none
            (ofPeak && (settings.engine != CostEngine::pytorch || settings.mode != CostMode::inference))) {
            continue;
        }
        table.add({qtText(line.formula), QString::number(line.seq_len, 'g', 10), meaning(line.kind)});
    }
    return u'\n' + Memory::tr("Break-even lengths") + u'\n' + table.text();
}

QString stackSection(const MemoryReport& report) {
    const StackCost& stack = report.stack;
    if (stack.layers == 1) {
        return {};
    }
    TextTable table({Align::left, Align::right, Align::right});
    addBytesRow(table, Memory::tr("Peak"), stack.peak_bytes);
    addBytesRow(table, Memory::tr("Alive after the forward pass"), stack.alive_after_forward_bytes);
    addBytesRow(table, Memory::tr("Parameters"), stack.parameter_bytes);
    if (report.cost.settings.mode == CostMode::training) {
        addBytesRow(table, Memory::tr("AdamW's states"), stack.optimizer_bytes);
        addBytesRow(table, Memory::tr("Peak of the optimizer's step"), stack.step_peak_bytes);
    }
    const bool measured = report.cost.measured && report.cost.settings.engine == CostEngine::pytorch;
    const QString heading = measured ? Memory::tr("%1 layers, as PyTorch allocates them")
                                     : Memory::tr("%1 layers (computed, not measured)");
    return u'\n' + heading.arg(stack.layers) + u'\n' + table.text();
}

QString budgetSentence(const MemoryReport& report) {
    const BudgetFit& fit = *report.fit;
    const QString breaking = qtText(fit.breaking_term);
    if (fit.largest_seq_len == 0) {
        return Memory::tr("Not even one token fits in %1: %2 would be needed, and “%3” does not fit.")
            .arg(bytesText(*report.budget), exactBytesText(fit.needed_one_more), breaking);
    }
    return Memory::tr(
               "The longest seq_len of one layer that fits in %1 is %2 (%3); with one token more, “%4” does not fit.")
        .arg(bytesText(*report.budget), countText(fit.largest_seq_len), exactBytesText(fit.needed_bytes), breaking);
}

QString kvCacheSection(const MemoryReport& report) {
    if (report.cost.settings.mode == CostMode::training) {
        return {};
    }
    const KvCacheCost& cost = report.kvCache;
    TextTable table({Align::left, Align::right, Align::right});
    addBytesRow(table, Memory::tr("One token of one sequence"), cost.bytes_per_token);
    addBytesRow(table, Memory::tr("All %1 tokens").arg(countText(report.cost.settings.seq_len)), cost.cache_bytes);
    addBytesRow(table, Memory::tr("Appended by a decoding step"), cost.appended_bytes);
    table.add({Memory::tr("FLOPs of a decoding step"), flopsText(cost.flops), countText(cost.flops)});
    return u'\n' +
           Memory::tr("KV cache of decoding: %1, key-value heads: %2, layers: %3 (computed)")
               .arg(sharingText(report.kvSettings.sharing()))
               .arg(report.kvSettings.kv_heads)
               .arg(report.kvSettings.layers) +
           u'\n' + table.text();
}

QString tensorParallelSection(const MemoryReport& report) {
    if (!report.tensorParallel) {
        return {};
    }
    const TensorParallelCost& cost = *report.tensorParallel;
    TextTable table({Align::left, Align::right, Align::right});
    table.add({Memory::tr("Heads"), QString(), countText(cost.heads_per_device)});
    table.add({Memory::tr("Parameters"), QString(), countText(cost.parameters_per_device)});
    addBytesRow(table, Memory::tr("Q, K, V, scores, weights and concat"), cost.split_bytes_per_device);
    addBytesRow(table, Memory::tr("Input and output, on every device"), cost.replicated_bytes);
    addBytesRow(table, Memory::tr("Sent for all-reduce (ring)"), cost.sent_per_device);
    return u'\n' + Memory::tr("Each of %1 devices, one layer (computed)").arg(cost.devices) + u'\n' + table.text();
}

QString savedTensorsSection(const MemoryReport& report) {
    if (report.savedTensors.empty()) {
        return {};
    }
    TextTable table({Align::left, Align::left, Align::right, Align::right, Align::left});
    table.add({Memory::tr("Tensor"), Memory::tr("Theirs"), Memory::tr("Bytes"), Memory::tr("Here"), QString()});
    Checked theirs = 0;
    Checked here = 0;
    for (const SavedTensor& tensor : report.savedTensors) {
        table.add({qtText(tensor.name), qtText(tensor.formula), countText(tensor.korthikanti_bytes),
                   countText(tensor.article_bytes), differenceText(tensor.difference)});
        theirs = theirs + tensor.korthikanti_bytes;
        here = here + tensor.article_bytes;
    }
    table.add({Memory::tr("Together"), QStringLiteral("11 s b h + 5 a s^2 b"), countText(theirs.value()),
               countText(here.value()), QString()});
    return u'\n' +
           Memory::tr("Saved for the backward pass: Korthikanti et al. 2022 (float16) and the article's module in "
                      "PyTorch") +
           u'\n' + table.text();
}

} // namespace headscope::ui
