// Pictures of runs that have a map in place of their weights.

#include <QtTest>

#include "tests/support/mapped_run.h"
#include "ui/present/cell_text.h"
#include "ui/present/colour_map.h"
#include "ui/present/number_format.h"
#include "ui/present/status_text.h"
#include "ui/present/thumbnail.h"

using namespace headscope;
using namespace headscope::testing;
using namespace headscope::ui;

namespace {

constexpr Wanted all_weights{.scores = true, .weights = true, .map_tile = 0};

AttentionSettings causal() {
    AttentionSettings settings;
    settings.mask = Mask::causal();
    return settings;
}

std::shared_ptr<const RowsOfRun> rowsOf(const std::shared_ptr<const Snapshot>& snapshot, int head, Index first,
                                        Index count) {
    return std::make_shared<const RowsOfRun>(RowsOfRun{snapshot, exact_rows(*snapshot, 0, head, first, count)});
}

} // namespace

class MappedPictureTest : public QObject {
    Q_OBJECT

private slots:
    void shows_the_largest_or_the_mean_of_a_tile() {
        const auto snapshot = mapped_run(30, 4);
        const HeadPicture picture(snapshot, 1, ColourRange::head_max);
        QCOMPARE(picture.rows(), 30);
        QCOMPARE(picture.tile(), 4);
        const WeightMap& map = snapshot->trace.map;
        QCOMPARE_EQ(picture.value(29, 6), map.largest.matrix(0, 1)(7, 1));
        QCOMPARE_EQ(picture.rangeMax(), map.largest.matrix(0, 1).maxCoeff());
        const HeadPicture means = picture.withTiles(TileValue::mean);
        QCOMPARE_EQ(means.value(29, 6), map.mean.matrix(0, 1)(7, 1));
        QCOMPARE_EQ(means.rangeMax(), map.mean.matrix(0, 1).maxCoeff());
        QCOMPARE_EQ(means.withRange(ColourRange::all_max).rangeMax(),
                    std::max(map.mean.matrix(0, 0).maxCoeff(), map.mean.matrix(0, 1).maxCoeff()));
        QCOMPARE_EQ(means.withTiles(TileValue::largest).value(29, 6), picture.value(29, 6));
        QVERIFY(!picture.exact(29));
    }

    void the_median_row_of_a_map_is_that_of_its_tiles() {
        const auto snapshot = mapped_run(30, 4, causal());
        const HeadPicture picture(snapshot, 1, ColourRange::median_row);
        const auto median = [&](const Tensor& tiles) {
            std::vector<float> largest;
            for (Index row = 0; row < tiles.dim(2); ++row) {
                largest.push_back(tiles.matrix(0, 1).row(row).maxCoeff());
            }
            std::sort(largest.begin(), largest.end());
            return largest[largest.size() / 2];
        };
        QCOMPARE_EQ(picture.rangeMax(), median(snapshot->trace.map.largest));
        QCOMPARE_EQ(picture.withTiles(TileValue::mean).rangeMax(), median(snapshot->trace.map.mean));
        QVERIFY(picture.exceedsRange());
    }

    void padding_of_less_than_a_tile_hides_a_part_of_it() {
        AttentionSettings padded;
        padded.mask = Mask::key_padding(1);
        const HeadPicture picture = HeadPicture(mapped_run(30, 4, padded), 0, ColourRange::head_max).asTiles();
        QVERIFY(picture.partlyMasked({0, 1, 7, 1})); // keys 28 and 29
        QVERIFY(!picture.masked({0, 1, 7, 1}));
        QVERIFY(!picture.partlyMasked({0, 1, 6, 1}));
    }

    void an_exact_cell_tells_of_its_tile_too() {
        const auto snapshot = mapped_run(30, 4);
        const HeadPicture picture(snapshot, 1, ColourRange::head_max);
        QCOMPARE(cellText(picture, 20, 3).tile, QString());
        const CellText text = cellText(picture.withExactRows(rowsOf(snapshot, 1, 20, 1)), 20, 3);
        QCOMPARE(text.tile, weightText(snapshot->trace.map.largest.matrix(0, 1)(5, 0)));
        QCOMPARE(text.weight, weightText(exact_rows(*snapshot, 0, 1, 20, 1).weights(0, 3)));
    }

    void the_largest_of_a_head_is_that_of_all_its_weights() {
        const HeadPicture mapped(mapped_run(30, 4), 0, ColourRange::head_max);
        const HeadPicture exact(run_of_words(30, all_weights), 0, ColourRange::head_max);
        QCOMPARE_EQ(mapped.largest(), exact.largest());
    }

    void exact_rows_show_the_weights_of_a_run_that_keeps_them() {
        const auto snapshot = mapped_run(30, 4, causal());
        const HeadPicture tiles(snapshot, 1, ColourRange::head_max);
        const HeadPicture picture = tiles.withExactRows(rowsOf(snapshot, 1, 10, 6));
        const HeadPicture whole(run_of_words(30, all_weights, causal()), 1, ColourRange::head_max);
        for (Index query = 10; query < 16; ++query) {
            QVERIFY(picture.exact(query));
            for (Index key = 0; key < 30; ++key) {
                QCOMPARE_EQ(picture.value(query, key), whole.value(query, key));
            }
        }
        QVERIFY(!picture.exact(9) && !picture.exact(16));
        QCOMPARE(picture.step(10, 15), 1);
        QCOMPARE(picture.step(9, 15), 4);
        QCOMPARE_EQ(picture.value(9, 3), tiles.value(9, 3));
    }

