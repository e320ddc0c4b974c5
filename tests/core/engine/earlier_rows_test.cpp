// What a run takes over from the one before, and that nobody can tell.
#include "core/engine/earlier_rows.h"

#include <QtTest>

#include "core/engine/engine.h"
#include "tests/support/attention_cases.h"

using namespace headscope;
using namespace headscope::testing;

namespace {

Request text_request(std::string text, Mask mask = Mask::causal()) {
    Request request;
    request.input = TextInput{std::move(text), Tokenizer::words, Positions::sinusoidal};
    request.dims = dims_of(24, 4);
    request.attention.mask = std::move(mask);
    return request;
}

std::shared_ptr<const Snapshot> run(Engine& engine, const Request& request, Index threads = 1) {
    Result<std::shared_ptr<const Snapshot>> snapshot = engine.run(request, {{}, {}, threads});
    HEADSCOPE_EXPECTS(snapshot.has_value());
    return *snapshot;
}

bool same_bits(const Trace& a, const Trace& b) {
    for (Tensor Trace::*t : {&Trace::Q, &Trace::K, &Trace::V, &Trace::scores, &Trace::weights, &Trace::dropped,
                             &Trace::log_sum_exp, &Trace::concat, &Trace::output}) {
        if ((a.*t).shape() != (b.*t).shape() || !headscope::testing::same_bits((a.*t).values(), (b.*t).values())) {
            return false;
        }
    }
    return a.fully_masked_rows == b.fully_masked_rows && a.memory == b.memory;
}

std::string words(Index n, Index from = 0) {
    std::string text;
    for (Index i = 0; i < n; ++i) {
        text += "w" + std::to_string((from + i) % 50) + " ";
    }
    return text;
}

AttentionSettings causal_settings() {
    AttentionSettings settings;
    settings.mask = Mask::causal();
    return settings;
}

AttentionInput first_rows(const Tensor& all, Index n) {
    Tensor X({1, n, all.dim(2)});
    std::copy_n(all.data(), X.size(), X.data());
    const auto input = std::make_shared<const Tensor>(std::move(X));
    return {input, input, input};
}

} // namespace

class EarlierRowsTest : public QObject {
    Q_OBJECT

private slots:
    void every_way_to_a_request_gives_the_bits_of_a_full_run() {
        const std::vector<Request> requests = [] {
            std::vector<Request> all;
            for (const Mask& mask : {Mask::causal(), Mask(), Mask::key_padding(2)}) {
                for (const Index n : {1, 2, 31, 33, 34, 70}) {
                    all.push_back(text_request(words(n), mask));
                }
            }
            all.push_back(text_request(words(20) + "other " + words(30)));
            all.push_back(text_request(words(40, 1)));
            for (const auto& change : std::vector<std::function<void(Request&)>>{
                     [](Request& r) { r.dims = dims_of(24, 8); }, [](Request& r) { r.dims = dims_of(48, 8); },
                     [](Request& r) { r.seed = 7; }, [](Request& r) { r.attention.temperature = 0.5; },
                     [](Request& r) { r.attention.dropout = 0.2; },
                     [](Request& r) { std::get<TextInput>(r.input).positions = Positions::none; },
                     [](Request& r) { std::get<TextInput>(r.input).tokenizer = Tokenizer::characters; }}) {
                all.push_back(text_request(words(33)));
                change(all.back());
            }
            return all;
        }();
        std::vector<std::shared_ptr<const Snapshot>> full;
        for (const Request& request : requests) {
            Engine fresh;
            full.push_back(run(fresh, request));
        }
        Engine engine;
        const RandomStream stream(1, "way");
        for (std::uint64_t step = 0; step < 400; ++step) {
            const std::size_t which = stream.bits(step) % requests.size();
            QVERIFY(same_bits(run(engine, requests[which])->trace, full[which]->trace));
        }
    }

