#include <QtTest>

#include "tests/support/near.h"
#include "tests/support/snapshot_builder.h"
#include "ui/present/cell_text.h"
#include "ui/present/colour_map.h"
#include "ui/present/head_picture.h"
#include "ui/present/number_format.h"

using namespace headscope;
using namespace headscope::ui;

namespace {

Mask openTopLeft(Index n, Index open) {
    auto matrix = std::make_shared<MaskMatrix>();
    matrix->n_q = n;
    matrix->n_k = n;
    for (Index i = 0; i < n * n; ++i) {
        matrix->visible.push_back(i / n < open && i % n < open ? 1 : 0);
    }
    return Mask::matrix(matrix);
}

} // namespace

class HeadPictureTest : public QObject {
    Q_OBJECT
private slots:
    void row_is_query_column_is_key() {
        const auto snapshot = SnapshotBuilder().head({{0.5F, 0.25F, 0.25F}, {0.0F, 1.0F, 0.0F}}).build();
        const HeadPicture picture(snapshot, 0, ColourRange::head_max);
        QCOMPARE(picture.rows(), Index{2});
        QCOMPARE(picture.columns(), Index{3});
        QCOMPARE_EQ(picture.value(0, 1), 0.25F);
        QCOMPARE_EQ(picture.value(1, 1), 1.0F);
        QVERIFY(!picture.masked(0, 0));
    }

    void v1_heads_differ_and_the_mean_is_named() {
        const auto snapshot = SnapshotBuilder().head(identity_rows(4)).head(identity_rows(4, true)).build();
        const HeadPicture a(snapshot, 0, ColourRange::head_max);
        const HeadPicture b(snapshot, 1, ColourRange::head_max);
        const HeadPicture mean(snapshot, mean_of_heads, ColourRange::head_max);
        QCOMPARE_EQ(a.value(0, 0), 1.0F);
        QCOMPARE_EQ(b.value(0, 0), 0.0F);
        QCOMPARE_EQ(b.value(0, 3), 1.0F);
        QCOMPARE_EQ(mean.value(0, 0), 0.5F);
        QCOMPARE_EQ(mean.rangeMax(), 0.5F);
        QCOMPARE(headName(1), QStringLiteral("Head 1"));
        QCOMPARE(headName(mean_of_heads), QStringLiteral("Mean of heads"));
    }

    void v2_the_mean_is_no_second_softmax() {
        const auto snapshot = SnapshotBuilder()
                                  .head({{0.9F, 0.05F, 0.05F}})
                                  .head({{0.9F, 0.05F, 0.05F}})
                                  .head({{0.9F, 0.05F, 0.05F}})
                                  .build();
        const HeadPicture mean(snapshot, mean_of_heads, ColourRange::head_max);
        QCOMPARE_EQ(mean.value(0, 0), 0.9F); // summed in float64, so three equal numbers give themselves
        QCOMPARE_EQ(mean.value(0, 1), 0.05F);
    }

    void ranges() {
        const auto snapshot = SnapshotBuilder().head({{0.5F, 0.5F}}).head({{0.75F, 0.25F}}).build();
        QCOMPARE_EQ(HeadPicture(snapshot, 0, ColourRange::head_max).rangeMax(), 0.5F);
        QCOMPARE_EQ(HeadPicture(snapshot, 0, ColourRange::all_max).rangeMax(), 0.75F);
        QCOMPARE_EQ(HeadPicture(snapshot, 0, ColourRange::unit).rangeMax(), 1.0F);
        QCOMPARE_EQ(HeadPicture(snapshot, mean_of_heads, ColourRange::head_max).rangeMax(), 0.625F);
    }

