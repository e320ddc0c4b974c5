#include <QRegularExpression>
#include <QtTest>

#include "tests/support/figure_reader.h"
#include "tests/support/snapshot_builder.h"
#include "ui/export/caption.h"
#include "ui/export/figure.h"
#include "ui/export/figure_layout.h"

using namespace headscope;
using namespace headscope::ui;

namespace {

FigureSpec specOf(std::shared_ptr<const Snapshot> snapshot, std::vector<int> heads) {
    FigureSpec spec;
    spec.snapshot = std::move(snapshot);
    spec.heads = std::move(heads);
    return spec;
}

std::shared_ptr<const Snapshot> twoByThree() {
    return SnapshotBuilder().head({{0.5F, 0.3F, 0.2F}, {0.0F, 0.25F, 0.75F}}).build();
}

SnapshotBuilder::Rows ramp(Index n) {
    SnapshotBuilder::Rows rows;
    for (Index i = 0; i < n; ++i) {
        std::vector<float> row;
        for (Index j = 0; j < n; ++j) {
            row.push_back(static_cast<float>((i * 37 + j * 11) % 256) / 255);
        }
        rows.push_back(row);
    }
    return rows;
}

/// Largest difference of a channel.
int distance(QRgb a, QRgb b) {
    return std::max({std::abs(qRed(a) - qRed(b)), std::abs(qGreen(a) - qGreen(b)), std::abs(qBlue(a) - qBlue(b))});
}

QRgb at(const QImage& image, const QPointF& point, double scale) {
    return image.pixel(static_cast<int>(point.x() * scale), static_cast<int>(point.y() * scale));
}

/// The worst colour of all cells, away from their values.
int worstCell(const QImage& image, const FigureLayout& layout, double scale) {
    int worst = 0;
    const auto& table = colourTable(layout.style.map);
    for (const FigureTile& tile : layout.tiles) {
        for (Index query = 0; query < tile.grid.rows; ++query) {
            for (Index key = 0; key < tile.grid.columns; ++key) {
                const QSizeF cell = tile.grid.cell;
                const bool large = cell.width() > 20;
                const QPointF inside = large ? QPointF(4, 4) : QPointF(cell.width() / 2, cell.height() / 2);
                const int index = colourIndex(tile.picture.value(query, key), tile.picture.rangeMax());
                worst = std::max(worst, distance(at(image, tile.grid.rect(query, key).topLeft() + inside, scale),
                                                 table[static_cast<std::size_t>(index)]));
            }
        }
    }
    return worst;
}

bool frameIsBlank(const QImage& image) {
    for (int x = 0; x < image.width(); ++x) {
        if (image.pixel(x, 0) != qRgb(255, 255, 255) || image.pixel(x, image.height() - 1) != qRgb(255, 255, 255)) {
            return false;
        }
    }
    for (int y = 0; y < image.height(); ++y) {
        if (image.pixel(0, y) != qRgb(255, 255, 255) || image.pixel(image.width() - 1, y) != qRgb(255, 255, 255)) {
            return false;
        }
    }
    return true;
}

const std::vector<FigureFormat> allFormats{FigureFormat::png, FigureFormat::svg, FigureFormat::pdf};

} // namespace

class FigureTest : public QObject {
    Q_OBJECT
private slots:
    void e3_v19_a_colour_means_the_same_value_everywhere_data() {
        QTest::addColumn<ColourMap>("map");
        QTest::newRow("viridis") << ColourMap::viridis;
        QTest::newRow("cividis") << ColourMap::cividis;
        QTest::newRow("magma") << ColourMap::magma;
        QTest::newRow("grey") << ColourMap::grey;
    }
    void e3_v19_a_colour_means_the_same_value_everywhere() {
        QFETCH(ColourMap, map);
        FigureSpec spec = specOf(twoByThree(), {0});
        spec.colourMap = map;
        const FigureLayout layout = layoutFigure(spec);
        for (const FigureFormat format : allFormats) {
            const QImage image = read(spec, format, 1.0);
            QVERIFY(!image.isNull());
            QCOMPARE(QSizeF(image.size()), layout.size);
            // PNG and SVG are exact. Poppler computes with 16.16 fixed point from the PDF's decimals: one step.
            const int allowed = format == FigureFormat::pdf ? 1 : 0;
            QVERIFY(worstCell(image, layout, 1.0) <= allowed);
            checkBar(image, layout, map);
        }
    }

