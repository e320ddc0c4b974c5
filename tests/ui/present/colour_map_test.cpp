#include <cmath>
#include <set>

#include <QtTest>

#include "ui/present/colour_map.h"

using namespace headscope;
using namespace headscope::ui;

namespace {

double lightness(QRgb colour) {
    const auto linear = [](int channel) {
        const double c = channel / 255.0;
        return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    const double y = 0.2126 * linear(qRed(colour)) + 0.7152 * linear(qGreen(colour)) + 0.0722 * linear(qBlue(colour));
    return y > 216.0 / 24389 ? 116 * std::cbrt(y) - 16 : y * 24389 / 27;
}

} // namespace

class ColourMapTest : public QObject {
    Q_OBJECT
private slots:
    void lightness_rises_data() {
        QTest::addColumn<ColourMap>("map");
        QTest::addColumn<QRgb>("first");
        QTest::addColumn<QRgb>("last");
        QTest::addColumn<std::size_t>("different"); // Matplotlib's values meet in 8 bits a few times
        QTest::newRow("viridis") << ColourMap::viridis << qRgb(68, 1, 84) << qRgb(253, 231, 37) << std::size_t{254};
        QTest::newRow("cividis") << ColourMap::cividis << qRgb(0, 34, 78) << qRgb(254, 232, 56) << std::size_t{255};
        QTest::newRow("magma") << ColourMap::magma << qRgb(0, 0, 4) << qRgb(252, 253, 191) << std::size_t{256};
        QTest::newRow("grey") << ColourMap::grey << qRgb(31, 31, 31) << qRgb(243, 243, 243) << std::size_t{256};
    }
    void lightness_rises() {
        QFETCH(ColourMap, map);
        QFETCH(QRgb, first);
        QFETCH(QRgb, last);
        QFETCH(std::size_t, different);
        const auto& table = colourTable(map);
        QCOMPARE(QColor(table.front()), QColor(first));
        QCOMPARE(QColor(table.back()), QColor(last));
        QCOMPARE(std::set<QRgb>(table.begin(), table.end()).size(), different);
        for (std::size_t i = 0; i < table.size(); ++i) {
            QCOMPARE(qAlpha(table[i]), 255);
            // Rounding to 8 bits may cost one step of a channel between neighbours, never between every other entry.
            QVERIFY(i < 1 || lightness(table[i]) > lightness(table[i - 1]) - 0.05);
            QVERIFY(i < 2 || lightness(table[i]) > lightness(table[i - 2]));
        }
    }

    void greys_are_grey() {
        for (const QRgb colour : colourTable(ColourMap::grey)) {
            const auto [low, high] = std::minmax({qRed(colour), qGreen(colour), qBlue(colour)});
            QVERIFY(high - low <= 1);
        }
    }

    void index_of_a_value() {
        QCOMPARE(colourIndex(0.0F, 0.4F), 0);
        QCOMPARE(colourIndex(0.4F, 0.4F), 255);
        QCOMPARE(colourIndex(0.2F, 0.4F), 128); // 127.5 rounds up
        QCOMPARE(colourIndex(0.5F, 0.4F), 255);
        QCOMPARE(colourIndex(-0.1F, 0.4F), 0);
        QCOMPARE(colourIndex(0.3F, 0.0F), 0);
        QCOMPARE(colourIndex(1.0F / 255, 1.0F), 1);
        QCOMPARE(colourIndex(1e-30F, 1e-30F), 255);
    }

    void masked_cells_look_like_no_value() {
        for (const bool dark : {false, true}) {
            const MaskedLook look = maskedLook(dark);
            QVERIFY(std::abs(lightness(look.ground) - lightness(look.line)) > 10);
            for (const ColourMap map : {ColourMap::viridis, ColourMap::cividis, ColourMap::magma, ColourMap::grey}) {
                const auto& table = colourTable(map);
                QVERIFY(std::find(table.begin(), table.end(), look.ground) == table.end());
            }
        }
    }
};

QTEST_MAIN(ColourMapTest)
#include "colour_map_test.moc"