    void the_median_row_ends_the_colours_where_half_of_the_rows_do() {
        // The rows' largest: 1, 0.75, 0.5 and 0.25; a row of zeros has none. In order, the one at 4 / 2 is 0.75.
        const auto snapshot = SnapshotBuilder()
                                  .head({{1.0F, 0.0F, 0.0F},
                                         {0.25F, 0.75F, 0.0F},
                                         {0.25F, 0.25F, 0.5F},
                                         {0.25F, 0.125F, 0.125F},
                                         {0.0F, 0.0F, 0.0F}})
                                  .build();
        const HeadPicture picture(snapshot, 0, ColourRange::median_row);
        QCOMPARE_EQ(picture.rangeMax(), 0.75F);
        QCOMPARE_EQ(picture.largest(), 1.0F);
        QVERIFY(picture.exceedsRange());
        QCOMPARE_EQ(picture.value(0, 0), 1.0F); // a tool tip tells what it is
        QCOMPARE(colourIndex(picture.value(0, 0), picture.rangeMax()), 255);
        QCOMPARE(colourIndex(picture.value(1, 1), picture.rangeMax()), 255);
        QCOMPARE(colourIndex(picture.value(2, 2), picture.rangeMax()), 170);
        QVERIFY(!picture.withRange(ColourRange::head_max).exceedsRange());
        const HeadPicture mean(snapshot, mean_of_heads, ColourRange::median_row);
        QCOMPARE_EQ(mean.rangeMax(), 0.75F);
        const auto zeros = SnapshotBuilder().head({{0.0F, 0.0F}}).build();
        QCOMPARE_EQ(HeadPicture(zeros, 0, ColourRange::median_row).rangeMax(), 0.0F);
    }

    void the_automatic_range_says_what_it_came_to() {
        const auto range = [](int tokens, const Mask& mask) {
            const auto snapshot = SnapshotBuilder().head(identity_rows(tokens)).mask(mask).build();
            return HeadPicture(snapshot, 0, ColourRange::automatic).range();
        };
        QCOMPARE(range(64, Mask::causal()), ColourRange::head_max);
        QCOMPARE(range(65, Mask::causal()), ColourRange::median_row);
        QCOMPARE(range(65, Mask()), ColourRange::head_max);
    }

    void v17_dropout_shows_what_is_left() {
        const auto snapshot = SnapshotBuilder().head({{0.9F, 0.1F}}).dropout(0.1, {{{1.0F, 0.0F}}}).build();
        const HeadPicture picture(snapshot, 0, ColourRange::unit);
        QCOMPARE_EQ(picture.value(0, 0), 1.0F);
        QCOMPARE_EQ(picture.rangeMax(), static_cast<float>(1.0 / 0.9));
        QCOMPARE(cellText(picture, 0, 0).note, QStringLiteral("after dropout; before 0.9000"));
        QCOMPARE(cellText(picture, 0, 1).note, QStringLiteral("dropped; before dropout 0.1000"));
    }

    void v11_rows_without_a_key_are_marked() {
        SnapshotBuilder::Rows rows(8, std::vector<float>(8, 0.125F));
        const auto snapshot = SnapshotBuilder().head(rows).mask(openTopLeft(8, 4)).build();
        const HeadPicture picture(snapshot, 0, ColourRange::head_max);
        QVERIFY(picture.anyMasked() && picture.anyFullyMasked());
        QVERIFY(!picture.fullyMasked(3));
        QVERIFY(picture.fullyMasked(4));
        QVERIFY(picture.masked(3, 4));
        QVERIFY(!picture.masked(3, 3));
        QVERIFY(cellText(picture, 4, 0).note.contains(QStringLiteral("each of the 8 keys gets 1/8")));
        QCOMPARE(cellText(picture, 3, 4).note, QStringLiteral("hidden by the mask"));
    }

    void v15_causal_is_aligned_bottom_right() {
        const auto snapshot = SnapshotBuilder()
                                  .head({{0.25F, 0.25F, 0.25F, 0.25F, 0.0F}, {0.2F, 0.2F, 0.2F, 0.2F, 0.2F}})
                                  .mask(Mask::causal())
                                  .build();
        const HeadPicture picture(snapshot, 0, ColourRange::head_max);
        QVERIFY(picture.masked(0, 4));
        QVERIFY(!picture.masked(0, 3));
        QVERIFY(!picture.masked(1, 4));
    }

    void a_block_is_masked_when_all_of_it_is() {
        const auto snapshot = SnapshotBuilder().head(identity_rows(4)).mask(Mask::causal()).build();
        const HeadPicture picture(snapshot, mean_of_heads, ColourRange::head_max);
        QVERIFY(picture.masked(0, 1) && !picture.masked(1, 1));
        QVERIFY(picture.masked(CellBlock{0, 2, 2, 2}));
        QVERIFY(!picture.masked(CellBlock{0, 3, 2, 2}));
        QVERIFY(!HeadPicture(SnapshotBuilder().head(identity_rows(4)).build(), 0, ColourRange::head_max).anyMasked());
    }