    void v1_identity_and_its_reverse() {
        const auto snapshot = SnapshotBuilder().head(identity_rows(5)).head(identity_rows(5, true)).build();
        const FigureSpec spec = specOf(snapshot, {0, 1, mean_of_heads});
        const FigureLayout layout = layoutFigure(spec);
        QCOMPARE(layout.tiles.size(), 3);
        const QImage image = read(spec, FigureFormat::png, 1.0);
        QCOMPARE(worstCell(image, layout, 1.0), 0);
        const QString text = reader_.pdfText(*renderFigure(spec, FigureFormat::pdf));
        QCOMPARE(text.count(QStringLiteral("Mean of heads")), 1);
    }

    void v23_every_head_has_its_number_and_place_data() {
        QTest::addColumn<int>("heads");
        QTest::newRow("16") << 16;
        QTest::newRow("32") << 32;
    }
    void v23_every_head_has_its_number_and_place() {
        QFETCH(int, heads);
        SnapshotBuilder builder;
        std::vector<int> shown;
        for (int head = 0; head < heads; ++head) {
            builder.head(identity_rows(4, head % 2 == 1));
            shown.push_back(head);
        }
        const FigureSpec spec = specOf(builder.build(), shown);
        const QString text = reader_.pdfText(*renderFigure(spec, FigureFormat::pdf));
        const FigureLayout layout = layoutFigure(spec);
        for (int head = 0; head < heads; ++head) {
            const QRegularExpression name(QStringLiteral("Head %1\\b").arg(head));
            QVERIFY2(text.contains(name), qPrintable(name.pattern()));
            for (int other = 0; other < head; ++other) {
                QVERIFY(!layout.tiles[head].plot.intersects(layout.tiles[other].plot));
            }
        }
    }

    void e1_every_label_is_inside_data() {
        QTest::addColumn<double>("scale");
        QTest::addColumn<int>("heads");
        for (const int heads : {1, 2}) {
            for (const double scale : {1.0, 2.0, 3.0, 4.0}) {
                QTest::addRow("%d heads, scale %g", heads, scale) << scale << heads;
            }
        }
    }
    void e1_every_label_is_inside() {
        QFETCH(double, scale);
        QFETCH(int, heads);
        std::vector<std::string> tokens{"abcdefghijklmnopqrstuvwx", "https://example.org/a/path/of/40/letters", "😀",
                                        "שלום"};
        const QString cjk = QStringLiteral("今天天气很好我们一起去公园散步看花吧好吗");
        for (const QChar character : cjk) {
            tokens.push_back(QString(character).toStdString());
        }
        const auto n = static_cast<Index>(tokens.size());
        SnapshotBuilder builder;
        builder.tokens(tokens).head(identity_rows(n)).head(identity_rows(n, true));
        FigureSpec spec = specOf(builder.build(), heads == 1 ? std::vector{1} : std::vector{0, 1});
        const FigureLayout layout = layoutFigure(spec);
        QVERIFY(!layout.frame.queries.shortened && !layout.frame.keys.shortened);
        QCOMPARE(layout.frame.queries.stride, Index{1});
        QCOMPARE(layout.frame.keys.stride, Index{1});
        for (const FigureFormat format : allFormats) {
            const QImage image = read(spec, format, scale);
            QCOMPARE(image.size(), (layout.size * scale).toSize());
            QVERIFY(frameIsBlank(image));
            checkLabelsHaveInk(image, layout, scale);
        }
    }

    void longer_labels_are_shortened_and_it_is_said() {
        const std::string endless(400, 'm');
        const FigureSpec spec = specOf(SnapshotBuilder().tokens({endless}).head({{1.0F}}).build(), {0});
        const FigureLayout layout = layoutFigure(spec);
        QVERIFY(layout.frame.queries.shortened);
        QVERIFY(layout.size.width() < 1000);
        QVERIFY(
            reader_.pdfText(*renderFigure(spec, FigureFormat::pdf)).contains(QStringLiteral("labels are shortened")));
        QVERIFY(frameIsBlank(read(spec, FigureFormat::png, 1.0)));
    }

