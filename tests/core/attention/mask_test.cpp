#include "core/attention/mask.h"

#include <QtTest>

#include "tests/support/attention_cases.h"

using namespace headscope;
using namespace headscope::testing;

namespace {

// "1110 1111": a row a word.
QString rows(const Mask& mask, Index n_q, Index n_k, Index batch = 0) {
    QStringList text;
    std::vector<std::uint8_t> visible(static_cast<std::size_t>(n_k));
    for (Index i = 0; i < n_q; ++i) {
        mask.row(batch, i, n_q, n_k, visible);
        QString row;
        for (const std::uint8_t v : visible) {
            row += QString::number(v);
        }
        text += row;
    }
    return text.join(u' ');
}

} // namespace

class MaskTest : public QObject {
    Q_OBJECT

private slots:
    void none_shows_everything() { QCOMPARE(rows(Mask(), 2, 3), QStringLiteral("111 111")); }

    void causal_shows_the_past() { QCOMPARE(rows(Mask::causal(), 4, 4), QStringLiteral("1000 1100 1110 1111")); }

    void v15_causal_with_2_queries_and_5_keys_is_bottom_right() {
        QCOMPARE(rows(Mask::causal(), 2, 5), QStringLiteral("11110 11111"));
    }

    void causal_with_more_queries_than_keys_masks_the_first_rows_fully() {
        QCOMPARE(rows(Mask::causal(), 5, 2), QStringLiteral("00 00 00 10 11"));
    }

    void key_padding_hides_the_last_keys() {
        QCOMPARE(rows(Mask::key_padding(0), 1, 4), QStringLiteral("1111"));
        QCOMPARE(rows(Mask::key_padding(1), 2, 4), QStringLiteral("1110 1110"));
        QCOMPARE(rows(Mask::key_padding(4), 1, 4), QStringLiteral("0000"));
        QCOMPARE(rows(Mask::key_padding(9), 1, 4), QStringLiteral("0000"));
    }

    void a_rule_shows_the_keys_before_an_end() {
        QCOMPARE(Mask().end_of_keys(1, 2, 3), 3);
        QCOMPARE(Mask::causal().end_of_keys(0, 2, 5), 4);
        QCOMPARE(Mask::causal().end_of_keys(1, 2, 5), 5);
        QCOMPARE(Mask::causal().end_of_keys(0, 5, 2), 0);
        QCOMPARE(Mask::causal().end_of_keys(3, 5, 2), 1);
        QCOMPARE(Mask::key_padding(1).end_of_keys(0, 2, 4), 3);
        QCOMPARE(Mask::key_padding(9).end_of_keys(1, 2, 4), 0);
    }

    void a_matrix_takes_any_number_but_0_as_visible() {
        QCOMPARE(rows(matrix_mask(2, 3, {1, 0, 255, 0, 0, 2}), 2, 3), QStringLiteral("101 001"));
    }

    void a_matrix_is_shared_by_all_batches_or_has_its_own() {
        const Mask shared = matrix_mask(1, 2, {1, 0});
        QCOMPARE(rows(shared, 1, 2, 5), QStringLiteral("10"));
        const Mask own = matrix_mask(1, 2, {1, 0, 0, 1}, 2);
        QCOMPARE(rows(own, 1, 2, 0), QStringLiteral("10"));
        QCOMPARE(rows(own, 1, 2, 1), QStringLiteral("01"));
    }

    void v12_a_lower_triangle_is_the_causal_mask() {
        std::vector<std::uint8_t> tril;
        for (int i = 0; i < 8; ++i) {
            for (int j = 0; j < 8; ++j) {
                tril.push_back(j <= i ? 1 : 0);
            }
        }
        QCOMPARE(rows(matrix_mask(8, 8, tril), 8, 8), rows(Mask::causal(), 8, 8));
    }

    void e9_a_matrix_of_another_size_is_refused_with_both_sizes() {
        const Mask mask = matrix_mask(2, 3, {1, 1, 1, 1, 1, 1});
        QVERIFY(mask.check(1, 2, 3).has_value());
        QVERIFY(mask.check(7, 2, 3).has_value());
        QVERIFY(mask.check(1, 3, 3) == fail(ErrorCode::array_wrong_shape, "mask", "(2, 3)", "(3, 3)"));
        const Mask batched = matrix_mask(1, 2, {1, 1, 1, 1}, 2);
        QVERIFY(batched.check(2, 1, 2).has_value());
        QVERIFY(batched.check(3, 1, 2) == fail(ErrorCode::array_wrong_shape, "mask", "(2, 1, 2)", "(3, 1, 2)"));
        QVERIFY(batched.check(1, 1, 2) == fail(ErrorCode::array_wrong_shape, "mask", "(2, 1, 2)", "(1, 2)"));
    }

    void a_part_of_a_row_is_that_part() {
        for (const Mask& mask :
             {Mask(), Mask::causal(), Mask::key_padding(3), random_mask(2, 5, 9, 1, 0.5F), Mask::key_padding(20)}) {
            std::vector<std::uint8_t> whole(9);
            mask.row(1, 2, 5, 9, whole);
            for (std::size_t first = 0; first < 9; ++first) {
                std::vector<std::uint8_t> part(9 - first, 7);
                mask.row(1, 2, 5, 9, part, static_cast<Index>(first));
                QVERIFY(std::ranges::equal(part, std::span(whole).subspan(first)));
                mask.row(1, 2, 5, 9, std::span(part).first(1), static_cast<Index>(first));
                QCOMPARE(part[0], whole[first]);
            }
        }
    }

    void rules_fit_every_size() {
        QVERIFY(Mask().check(1, 1, 1).has_value());
        QVERIFY(Mask::causal().check(2, 9, 3).has_value());
        QVERIFY(Mask::key_padding(100).check(2, 9, 3).has_value());
    }
};

QTEST_GUILESS_MAIN(MaskTest)
#include "mask_test.moc"
