#include <limits>

#include <QtTest>

#include "core/model/dims.h"

using namespace headscope;

namespace {

/// The error of create(d_model, n_heads); fails the test where it succeeds.
template <typename... Arguments>
bool fails_with(Index d_model, Index n_heads, ErrorCode code, Arguments... arguments) {
    const Result<ModelDims> dims = ModelDims::create(d_model, n_heads);
    return !dims && dims.error() == fail(code, arguments...).value();
}

} // namespace

class TestDims : public QObject {
    Q_OBJECT

private slots:
    void the_default_is_the_article() {
        QCOMPARE(ModelDims().d_model(), 512);
        QCOMPARE(ModelDims().n_heads(), 8);
        QCOMPARE(ModelDims().d_head(), 64);
        QVERIFY(ModelDims::create(512, 8) == ModelDims());
    }

    void h1_heads_that_do_not_divide_name_the_nearest_legal_ones() {
        QVERIFY(fails_with(1024, 12, ErrorCode::heads_do_not_divide, 1024, 12, 8, 16));
        QVERIFY(fails_with(1600, 48, ErrorCode::heads_do_not_divide, 1600, 48, 40, 50));
        QVERIFY(fails_with(512, 24, ErrorCode::heads_do_not_divide, 512, 24, 16, 32));
        QVERIFY(fails_with(7, 2, ErrorCode::heads_do_not_divide, 7, 2, 1, 7)); // a prime
        QVERIFY(fails_with(512, 511, ErrorCode::heads_do_not_divide, 512, 511, 256, 512));
    }

    void h4_one_head_and_as_many_as_dimensions() {
        for (const Index d_model : {1, 2, 7, 512, 768, 8192}) {
            const Result<ModelDims> one = ModelDims::create(d_model, 1);
            QVERIFY(one.has_value());
            QCOMPARE(one->d_head(), d_model);
            const Result<ModelDims> most = ModelDims::create(d_model, d_model);
            QVERIFY(most.has_value());
            QCOMPARE(most->d_head(), 1);
        }
    }

    void d_model_out_of_range() {
        QVERIFY(fails_with(0, 1, ErrorCode::d_model_out_of_range, 0, 1, 8192));
        QVERIFY(fails_with(-512, 8, ErrorCode::d_model_out_of_range, -512, 1, 8192));
        QVERIFY(fails_with(8193, 1, ErrorCode::d_model_out_of_range, 8193, 1, 8192));
    }

    void number_of_heads_out_of_range() {
        QVERIFY(fails_with(512, 0, ErrorCode::n_heads_out_of_range, 0, 512));
        QVERIFY(fails_with(512, -8, ErrorCode::n_heads_out_of_range, -8, 512));
        QVERIFY(fails_with(512, 513, ErrorCode::n_heads_out_of_range, 513, 512));
        QVERIFY(fails_with(512, 1024, ErrorCode::n_heads_out_of_range, 1024, 512));
    }

    /// create() accepts exactly what legal_head_counts() lists.
    void legal_head_counts_are_the_divisors() {
        QCOMPARE(legal_head_counts(1), (std::vector<Index>{1}));
        QCOMPARE(legal_head_counts(12), (std::vector<Index>{1, 2, 3, 4, 6, 12}));
        QCOMPARE(legal_head_counts(512), (std::vector<Index>{1, 2, 4, 8, 16, 32, 64, 128, 256, 512}));
        for (Index d_model = 1; d_model <= 256; ++d_model) {
            std::vector<Index> accepted;
            for (Index h = 0; h <= d_model + 1; ++h) {
                if (ModelDims::create(d_model, h)) {
                    accepted.push_back(h);
                }
            }
            QCOMPARE(accepted, legal_head_counts(d_model));
        }
    }

    void the_nearest_head_count_is_nearest_as_a_ratio() {
        QCOMPARE(nearest_head_count(512, 8), 8);    // legal: kept
        QCOMPARE(nearest_head_count(1024, 12), 16); // 12/8 = 1.5, 16/12 = 1.33
        QCOMPARE(nearest_head_count(1600, 48), 50);
        QCOMPARE(nearest_head_count(512, 5), 4);
        QCOMPARE(nearest_head_count(7, 2), 1); // 2 against 3.5
        QCOMPARE(nearest_head_count(7, 3), 7); // 3 against 2.33
        QCOMPARE(nearest_head_count(512, 0), 1);
        QCOMPARE(nearest_head_count(512, -3), 1);
        QCOMPARE(nearest_head_count(4, 8), 4); // more heads than dimensions
        QCOMPARE(nearest_head_count(1, std::numeric_limits<Index>::max()), 1);
    }
};

QTEST_APPLESS_MAIN(TestDims)
#include "dims_test.moc"
