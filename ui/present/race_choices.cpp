#include "ui/present/race_choices.h"

#include <array>

#include <QCoreApplication>

namespace headscope::ui {

namespace {

constexpr std::array choices{RaceChoice::four_needles, RaceChoice::two_needles, RaceChoice::narrow_needles,
                             RaceChoice::skip_markov,  RaceChoice::sort,        RaceChoice::reverse,
                             RaceChoice::brackets,     RaceChoice::induction};
constexpr Index narrow = 32;

QString text(const char* source) {
    return QCoreApplication::translate("RaceChoices", source);
}

const char* taskName(RaceChoice choice) {
    switch (choice) {
    case RaceChoice::four_needles:
    case RaceChoice::two_needles:
    case RaceChoice::narrow_needles: return "needles";
    case RaceChoice::skip_markov: return "skip-markov";
    case RaceChoice::sort: return "sort";
    case RaceChoice::reverse: return "reverse";
    case RaceChoice::brackets: return "brackets";
    case RaceChoice::induction: return "induction";
    }
    return "";
}

} // namespace

std::span<const RaceChoice> raceChoices() {
    return choices;
}

QString raceName(RaceChoice choice) {
    switch (choice) {
    case RaceChoice::four_needles: return text(QT_TRANSLATE_NOOP("RaceChoices", "4 needles"));
    case RaceChoice::two_needles: return text(QT_TRANSLATE_NOOP("RaceChoices", "2 needles"));
    case RaceChoice::narrow_needles: return text(QT_TRANSLATE_NOOP("RaceChoices", "4 needles, narrow"));
    case RaceChoice::skip_markov: return text(QT_TRANSLATE_NOOP("RaceChoices", "4 offsets"));
    case RaceChoice::sort: return text(QT_TRANSLATE_NOOP("RaceChoices", "sort"));
    case RaceChoice::reverse: return text(QT_TRANSLATE_NOOP("RaceChoices", "reverse"));
    case RaceChoice::brackets: return text(QT_TRANSLATE_NOOP("RaceChoices", "brackets"));
    case RaceChoice::induction: return text(QT_TRANSLATE_NOOP("RaceChoices", "copy"));
    }
    return {};
}

QString raceExplanation(RaceChoice choice) {
    switch (choice) {
    case RaceChoice::four_needles:
        return text(QT_TRANSLATE_NOOP(
            "RaceChoices",
            "Twelve items, each a key with a value, and a last token that asks for the values of four keys. One "
            "softmax makes one mixture of values: a head cannot look sharply at two places."));
    case RaceChoice::two_needles:
        return text(QT_TRANSLATE_NOOP(
            "RaceChoices", "As with four needles, but the last token asks for two keys: two heads should do."));
    case RaceChoice::narrow_needles:
        return text(QT_TRANSLATE_NOOP(
            "RaceChoices",
            "Four needles with d_model 32: the heads become too narrow (d_k = d_model / h), and more of them no "
            "longer help. This is the price of heads."));
    case RaceChoice::skip_markov:
        return text(QT_TRANSLATE_NOOP(
            "RaceChoices",
            "A made-up language: the next symbol depends on the present one and on those 1, 3, 6 and 10 back. A head "
            "can follow one offset. The best possible loss is known."));
    case RaceChoice::sort:
        return text(QT_TRANSLATE_NOOP("RaceChoices",
                                      "Ten digits, to be written in order. The number of heads hardly matters here."));
    case RaceChoice::reverse:
        return text(QT_TRANSLATE_NOOP("RaceChoices",
                                      "Ten digits, to be written backwards. The number of heads hardly matters here."));
    case RaceChoice::brackets:
        return text(QT_TRANSLATE_NOOP(
            "RaceChoices",
            "Nested brackets of three kinds: which one does a closing bracket close? Two layers; the number of "
            "heads hardly matters here."));
    case RaceChoice::induction:
        return text(QT_TRANSLATE_NOOP(
            "RaceChoices",
            "A stretch of symbols that repeats: copy what followed last time. Two layers; the number of heads "
            "hardly matters here."));
    }
    return {};
}

Result<PlannedTask> makeRace(RaceChoice choice) {
    TaskOptions options;
    options.needles = choice == RaceChoice::two_needles ? 2 : 4;
    return make_task(taskName(choice), options).map([choice](PlannedTask planned) {
        planned.race.heads = {1, 2, 4, 8, 16};
        if (choice == RaceChoice::narrow_needles) {
            planned.race.model.dims = *ModelDims::create(narrow, 1);
        }
        return planned;
    });
}

} // namespace headscope::ui
