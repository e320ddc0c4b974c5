#include <numeric>

#include <QtTest>

#include "ui/i18n/language.h"
#include "ui/present/cost_text.h"
#include "ui/present/cost_view.h"

using namespace headscope;
using namespace headscope::ui;

namespace {

// In inference the article's module peaks at 5X + 2S (reference/memory): X = batch n d_model 4, S = batch h n^2 4.
constexpr Index peakOf(Index batch, Index n, Index d_model, Index heads) {
    return 5 * batch * n * d_model * 4 + 2 * batch * heads * n * n * 4;
}

CostQuestion question(Index n = 512) {
    CostQuestion q = costQuestion(SessionState(), n);
    return q;
}

CostSummary summaryOf(const CostQuestion& q) {
    Result<CostSummary> summary = costSummary(q);
    if (!summary) {
        qFatal("no summary");
    }
    return *summary;
}

CostCurves curvesOf(const CostQuestion& q) {
    return costCurves(q, engineCurves(q));
}

Index sum(const std::vector<PeakPart>& parts) {
    return std::accumulate(parts.begin(), parts.end(), Index{0},
                           [](Index bytes, const PeakPart& part) { return bytes + part.bytes; });
}

} // namespace

class CostViewTest : public QObject {
    Q_OBJECT

private slots:
    void init() { languages_.use(Language::english); }

    void the_question_follows_the_request_unless_told_otherwise() {
        SessionState state;
        state.request.dims = *ModelDims::create(768, 12);
        state.request.attention.dropout = 0.25;
        state.request.attention.mask = Mask::causal();
        CostQuestion q = costQuestion(state, 7);
        QCOMPARE(q.settings.seq_len, 7);
        QCOMPARE(q.settings.d_model, 768);
        QCOMPARE(q.settings.n_heads, 12);
        QCOMPARE(q.settings.dropout, 0.25);
        QCOMPARE(q.settings.mask, MaskShape::all);
        state.request.attention.mask = Mask::key_padding(2);
        QCOMPARE(costQuestion(state, 7).settings.mask, MaskShape::key_padding);
        state.view.cost.mask = MaskShape::each_head;
        state.view.cost.seq_len = 4096;
        q = costQuestion(state, 7);
        QCOMPARE(q.settings.mask, MaskShape::each_head);
        QCOMPARE(q.settings.seq_len, 4096);
        QCOMPARE(q.tokens, 7);
    }

    void twice_the_heads_is_not_twice_the_memory() {
        const CostSummary s = summaryOf(question());
        QCOMPARE(s.cost.peak_bytes, peakOf(1, 512, 512, 8));      // 21 MiB
        QCOMPARE(s.doubled->peak_bytes, peakOf(1, 512, 512, 16)); // 37 MiB
        QCOMPARE(*s.factor(), 37.0 / 21.0);
        QCOMPARE(factorSentence(*s.factor()), QStringLiteral("×1.76, not ×2"));
        QCOMPARE(growingBytes(s.parts), 16 << 20);
        QCOMPARE(shareSentence(s), QStringLiteral("76 % of the peak grows with the heads"));
    }

    void with_d_k_kept_it_is_twice() {
        CostQuestion q = question();
        q.keep = Keep::d_head;
        const CostSummary s = summaryOf(q);
        QCOMPARE(s.doubled->peak_bytes, peakOf(1, 512, 1024, 16));
        QCOMPARE(*s.factor(), 2.0);
        QCOMPARE(factorSentence(*s.factor()), QStringLiteral("×2.00"));
        QCOMPARE(growingBytes(s.parts), s.cost.peak_bytes);
        QCOMPARE(shareSentence(s), QStringLiteral("100 % of the peak grows with the heads"));
    }

    void the_factor_in_words() {
        QCOMPARE(factorSentence(1.004), QStringLiteral("×1.00, not ×2"));
        QCOMPARE(factorSentence(1.996), QStringLiteral("×2.00"));
        QCOMPARE(factorSentence(2.71), QStringLiteral("×2.71, more than ×2"));
    }

    void parts_add_up_to_the_peak_grey_first() {
        for (const CostMode mode : {CostMode::inference, CostMode::training}) {
            for (const CostEngine engine : {CostEngine::pytorch, CostEngine::materialised, CostEngine::blocked}) {
                CostQuestion q = question(33);
                q.settings.mode = mode;
                q.settings.engine = engine;
                const CostSummary s = summaryOf(q);
                QCOMPARE(sum(s.parts), s.cost.peak_bytes);
                QCOMPARE(growingBytes(s.parts), s.cost.peak_with_heads_bytes);
                QVERIFY(std::ranges::is_sorted(s.parts, {}, &PeakPart::grows));
            }
        }
    }

