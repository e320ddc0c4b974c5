#include <QtTest>

#include "tests/support/snapshot_builder.h"
#include "ui/plot/thumbnail_drawing.h"

using namespace headscope;
using namespace headscope::ui;

namespace {

QImage painted(const Thumbnail& thumbnail, const HeadPicture& picture, const QSize& size, double ratio = 1.0) {
    QImage image(size * ratio, QImage::Format_RGB32);
    image.setDevicePixelRatio(ratio);
    image.fill(Qt::white);
    QPainter painter(&image);
    const ThumbnailPlace place = placeThumbnail(thumbnail, QRectF(QPointF(), size), ratio);
    drawThumbnail(painter, place, thumbnail, thumbnailColours(ColourMap::viridis, thumbnail, picture.rangeMax(), false),
                  false);
    return image;
}

} // namespace

class ThumbnailTest : public QObject {
    Q_OBJECT
private slots:
    void v1_identity_and_its_reverse_look_different() {
        const auto snapshot = SnapshotBuilder().head(identity_rows(4)).head(identity_rows(4, true)).build();
        const auto& table = colourTable(ColourMap::viridis);
        for (const int head : {0, 1}) {
            const HeadPicture picture(snapshot, head, ColourRange::head_max);
            const QImage image = painted(makeThumbnail(picture), picture, {40, 40});
            for (int query = 0; query < 4; ++query) {
                for (int key = 0; key < 4; ++key) {
                    const bool one = key == (head == 0 ? query : 3 - query);
                    QCOMPARE(QColor(image.pixel(10 * key + 5, 10 * query + 5)), QColor(one ? table[255] : table[0]));
                }
            }
        }
    }

    void v19_colours_are_within_one_entry_of_the_table() {
        std::vector<float> row;
        for (int i = 0; i <= 200; ++i) {
            row.push_back(0.37F * static_cast<float>(i) / 200);
        }
        const auto snapshot = SnapshotBuilder().head({row}).head({std::vector<float>(201, 0.9F)}).build();
        for (const ColourRange range : {ColourRange::head_max, ColourRange::all_max, ColourRange::unit}) {
            const HeadPicture picture(snapshot, 0, range);
            const Thumbnail thumbnail = makeThumbnail(picture);
            const auto colours = thumbnailColours(ColourMap::grey, thumbnail, picture.rangeMax(), false);
            const auto& table = colourTable(ColourMap::grey); // every entry is a colour of its own
            for (int key = 0; key <= 200; ++key) {
                const QRgb shown = colours[thumbnail.indices.constScanLine(0)[key]];
                const auto at = std::find(table.begin(), table.end(), shown) - table.begin();
                QVERIFY(std::abs(at - colourIndex(picture.value(0, key), picture.rangeMax())) <= 1);
            }
        }
    }

    void a_long_causal_head_has_its_steps_below_the_median_row_too() {
        // Row i has 1 / (i + 1) for each key that it sees: the first row's 1 stands above 128 rows that end below 1/64.
        SnapshotBuilder::Rows rows(128, std::vector<float>(128, 0.0F));
        for (std::size_t i = 0; i < rows.size(); ++i) {
            std::fill_n(rows[i].begin(), i + 1, 1.0F / static_cast<float>(i + 1));
        }
        const auto snapshot = SnapshotBuilder().head(rows).mask(Mask::causal()).build();
        const auto& table = colourTable(ColourMap::grey);
        const HeadPicture picture(snapshot, 0, ColourRange::automatic);
        QCOMPARE_EQ(picture.rangeMax(), 1.0F / 64);
        const Thumbnail thumbnail = makeThumbnail(picture);
        QCOMPARE_EQ(thumbnail.knee, 1.0F / 64);
        const auto worst = [&](ColourRange range) {
            const float end = picture.withRange(range).rangeMax();
            const auto colours = thumbnailColours(ColourMap::grey, thumbnail, end, false);
            std::ptrdiff_t difference = 0;
            for (int row = 0; row < 128; ++row) {
                const QRgb shown = colours[thumbnail.indices.constScanLine(row)[0]];
                const auto at = std::find(table.begin(), table.end(), shown) - table.begin();
                difference = std::max(difference, std::abs(at - colourIndex(picture.value(row, 0), end)));
            }
            return difference;
        };
        QVERIFY(worst(ColourRange::median_row) <= 1);
        QVERIFY(worst(ColourRange::head_max) <= 2);
    }