    void a_row_is_its_cells() {
        const auto snapshot = SnapshotBuilder().head({{0.25F, 0.75F}, {0.5F, 0.125F}}).build();
        const HeadPicture picture(snapshot, 0, ColourRange::head_max);
        QCOMPARE_EQ((std::vector<float>(picture.row(1), picture.row(1) + 2)), (std::vector<float>{0.5F, 0.125F}));
    }

    void t8_empty_text_gives_an_empty_picture() {
        const HeadPicture picture(SnapshotBuilder().build(), 0, ColourRange::head_max);
        QVERIFY(picture.empty());
        QVERIFY(HeadPicture().empty());
    }

    void t9_white_space_is_visible() {
        QCOMPARE(visibleToken(u" "), QStringLiteral("␠"));
        QCOMPARE(visibleToken(u"\t"), QStringLiteral("⇥"));
        QCOMPARE(visibleToken(u"\n"), QStringLiteral("↵"));
        QCOMPARE(visibleToken(u"\r\n"), QStringLiteral("↵"));
        QCOMPARE(visibleToken(u"\u00a0"), QStringLiteral("U+00A0"));
        QCOMPARE(visibleToken(u"\u200b"), QStringLiteral("U+200B"));
        QCOMPARE(visibleToken(u"\u202e"), QStringLiteral("U+202E"));
        QCOMPARE(visibleToken(u"a\u202eb"), QStringLiteral("aU+202Eb"));
        QCOMPARE(visibleToken(u"\u0301"), QStringLiteral("\u25cc\u0301"));
        QCOMPARE(visibleToken(u"e\u0301"), QStringLiteral("e\u0301"));
        const QString family = QStringLiteral("👨‍👩‍👧"); // its joiners stay
        QCOMPARE(visibleToken(family), family);
        QCOMPARE(visibleToken(u"❤\ufe0f"), QStringLiteral("❤\ufe0f"));
    }

    void t1_equal_tokens_keep_their_own_place() {
        const auto snapshot = SnapshotBuilder().head(identity_rows(3)).tokens({"the", "cat", "the"}).build();
        const HeadPicture picture(snapshot, 0, ColourRange::head_max);
        QCOMPARE(queryLabels(picture), (QStringList{"the", "cat", "the"}));
        QCOMPARE(keyLabels(picture), queryLabels(picture));
        QVERIFY(cellSentence(picture, 2, 0).startsWith(QStringLiteral("Head 0: query 2")));
    }

    void arrays_are_labelled_by_number() {
        const auto snapshot = SnapshotBuilder().head({{0.5F, 0.25F, 0.25F}, {0.0F, 1.0F, 0.0F}}).build();
        const HeadPicture picture(snapshot, 0, ColourRange::head_max);
        QCOMPARE(queryLabels(picture), (QStringList{"0", "1"}));
        QCOMPARE(keyLabels(picture), (QStringList{"0", "1", "2"}));
    }

    void v19_tooltip_shows_the_value_and_escapes_tokens() {
        const auto snapshot = SnapshotBuilder().head({{0.41270351F, 0.58729649F}}).tokens({"<b>", "&"}).build();
        // Two keys for one query: the query's token is the first.
        const HeadPicture picture(snapshot, 0, ColourRange::head_max);
        const CellText text = cellText(picture, 0, 1);
        QCOMPARE(text.weight, weightText(picture.value(0, 1)));
        QCOMPARE(text.exact, exactText(picture.value(0, 1)));
        QCOMPARE(text.score, scoreText(5.8729649F));
        const QString html = cellTooltip(picture, 0, 1);
        QVERIFY(html.contains(QStringLiteral("&lt;b&gt;")) && html.contains(QStringLiteral("&amp;")));
        QVERIFY(html.contains(QStringLiteral("0.5873 (")));
    }
};

QTEST_MAIN(HeadPictureTest)
#include "head_picture_test.moc"
