#include "ui/present/race_text.h"

#include <algorithm>
#include <span>

#include <QCoreApplication>
#include <QStringList>

#include "core/base/contract.h"

namespace headscope::ui {

namespace {

QString text(const char* source) {
    return QCoreApplication::translate("RaceText", source);
}

/// "1 (0.381), 2 (0.775)": numbers of heads with the mean of what they were compared by.
class Means {
public:
    Means(const RaceResult& result, RaceConclusion::Measure measure)
        : result_(result)
        , measure_(measure) {}

    QString operator()(std::span<const Index> heads) const {
        QStringList parts;
        for (const Index one : heads) {
            const auto lane = std::ranges::find(result_.lanes, one, &RaceLane::heads);
            HEADSCOPE_EXPECTS(lane != result_.lanes.end());
            const Spread spread = *(measure_ == RaceConclusion::Measure::loss ? lane->loss() : lane->accuracy());
            parts += QStringLiteral("%1 (%2)").arg(one).arg(spread.mean, 0, 'f', 3);
        }
        return parts.join(QStringLiteral(", "));
    }

private:
    const RaceResult& result_;
    RaceConclusion::Measure measure_;
};

} // namespace

QString spreadText(const Spread& spread, int decimals) {
    const auto number = [decimals](double value) { return QString::number(value, 'f', decimals); };
    return spread.least == spread.most ? number(spread.mean)
                                       : text(QT_TRANSLATE_NOOP("RaceText", "%1 (%2 to %3)"))
                                             .arg(number(spread.mean), number(spread.least), number(spread.most));
}

// The sentences avoid grammatical number, so that any number of heads reads well.
QString conclusionText(const RaceResult& result, const RaceConclusion& conclusion) {
    const Means means(result, conclusion.measure);
    const std::span<const Index> good = conclusion.as_good;
    const QString measure = conclusion.measure == RaceConclusion::Measure::loss
                                ? text(QT_TRANSLATE_NOOP("RaceText", "loss"))
                                : text(QT_TRANSLATE_NOOP("RaceText", "accuracy"));
    const QString worse = means(conclusion.worse);
    switch (conclusion.kind) {
    case RaceConclusion::Kind::unknown: break;
    case RaceConclusion::Kind::no_difference:
        return text(QT_TRANSLATE_NOOP("RaceText",
                                      "The number of heads makes no difference here: what differs in %1 is no "
                                      "more than the spread over the seeds."))
            .arg(measure);
    case RaceConclusion::Kind::more_heads_win:
        return good.size() == 1
                   ? text(QT_TRANSLATE_NOOP("RaceText",
                                            "More heads help: the %1 is best with h = %2, and worse with h = %3."))
                         .arg(measure, means(good), worse)
                   : text(QT_TRANSLATE_NOOP("RaceText",
                                            "More heads help, and h = %2 is enough: the %1 is worse with h = %3, "
                                            "and no better with h = %4."))
                         .arg(measure, means(good.first(1)), worse, means(good.subspan(1)));
    case RaceConclusion::Kind::fewer_heads_win:
        return text(QT_TRANSLATE_NOOP("RaceText", "More heads do harm here: the %1 is best with h = %2, and worse with "
                                                  "h = %3."))
            .arg(measure, means(good), worse);
    case RaceConclusion::Kind::mixed:
        return text(QT_TRANSLATE_NOOP("RaceText", "The %1 is best with h = %2, and worse with h = %3."))
            .arg(measure, means(good), worse);
    }
    return text(QT_TRANSLATE_NOOP("RaceText",
                                  "What the number of heads changes cannot be said yet: that takes two numbers "
                                  "of heads and two seeds at least."));
}

} // namespace headscope::ui