    void rows_of_Q_K_and_V_stay_up_to_the_first_other_token() {
        Engine engine;
        const auto before = run(engine, text_request("the cat sat on the mat"));
        const auto now = run(engine, text_request("the cat sat in the mat"));
        const Earlier earlier = earlier_rows(before.get(), *now, {false, true, 0});
        QCOMPARE(earlier.rows, 3);
        QVERIFY(earlier.trace == &before->trace);
        QVERIFY(earlier.heads);
        QVERIFY(!earlier_rows(before.get(), *now, {true, true, 0}).heads); // scores of hidden keys are new
        QVERIFY(!earlier_rows(before.get(), *now, {false, true, 4}).heads);
        QVERIFY(!earlier_rows(before.get(), *now, {false, false, 0}).heads); // before had no log-sum-exp
        Request mapped = text_request("the cat sat on the mat");
        mapped.wanted = {false, false, 1}; // neither weights nor log-sum-exp
        QVERIFY(!earlier_rows(run(engine, mapped).get(), *now, {false, false, 0}).heads);
        QCOMPARE(earlier_rows(nullptr, *now, {}).rows, 0);
    }

    void another_head_count_keeps_all_rows() {
        Engine engine;
        const auto before = run(engine, text_request("the cat sat", Mask()));
        Request request = text_request("the cat sat", Mask());
        request.dims = dims_of(24, 2);
        const auto now = run(engine, request);
        const Earlier earlier = earlier_rows(before.get(), *now, {});
        QCOMPARE(earlier.rows, 3);
        QVERIFY(!earlier.heads);
        QVERIFY(headscope::testing::same_bits(now->trace.Q.values(), before->trace.Q.values()));
    }

    void a_run_says_what_it_took_over_and_can_be_told_not_to() {
        Engine engine;
        QCOMPARE(run(engine, text_request("the cat sat"))->timings.rows_before, 0);
        QCOMPARE(run(engine, text_request("the cat sat on"))->timings.rows_before, 3);
        engine.forget_last_run();
        QCOMPARE(run(engine, text_request("the cat sat on"))->timings.rows_before, 0);
    }

    void another_seed_or_d_model_keeps_nothing() {
        Engine engine;
        const auto before = run(engine, text_request("the cat sat"));
        Request request = text_request("the cat sat");
        request.seed = 43;
        QCOMPARE(earlier_rows(before.get(), *run(engine, request), {}).rows, 0);
        request.seed = 42;
        request.dims = dims_of(48, 4);
        QCOMPARE(earlier_rows(before.get(), *run(engine, request), {}).rows, 0);
    }

    // With other numbers in the earlier run they turn up in the result: those rows were not computed again.
    void rows_that_are_taken_over_are_not_computed() {
        const Tensor all = random_tensor({1, 70, 24}, 1, "X");
        const PackedParameters parameters = *random_parameters(24, 42);
        const ModelDims dims = dims_of(24, 4);
        for (const Wanted& wanted : {Wanted{false, true, 0}, Wanted{false, false, 0}}) {
            Trace before = *attend(first_rows(all, 69), parameters, dims, causal_settings(), {}, wanted);
            const Trace full = *attend(first_rows(all, 70), parameters, dims, causal_settings(), {}, wanted);
            std::ranges::fill(before.output.values(), 7.0F);
            std::ranges::fill(before.concat.values(), 8.0F);
            const Trace got =
                *attend(first_rows(all, 70), parameters, dims, causal_settings(), {}, wanted, {&before, 69, true});
            const std::size_t old = 69 * 24;
            QVERIFY(std::ranges::all_of(got.output.values().first(old), [](float v) { return v == 7.0F; }));
            QVERIFY(std::ranges::all_of(got.concat.values().first(old), [](float v) { return v == 8.0F; }));
            QVERIFY(headscope::testing::same_bits(got.output.values().subspan(old), full.output.values().subspan(old)));
            QVERIFY(headscope::testing::same_bits(got.weights.values(), full.weights.values()));
            QVERIFY(headscope::testing::same_bits(got.log_sum_exp.values(), full.log_sum_exp.values()));
            QVERIFY(got.memory == full.memory);
        }
    }

    void threads_change_no_bit() {
        Request request = text_request(words(600), Mask());
        request.dims = dims_of(128, 8); // enough work for more than one
        Engine one;
        Engine two;
        QVERIFY(headscope::testing::same_bits(run(one, request)->trace.output.values(),
                                              run(two, request, 2)->trace.output.values()));
    }
};

QTEST_GUILESS_MAIN(EarlierRowsTest)
#include "earlier_rows_test.moc"