    void masked_cells_look_the_same_everywhere() {
        const auto snapshot = SnapshotBuilder().head({{1.0F, 0.0F}, {0.5F, 0.5F}}).mask(Mask::causal()).build();
        const FigureSpec spec = specOf(snapshot, {0});
        const CellGrid grid = layoutFigure(spec).tiles[0].grid;
        const MaskedLook look = maskedLook(false);
        for (const FigureFormat format : allFormats) {
            const QImage image = read(spec, format, 1.0);
            int ground = 0;
            int other = 0;
            const QRect cell = grid.rect(0, 1).toRect().adjusted(2, 2, -4, -4);
            for (int y = cell.top(); y <= cell.bottom(); ++y) {
                for (int x = cell.left(); x <= cell.right(); ++x) {
                    const QRgb pixel = image.pixel(x, y);
                    ground += distance(pixel, look.ground) <= 1 ? 1 : 0;
                    other += qRed(pixel) > qRed(look.ground) + 1 || qRed(pixel) < qRed(look.line) - 1 ? 1 : 0;
                }
            }
            QVERIFY(ground > cell.width() * cell.height() / 3); // the rest are the lines and their soft edges
            QCOMPARE(other, 0);
        }
    }

    // Beyond mostRectangles a vector file holds an image a head: the colours stay, also where a viewer enlarges it.
    void many_cells_become_an_image_with_the_same_colours() {
        const FigureSpec spec = specOf(SnapshotBuilder().head(ramp(400)).build(), {0});
        const FigureLayout layout = layoutFigure(spec);
        const QByteArray svg = *renderFigure(spec, FigureFormat::svg);
        QCOMPARE(svg.count("<image"), 1);
        QCOMPARE(worstCell(reader_.image(svg, FigureFormat::svg, 1.0), layout, 1.0), 0);
        // Enlarging, Cairo mixes in a trace of the next pixel: three steps of 255 at most, less than a colour's width.
        QVERIFY(worstCell(reader_.image(svg, FigureFormat::svg, 3.0), layout, 3.0) <= 3);
        const QByteArray pdf = *renderFigure(spec, FigureFormat::pdf);
        QVERIFY(worstCell(reader_.image(pdf, FigureFormat::pdf, 2.0), layout, 2.0) <= 1);
    }

    void touching_cells_leave_no_hairlines() {
        // One colour everywhere: at an uneven scale the edges of cells fall between pixels.
        const auto snapshot = SnapshotBuilder().head(SnapshotBuilder::Rows(50, std::vector<float>(50, 0.02F))).build();
        const auto mixed = SnapshotBuilder().head(ramp(50)).build();
        const auto& table = colourTable(ColourMap::viridis);
        for (const FigureFormat format : {FigureFormat::svg, FigureFormat::pdf}) {
            const FigureSpec spec = specOf(snapshot, {0});
            const QImage plain = read(spec, format, 1.37);
            const QRectF plot = layoutFigure(spec).tiles[0].plot.adjusted(2, 2, -2, -2);
            for (double x = plot.left(); x < plot.right(); x += 0.5) {
                QVERIFY(distance(at(plain, {x, plot.center().y() + 0.25 * x}, 1.37), table[255]) <= 1 ||
                        plot.center().y() + 0.25 * x > plot.bottom());
            }
            // Between different colours no pixel is lighter than both: the page does not shine through.
            const QImage image = read(specOf(mixed, {0}), format, 1.37);
            int paleBlue = 0;
            for (double y = plot.top(); y < plot.bottom(); y += 0.7) {
                for (double x = plot.left(); x < plot.right(); x += 0.7) {
                    const QRgb pixel = at(image, {x, y}, 1.37);
                    paleBlue += qBlue(pixel) > 165 && qRed(pixel) > 100 ? 1 : 0; // no entry of viridis is like that
                }
            }
            QCOMPARE(paleBlue, 0);
        }
    }

    void svg_text_is_outlines_and_pdf_fonts_are_embedded() {
        const auto snapshot = SnapshotBuilder().tokens({"cat", "猫"}).head({{0.25F, 0.75F}, {0.5F, 0.5F}}).build();
        const FigureSpec spec = specOf(snapshot, {0});
        QVERIFY(!renderFigure(spec, FigureFormat::svg)->contains("<text"));
        const QByteArray pdf = *renderFigure(spec, FigureFormat::pdf);
        const QStringList fonts = reader_.pdfFonts(pdf).split('\n', Qt::SkipEmptyParts).mid(2);
        QVERIFY(!fonts.isEmpty());
        for (const QString& font : fonts) {
            QVERIFY2(font.contains(QRegularExpression(QStringLiteral("yes (no|yes) +yes"))), qPrintable(font));
        }
        const QString text = reader_.pdfText(pdf);
        for (const char* word : {"cat", "猫", "0.2500", "0.7500", "Head 0", "largest 0.7500", "seed", "42"}) {
            QVERIFY2(text.contains(QString::fromUtf8(word)), word);
        }
    }