    void blocks_keep_the_largest() {
        SnapshotBuilder::Rows rows(10, std::vector<float>(10, 0.0F));
        rows[7][4] = 0.5F;
        const auto snapshot = SnapshotBuilder().head(rows).build();
        const Thumbnail thumbnail = makeThumbnail(HeadPicture(snapshot, 0, ColourRange::head_max), 4);
        QCOMPARE(thumbnail.block, 3);
        QCOMPARE(thumbnail.indices.size(), QSize(4, 4));
        for (int y = 0; y < 4; ++y) {
            for (int x = 0; x < 4; ++x) {
                QCOMPARE(int{thumbnail.indices.constScanLine(y)[x]}, x == 1 && y == 2 ? Thumbnail::largestIndex : 0);
            }
        }
    }

    void a_small_place_keeps_the_largest() {
        SnapshotBuilder::Rows rows(64, std::vector<float>(64, 0.0F));
        rows[33][5] = 1.0F;
        const HeadPicture picture(SnapshotBuilder().head(rows).build(), 0, ColourRange::head_max);
        const QImage image = painted(makeThumbnail(picture), picture, {20, 20});
        int bright = 0;
        for (int y = 0; y < 20; ++y) {
            for (int x = 0; x < 20; ++x) {
                bright += image.pixel(x, y) == colourTable(ColourMap::viridis)[255] ? 1 : 0;
            }
        }
        QVERIFY(bright >= 1);
    }

    void masked_cells_have_their_own_index() {
        const auto snapshot = SnapshotBuilder().head({{1.0F, 0.0F}, {1.0F, 0.0F}}).mask(Mask::causal()).build();
        const Thumbnail thumbnail = makeThumbnail(HeadPicture(snapshot, 0, ColourRange::head_max));
        QCOMPARE(int{thumbnail.indices.constScanLine(0)[1]}, Thumbnail::maskedIndex);
        QCOMPARE(int{thumbnail.indices.constScanLine(1)[1]}, 0); // visible, and 0
    }

    void a_row_without_keys_keeps_its_values_and_is_flagged() {
        auto mask = std::make_shared<MaskMatrix>();
        mask->n_q = mask->n_k = 2;
        mask->visible = {1, 0, 0, 0};
        const auto snapshot = SnapshotBuilder().head({{1.0F, 0.0F}, {0.5F, 0.5F}}).mask(Mask::matrix(mask)).build();
        const Thumbnail thumbnail = makeThumbnail(HeadPicture(snapshot, 0, ColourRange::head_max));
        QCOMPARE(thumbnail.hiddenRows, (std::vector<std::uint8_t>{0, 1}));
        QCOMPARE(int{thumbnail.indices.constScanLine(1)[0]}, 127);
    }

    void cells_get_whole_device_pixels() {
        const HeadPicture picture(SnapshotBuilder().head(identity_rows(6)).build(), 0, ColourRange::head_max);
        const Thumbnail thumbnail = makeThumbnail(picture);
        for (const double ratio : {1.0, 1.5, 2.0}) {
            const ThumbnailPlace place = placeThumbnail(thumbnail, QRectF(3, 5, 100, 131), ratio);
            const double cell = place.rect.width() * ratio / 6;
            QCOMPARE(cell, std::floor(cell));
            QCOMPARE(place.rect.width(), place.rect.height());
            QCOMPARE(place.cellAt(thumbnail, place.rect.center() + QPointF(1, -1)), std::pair(Index{2}, Index{3}));
            QVERIFY(!place.cellAt(thumbnail, place.rect.topLeft() - QPointF(1, 1)));
        }
    }

    void t8_an_empty_picture_gives_an_empty_thumbnail() {
        QVERIFY(makeThumbnail(HeadPicture()).empty());
        QVERIFY(placeThumbnail(Thumbnail(), QRectF(0, 0, 10, 10)).rect.isEmpty());
    }

    void all_zero_weights_are_drawn() {
        const auto snapshot = SnapshotBuilder().head({{0.0F, 0.0F}}).mask(Mask::key_padding(2), MaskFill::zero).build();
        const Thumbnail thumbnail = makeThumbnail(HeadPicture(snapshot, 0, ColourRange::head_max));
        QCOMPARE(int{thumbnail.indices.constScanLine(0)[0]}, Thumbnail::maskedIndex);
    }
};

QTEST_MAIN(ThumbnailTest)
#include "thumbnail_test.moc"
