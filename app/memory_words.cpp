#include "app/memory_words.h"

#include <array>

#include <QtGlobal>

namespace headscope::ui {

namespace {

template <typename Enum, std::size_t N>
const char* named(Enum value, const std::array<const char*, N>& names) {
    return names[static_cast<std::size_t>(value)];
}

} // namespace

const char* engineId(CostEngine engine) {
    return named(engine, std::array{"pytorch", "materialised", "blocked"});
}

const char* modeId(CostMode mode) {
    return named(mode, std::array{"inference", "training"});
}

const char* maskShapeId(MaskShape shape) {
    return named(shape, std::array{"none", "11nn", "b1nn", "b11n", "bhnn"});
}

const char* elementId(ElementType type) {
    return named(type, std::array{"float32", "float16", "bfloat16", "int8"});
}

const char* scalingId(HeadScaling scaling) {
    return named(scaling, std::array{"none", "linear", "inverse"});
}

const char* kindId(TermKind kind) {
    return named(kind, std::array{"activation", "temporary", "saved", "gradient", "optimizer_state"});
}

const char* phaseId(CostPhase phase) {
    return named(phase, std::array{"forward", "backward", "step"});
}

const char* sharingId(KvSharing sharing) {
    return named(sharing, std::array{"multi-head", "grouped-query", "multi-query"});
}

const char* differenceId(ActivationDifference difference) {
    return named(difference, std::array{"none", "wider_numbers", "mask_of_floats", "owned_by_caller", "not_in_module",
                                        "counted_by_the_next", "mask_of_caller", "scalar", "no_dropout"});
}

const char* engineLabel(const MemoryCost& cost) {
    const bool measured = cost.measured;
    switch (cost.settings.engine) {
    case CostEngine::pytorch:
        return measured ? QT_TRANSLATE_NOOP("Memory", "The article's module in PyTorch (CPU, measured)")
                        : QT_TRANSLATE_NOOP("Memory", "The article's module in PyTorch (computed, not measured)");
    case CostEngine::materialised:
        return measured ? QT_TRANSLATE_NOOP("Memory", "Headscope materialised (counted at every run)")
                        : QT_TRANSLATE_NOOP("Memory", "Headscope materialised (computed, not measured)");
    case CostEngine::blocked: break;
    }
    return measured ? QT_TRANSLATE_NOOP("Memory", "Headscope blocked (counted at every run)")
                    : QT_TRANSLATE_NOOP("Memory", "Headscope blocked (computed, not measured)");
}

} // namespace headscope::ui