    void png_says_its_resolution_and_refuses_giants() {
        FigureSpec spec = specOf(twoByThree(), {0});
        spec.scale = 2.0;
        const QImage image = QImage::fromData(*renderFigure(spec, FigureFormat::png));
        QCOMPARE(image.dotsPerMeterX(), 7559); // 192 dots per inch
        std::vector<float> row(5000, 0.0F);
        FigureSpec wide = specOf(SnapshotBuilder().head({row}).build(), {0});
        wide.scale = 8.0;
        const auto refused = renderFigure(wide, FigureFormat::png);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::needs_too_much_memory);
    }

    void grids_have_few_empty_places() {
        const std::map<int, int> columns{{1, 1}, {2, 2},  {3, 3},  {4, 2},  {6, 3}, {8, 4},
                                         {9, 3}, {12, 4}, {16, 4}, {32, 8}, {64, 8}};
        for (const auto& [heads, expected] : columns) {
            QVERIFY2(figureColumns(heads) == expected,
                     qPrintable(QStringLiteral("%1 heads: %2").arg(heads).arg(figureColumns(heads))));
        }
    }

    void the_caption_names_what_made_it() {
        Snapshot snapshot = Snapshot();
        snapshot.request.input = TextInput{"a b", Tokenizer::characters, Positions::none};
        snapshot.request.seed = 18446744073709551615ULL;
        snapshot.request.attention.mask = Mask::causal();
        snapshot.request.attention.temperature = 0.5;
        snapshot.trace.Q = Tensor::zeros({1, 3, 512});
        snapshot.trace.K = Tensor::zeros({1, 3, 512});
        QString caption = figureCaption(snapshot, 0).replace(QChar::Nbsp, QLatin1Char(' '));
        QVERIFY2(caption.startsWith(
                     QStringLiteral("3 characters · no positions · 8 heads, d_model 512, d_k 64 · random weights, "
                                    "seed 18446744073709551615 · causal mask · temperature 0.5 · Headscope ")),
                 qPrintable(caption));
        snapshot.request.weights = FileWeights{"/some/where/w.safetensors"};
        caption = figureCaption(snapshot, 0).replace(QChar::Nbsp, QLatin1Char(' '));
        QVERIFY(
            caption.contains(QStringLiteral("weights from w.safetensors · embeddings of seed 18446744073709551615")));
    }

private:
    QImage read(FigureSpec spec, FigureFormat format, double scale) const {
        spec.scale = scale;
        return reader_.image(*renderFigure(spec, format), format, scale);
    }

    static void checkBar(const QImage& image, const FigureLayout& layout, ColourMap map) {
        const auto& table = colourTable(map);
        for (int i = 1; i < 255; i += 6) {
            const double y = layout.bar.bottom() - layout.bar.height() * i / 255.0;
            const QRgb shown = at(image, {layout.bar.center().x(), y}, 1.0);
            int nearest = 255;
            for (int entry = i - 1; entry <= i + 1; ++entry) { // a pixel is as high as about one entry
                nearest = std::min(nearest, distance(shown, table[static_cast<std::size_t>(entry)]));
            }
            QVERIFY2(nearest <= 3, qPrintable(QStringLiteral("entry %1, off by %2").arg(i).arg(nearest)));
        }
    }

    static void checkLabelsHaveInk(const QImage& image, const FigureLayout& layout, double scale) {
        const FigureTile& tile = layout.tiles.first();
        for (Index query = 0; query < tile.grid.rows; ++query) {
            const QPointF end = queryLabelPoint(tile.picture, tile.grid, tile.plot, query, layout.style);
            bool ink = false;
            for (double x = end.x() - 1.2 * layout.style.em(); x < end.x(); x += 0.5 / scale) {
                for (double y = end.y() - 3; y < end.y() + 3; y += 0.5 / scale) {
                    ink = ink || qGray(at(image, {x, y}, scale)) < 200;
                }
            }
            QVERIFY2(ink, qPrintable(QStringLiteral("query %1").arg(query)));
        }
    }

    FigureReader reader_;
};

QTEST_MAIN(FigureTest)
#include "figure_test.moc"