    void rows_of_another_head_or_run_change_nothing() {
        const auto snapshot = mapped_run(30, 4);
        const HeadPicture picture(snapshot, 1, ColourRange::head_max);
        QVERIFY(!picture.withExactRows(rowsOf(snapshot, 0, 0, 30)).exact(3));
        QVERIFY(!picture.withExactRows(rowsOf(mapped_run(30, 4), 1, 0, 30)).exact(3));
        QVERIFY(!picture.withExactRows(nullptr).exact(3));
    }

    void as_tiles_the_tiles_are_the_cells() {
        const auto snapshot = mapped_run(30, 4, causal());
        const HeadPicture picture = HeadPicture(snapshot, 0, ColourRange::head_max).asTiles();
        QCOMPARE(picture.rows(), 8);
        QCOMPARE(picture.columns(), 8);
        QCOMPARE_EQ(picture.value(7, 2), snapshot->trace.map.largest.matrix(0, 0)(7, 2));
        QVERIFY(picture.masked(0, 1) && !picture.masked(0, 0) && !picture.masked(7, 7));
        QCOMPARE(queryLabels(picture), (QStringList{"w0", "w4", "w8", "w12", "w16", "w20", "w24", "w28"}));
        const HeadPicture whole(run_of_words(30, all_weights), 0, ColourRange::head_max);
        QCOMPARE(whole.asTiles().rows(), 30);
    }

    void a_cell_says_whose_value_it_shows() {
        const auto snapshot = mapped_run(30, 4, causal());
        const HeadPicture picture(snapshot, 1, ColourRange::head_max);
        CellText text = cellText(picture, 20, 3);
        QCOMPARE(text.weight, weightText(snapshot->trace.map.largest.matrix(0, 1)(5, 0)));
        QCOMPARE(text.note, QStringLiteral("largest of its tile of 4 × 4"));
        QCOMPARE(text.score, QString());
        QCOMPARE(cellText(picture.withTiles(TileValue::mean), 20, 3).note, QStringLiteral("mean of its tile of 4 × 4"));
        text = cellText(picture, 20, 22); // in a tile that is hidden in part
        QCOMPARE(text.weight, QStringLiteral("0"));
        QCOMPARE(text.note, QStringLiteral("hidden by the mask"));
        const HeadPicture whole(run_of_words(30, all_weights, causal()), 1, ColourRange::head_max);
        const CellText exact = cellText(picture.withExactRows(rowsOf(snapshot, 1, 20, 1)), 20, 3);
        QCOMPARE(exact.exact, cellText(whole, 20, 3).exact);
        QCOMPARE(exact.score, cellText(whole, 20, 3).score);
        QCOMPARE(exact.note, QString());
    }

    void the_score_of_a_cell_needs_no_kept_scores() {
        const HeadPicture without(run_of_words(9, {.scores = false, .weights = true, .map_tile = 0}), 1,
                                  ColourRange::head_max);
        const HeadPicture with(run_of_words(9, all_weights), 1, ColourRange::head_max);
        QVERIFY(without.snapshot()->trace.scores.empty());
        QCOMPARE(cellText(without, 8, 3).score, cellText(with, 8, 3).score);
    }

    void dropped_cells_are_named_in_exact_rows() {
        AttentionSettings settings;
        settings.dropout = 0.5;
        const auto snapshot = mapped_run(30, 4, settings);
        const HeadPicture mapped =
            HeadPicture(snapshot, 0, ColourRange::head_max).withExactRows(rowsOf(snapshot, 0, 7, 1));
        const HeadPicture whole(run_of_words(30, all_weights, settings), 0, ColourRange::head_max);
        for (Index key = 0; key < 30; ++key) {
            QCOMPARE(cellText(mapped, 7, key).note, cellText(whole, 7, key).note);
            QCOMPARE(cellText(mapped, 7, key).exact, cellText(whole, 7, key).exact);
        }
    }

    void a_thumbnail_keeps_the_largest_of_whole_tiles() {
        const auto snapshot = mapped_run(30, 4, causal());
        const HeadPicture picture(snapshot, 0, ColourRange::head_max);
        const Thumbnail mapped = makeThumbnail(picture, 6);
        QCOMPARE(mapped.block, 8);
        QCOMPARE(mapped.rows, 30);
        const HeadPicture exact(run_of_words(30, all_weights, causal()), 0, ColourRange::head_max);
        const Thumbnail whole = makeThumbnail(exact, 4); // blocks of 8 as well
        QCOMPARE(mapped.indices.size(), whole.indices.size());
        // Their rows' medians differ, and with them the steps of their indices: the same colours, each within one
        // entry.
        const auto& table = colourTable(ColourMap::grey);
        const auto entry = [&](const Thumbnail& thumbnail, int x, int y) {
            const auto colours = thumbnailColours(ColourMap::grey, thumbnail, exact.largest(), false);
            return std::find(table.begin(), table.end(), colours[thumbnail.indices.constScanLine(y)[x]]) -
                   table.begin();
        };
        for (int y = 0; y < 4; ++y) {
            for (int x = 0; x < 4; ++x) {
                QVERIFY(std::abs(entry(mapped, x, y) - entry(whole, x, y)) <= 2);
            }
        }
    }

    void the_status_line_says_which_path_it_was() {
        QVERIFY(statusText(*mapped_run(30, 4)).contains(QStringLiteral(" · blocked: maps of 4 × 4 tiles · ")));
        QVERIFY(statusText(*run_of_words(30, all_weights)).contains(QStringLiteral(" · materialised · rows sum to 1")));
        QVERIFY(pathHint(*mapped_run(30, 4)).startsWith(QStringLiteral("Blocked: ")));
        QVERIFY(pathHint(*run_of_words(30, all_weights)).startsWith(QStringLiteral("Materialised: ")));
    }
};

QTEST_MAIN(MappedPictureTest)
#include "mapped_picture_test.moc"