    void no_second_bar_where_the_heads_do_not_divide() {
        SessionState state;
        state.request.dims = *ModelDims::create(100, 20);
        const CostQuestion q = costQuestion(state, 5);
        const CostSummary s = summaryOf(q);
        QVERIFY(!s.doubled);
        QVERIFY(!s.factor());
        QCOMPARE(noDoubleText(q), QStringLiteral("2h = 40 does not divide d_model = 100, so there is no second bar."));
    }

    void rows_are_sorted_and_know_their_double() {
        const CostSummary s = summaryOf(question());
        const std::vector<TermRow> rows = termRows(s);
        QCOMPARE(rows.size(), s.cost.terms.size());
        const auto term = [&](const TermRow& row) -> const MemoryTerm& {
            return s.cost.terms[static_cast<std::size_t>(row.term)];
        };
        for (std::size_t i = 1; i < rows.size(); ++i) {
            QVERIFY(term(rows[i - 1]).bytes >= term(rows[i]).bytes);
        }
        for (const TermRow& row : rows) {
            if (term(row).scales_with_heads() == HeadScaling::linear) {
                QCOMPARE(row.doubledBytes.value_or(-1), 2 * term(row).bytes);
            } else if (term(row).scales_with_heads() == HeadScaling::none) {
                QCOMPARE(row.doubledBytes.value_or(-1), term(row).bytes);
            }
        }
    }

    void without_a_token_there_is_no_answer() {
        const Result<CostSummary> summary = costSummary(question(0));
        QVERIFY(!summary);
        QCOMPARE(summary.error().code, ErrorCode::cost_size_not_positive);
        QVERIFY(headRows(question(0)).empty());
        QVERIFY(!curvesOf(question(0)).slope);
    }

    void head_rows_offer_what_divides() {
        const std::vector<HeadRow> rows = headRows(question());
        QCOMPARE(rows.size(), std::size_t{10}); // 1 .. 512
        for (std::size_t i = 0; i < rows.size(); ++i) {
            QCOMPARE(rows[i].heads, Index{1} << i);
            QCOMPARE(rows[i].d_model, 512);
            QCOMPARE(rows[i].present, rows[i].heads == 8);
        }
        QCOMPARE(rows[3].peak_bytes, peakOf(1, 512, 512, 8));
        CostQuestion kept = question();
        kept.keep = Keep::d_head;
        for (const HeadRow& row : headRows(kept)) {
            QCOMPARE(row.d_model, 64 * row.heads);
        }
    }

