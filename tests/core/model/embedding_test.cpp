#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include <QtTest>

#include "core/model/embedding.h"
#include "core/text/tokenizer.h"
#include "tests/support/near.h"

using namespace headscope;

namespace {

std::vector<float> embedded(std::string_view token, std::uint64_t seed, std::size_t d_model) {
    std::vector<float> row(d_model);
    token_embedding(token, seed, row);
    return row;
}

std::vector<float> encoded(Index position, std::size_t d_model) {
    std::vector<float> row(d_model, 0.0F);
    add_positional_encoding(position, row);
    return row;
}

double dot(const std::vector<float>& a, const std::vector<float>& b) {
    double sum = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        sum += static_cast<double>(a[i]) * b[i];
    }
    return sum;
}

} // namespace

class TestEmbedding : public QObject {
    Q_OBJECT

private slots:
    /// From an independent implementation in Python of what core/base/random.h describes.
    void token_embeddings_have_fixed_values() {
        const std::vector<float> the = embedded("the", 42, 512);
        QCOMPARE_EQ(the[0], -0x1.7dafd6p-1F);
        QCOMPARE_EQ(the[1], 0x1.0d5ef8p-7F);
        QCOMPARE_EQ(the[511], -0x1.154608p-2F);
        QCOMPARE_EQ(embedded("cat", 42, 1)[0], -0x1.a95e16p-1F);
        QCOMPARE_EQ(embedded("the", 43, 1)[0], 0x1.ecbfb4p-2F);
        QCOMPARE_EQ(embedded("注", 42, 1)[0], -0x1.4a585cp+0F);
        QCOMPARE_EQ(embedded("W_q.weight", 42, 1)[0], 0x1.6117f4p+0F);
        QCOMPARE_EQ(embedded("the", 18446744073709551615U, 8192)[8191], -0x1.ca0afep+0F);
    }

    void t13_the_same_token_has_the_same_vector_in_every_text() {
        const auto first = tokenize("the cat sat on the mat", Tokenizer::words);
        const auto second = tokenize("on the whole", Tokenizer::words);
        QVERIFY(first && second);
        const std::vector<float> the = embedded((*first)[0].text, 42, 512);
        QCOMPARE(embedded((*first)[4].text, 42, 512), the);
        QCOMPARE(embedded((*second)[1].text, 42, 512), the);
        QVERIFY(embedded((*first)[1].text, 42, 512) != the);
    }

    void a_smaller_d_model_gives_the_first_values_of_a_larger_one() {
        const std::vector<float> large = embedded("cat", 42, 64);
        for (std::size_t d_model = 0; d_model < large.size(); ++d_model) {
            QVERIFY(std::ranges::equal(embedded("cat", 42, d_model), std::span(large).first(d_model)));
        }
    }

    /// 200 tokens of 4096 dimensions. Bounds are five standard errors; correlations of N(0, 1) have 1/sqrt(4096).
    void different_tokens_are_uncorrelated_standard_normal() {
        constexpr std::size_t d_model = 4096;
        std::vector<std::vector<float>> rows;
        double mean = 0.0;
        double variance = 0.0;
        for (int i = 0; i < 200; ++i) {
            rows.push_back(embedded("w" + std::to_string(i), 42, d_model));
            for (const float v : rows.back()) {
                mean += v;
                variance += static_cast<double>(v) * v;
            }
        }
        const double n = 200.0 * d_model;
        COMPARE_NEAR(mean / n, 0.0, 5.0 / std::sqrt(n));
        COMPARE_NEAR(variance / n, 1.0, 5.0 * std::sqrt(2.0 / n));
        for (std::size_t i = 0; i < rows.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                COMPARE_NEAR(dot(rows[i], rows[j]) / d_model, 0.0, 5.0 / std::sqrt(d_model));
            }
        }
    }

    void positional_encoding_data() {
        QTest::addColumn<Index>("position");
        QTest::addColumn<int>("d_model");
        QTest::addColumn<int>("column");
        QTest::addColumn<double>("value");
        const auto row = [](Index position, int d_model, int column, double value) {
            QTest::addRow("%lld of %d, column %d", static_cast<long long>(position), d_model, column)
                << position << d_model << column << value;
        };
        // sin and cos of pos / 10000^(2i/d_model), computed with mpmath to 60 digits.
        row(0, 512, 0, 0.0);
        row(0, 512, 1, 1.0);
        row(1, 512, 0, 0.84147098480789651);
        row(1, 512, 1, 0.54030230586813972);
        row(1, 512, 2, 0.82185619001753171);
        row(1, 512, 255, 0.99994627008974137);
        row(1, 512, 510, 0.00010366329265810749);
        row(1, 512, 511, 0.99999999462696086);
        row(5, 5, 4, 0.0031547814893068381);
        row(5, 5, 3, 0.99212339511862351);
        row(7, 1, 0, 0.65698659871878909);
        row(1023, 512, 0, -0.91648537227193675);
        row(1023, 512, 3, 0.92538586884062535);
        row(1023, 512, 200, 0.25737144660781387);
        row(99999, 7, 6, -0.41099697169933437);
        row(99999, 64, 10, 0.68788418945464428);
        row(999999, 512, 1, 0.21161995758460127);
        row(999999, 768, 6, -0.049541886267677284);
        row(1000000, 512, 0, -0.34999350217129295);
        row(1000000, 512, 511, -0.99995708274516327);
        row(1000000, 8192, 5, 0.26524434533977771);
        row(1000000, 7, 2, 0.82078945844751392);
        row(355, 2, 0, -3.0144353359488449e-5);   // close to a multiple of pi
        row(103993, 2, 0, -1.912933577842375e-5); // closer
    }

    /// Half a unit in the last place of a float32 below 1 is 3.0e-8; the float64 angle at 1e6 adds 1e-10.
    void positional_encoding() {
        QFETCH(Index, position);
        QFETCH(int, d_model);
        QFETCH(int, column);
        QFETCH(double, value);
        const std::vector<float> row = encoded(position, static_cast<std::size_t>(d_model));
        COMPARE_NEAR(row[static_cast<std::size_t>(column)], value, 4e-8);
    }

    void positional_encoding_is_added() {
        std::vector<float> row = {10.0F, 20.0F};
        add_positional_encoding(0, row);
        QCOMPARE_EQ(row[0], 10.0F);
        QCOMPARE_EQ(row[1], 21.0F);
    }

    void one_encoding_serves_many_rows() {
        const PositionalEncoding encoding(7);
        for (const Index position : {0, 1, 2, 1000}) {
            std::vector<float> row(7, 0.0F);
            encoding.add(position, row);
            QCOMPARE(row, encoded(position, 7));
        }
    }
};

QTEST_APPLESS_MAIN(TestEmbedding)
#include "embedding_test.moc"