    void curves_of_three_engines_with_the_present_point() {
        const CostCurves curves = curvesOf(question(100));
        QCOMPARE(curves.curves.size(), std::size_t{3});
        QCOMPARE(curves.present.x, 100.0);
        QCOMPARE(curves.present.bytes, static_cast<double>(peakOf(1, 100, 512, 8)));
        const std::vector<CurvePoint>& points = curves.curves[0].points;
        QCOMPARE(points.front().x, 1.0);
        QCOMPARE(points.back().x, 65'536.0);
        QVERIFY(std::ranges::is_sorted(points, {}, &CurvePoint::x));
        QCOMPARE(points[6].bytes, static_cast<double>(peakOf(1, 64, 512, 8)));
        QCOMPARE(curves.breakEvens.size(), std::size_t{3});
        QCOMPARE(curves.breakEvens[0].seq_len, 64.0);
        // Between 100 and 106 tokens: 1,664,000 and 1,804,544 bytes.
        QCOMPARE(*curves.slope, std::log(1'804'544.0 / 1'664'000.0) / std::log(1.06));
        QCOMPARE(slopeText(curves), QStringLiteral("At <i>n</i> = 100 the peak grows like <i>n</i><sup>1.39</sup>."));
    }

    void typing_leaves_the_lines_and_the_budget_alone() {
        CostQuestion other = question(101);
        QVERIFY(curvesKey(question(100)) == curvesKey(other));
        QVERIFY(fitsKey(question(100)) == fitsKey(other));
        other.settings.d_model = 1024;
        QVERIFY(curvesKey(question(100)) != curvesKey(other));
        QVERIFY(fitsKey(question(100)) != fitsKey(other));
        QVERIFY(curvesKey(question(100)) != curvesKey(question(20'000))); // which the axis has to reach
    }

    void small_events_are_narrow_on_the_timeline() {
        CostQuestion q = question(512);
        q.settings.mode = CostMode::training;
        const MemoryCost cost = summaryOf(q).cost;
        const std::vector<double> positions = eventPositions(cost);
        QCOMPARE(positions.size(), cost.events.size() + 1);
        QCOMPARE(positions.front(), 0.0);
        QCOMPARE(positions.back(), 1.0);
        for (std::size_t i = 0; i < cost.events.size(); ++i) {
            const double width = (positions[i + 1] - positions[i]) / (positions[1] - positions[0]); // Q is large
            const bool large = std::abs(width - 1.0) < 1e-9;
            QVERIFY(large || std::abs(width - 0.15) < 1e-9);
            QVERIFY(large || std::abs(cost.events[i].bytes) < 100'000);
        }
    }

    void along_h_only_legal_counts_and_no_break_evens() {
        CostQuestion q = question(100);
        q.axis = CostAxis::n_heads;
        const CostCurves curves = curvesOf(q);
        for (const CurvePoint& point : curves.curves[0].points) {
            QCOMPARE(512 % static_cast<Index>(point.x), 0);
        }
        QVERIFY(curves.breakEvens.empty());
        q.settings.n_heads = 512; // the last: the slope is the one before it
        QVERIFY(curvesOf(q).slope.has_value());
    }

    void what_fits_in_8_gib() {
        CostQuestion q = question();
        q.budget_bytes = 8LL << 30;
        const std::vector<EngineFit> fits = engineFits(q);
        QCOMPARE(fits.size(), std::size_t{3});
        const Index parameters = 4 * (4 * 512 * 512 + 4 * 512);
        QCOMPARE(fits[0].fit.largest_seq_len, 11'502);
        QCOMPARE(fits[0].fit.needed_bytes, peakOf(1, 11'502, 512, 8) + parameters);
        QVERIFY(fits[0].fit.needed_bytes <= 8LL << 30);
        QVERIFY(peakOf(1, 11'503, 512, 8) + parameters > 8LL << 30);
        QVERIFY2(
            fitText(fits[0], q.budget_bytes).startsWith(QStringLiteral("needs 8.0 GiB; one token more breaks at <b>")),
            qPrintable(fitText(fits[0], q.budget_bytes)));
        q.budget_bytes = 1024; // less than the parameters
        QCOMPARE(engineFits(q)[0].fit.largest_seq_len, 0);
        QVERIFY(fitText(engineFits(q)[0], 1024).startsWith(QStringLiteral("Not even one token fits")));
    }

    void a_run_beyond_the_machine_is_known_before_it_is_tried() {
        Request request;
        QVERIFY(!tooLargeToRun(request, 1024, Index{1} << 30));
        const std::optional<Error> error = tooLargeToRun(request, 1024, Index{1} << 20);
        QVERIFY(error.has_value());
        QCOMPARE(error->code, ErrorCode::needs_too_much_memory);
    }

    void hover_tells_the_exact_bytes_and_the_formula() {
        const CostSummary s = summaryOf(question(12));
        const auto scores = std::ranges::find(s.cost.terms, std::string_view("weights"), &MemoryTerm::symbol);
        QVERIFY(scores != s.cost.terms.end());
        const QString tip = termToolTip(*scores, s.cost.values);
        QVERIFY2(tip.contains(QStringLiteral("1 · 8 · 12<sup>2</sup> · 4 B = 4,608 B")), qPrintable(tip));
        QVERIFY(peakToolTip(s.cost, s.parts).contains(QStringLiteral("<b>132,096 B</b>")));
    }

    void every_event_is_told() {
        const CostSummary s = summaryOf(question(12));
        const QString first = eventText(s.cost, 0);
        QVERIFY2(first.startsWith(QStringLiteral("1 of ")), qPrintable(first));
        QVERIFY2(first.endsWith(QStringLiteral("+24,576 B, then 24,576 B alive")), qPrintable(first));
    }

    void names_are_never_mixed() {
        QCOMPARE(engineName(CostEngine::pytorch, ElementType::float32),
                 QStringLiteral("The article's module in PyTorch (CPU, measured)"));
        QCOMPARE(engineName(CostEngine::pytorch, ElementType::float16),
                 QStringLiteral("The article's module in PyTorch (CPU, computed)"));
        MemoryCost cost = summaryOf(question()).cost;
        cost.measured = false;
        QCOMPARE(originText(cost), QStringLiteral("computed, not measured"));
        cost.measured = true;
        QCOMPARE(originText(cost), QStringLiteral("measured: what PyTorch 1.13 allocates on the CPU, to the byte"));
        languages_.use(Language::simplifiedChinese);
        QCOMPARE(engineName(CostEngine::materialised, ElementType::float32), QStringLiteral("Headscope 完整矩阵"));
        QCOMPARE(factorSentence(1.62), QStringLiteral("×1.62，而不是 ×2"));
    }

private:
    LanguageSwitch languages_;
};

QTEST_MAIN(CostViewTest)
#include "cost_view_test.moc"
