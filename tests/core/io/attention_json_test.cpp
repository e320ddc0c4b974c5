#include "core/io/attention_json.h"

#include <limits>

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include "core/base/build_info.h"
#include "core/kernels/instruction_set.h"
#include "io_support.h"
#include "snapshot_support.h"

using namespace headscope;

namespace {

/// Read by another parser than the one that helps to write it. Empty when it is no object.
QJsonObject json_of(const Snapshot& snapshot) {
    return QJsonDocument::fromJson(QByteArray::fromStdString(attention_json(snapshot))).object();
}

QJsonObject settings_of(const Snapshot& snapshot) {
    return json_of(snapshot)["settings"].toObject();
}

QJsonArray numbers(std::initializer_list<double> values) {
    QJsonArray array;
    for (const double value : values) {
        array.append(value);
    }
    return array;
}

} // namespace

class AttentionJsonTest : public QObject {
    Q_OBJECT

private slots:
    void the_whole_file_of_a_small_text() {
        Snapshot snapshot = text_snapshot({"the", "cat"}, 1);
        snapshot.request.dims = ModelDims::create(8, 1).value();
        // With ' for ", to be read more easily.
        const QString expected =
            QString("{\n"
                    "'tokens': ['the','cat'],\n"
                    "'text': 'thecat',\n"
                    "'settings': {'input':null,'key':null,'value':null,'tokenizer':'words','positions':'sinusoidal',"
                    "'d_model':8,'heads':1,'weights':null,'seed':'42','temperature':1.0,'dropout':0.0,"
                    "'dropout_seed':'42','mask':'none','mask_fill':'article'},\n"
                    "'seed': '42',\n"
                    "'weights_kind': 'random',\n"
                    "'version': '%1',\n"
                    "'instruction_set': '%2',\n"
                    "'contains': 'weights',\n"
                    "'attention': [[[1,0.5],\n"
                    "[0.33333334,0.25]]]\n"
                    "}\n")
                .arg(QString::fromUtf8(version().data(), static_cast<qsizetype>(version().size())),
                     QString::fromUtf8(instruction_set().data(), static_cast<qsizetype>(instruction_set().size())))
                .replace(u'\'', u'"');
        QCOMPARE(QString::fromStdString(attention_json(snapshot)), expected);
    }

    void attention_has_heads_queries_keys() {
        const QJsonArray attention = json_of(array_snapshot(1, false))["attention"].toArray();
        QCOMPARE(attention.size(), 2);
        QCOMPARE(attention[0].toArray().size(), 2);
        QCOMPARE(attention[0][0].toArray().size(), 3);
        QCOMPARE_EQ(static_cast<float>(attention[1][0][2].toDouble()), 1.0F / 9.0F);
    }

    void attention_has_a_batch_axis_when_the_input_has_one() {
        for (const Index batch : {1, 3}) {
            const QJsonArray attention = json_of(array_snapshot(batch, true))["attention"].toArray();
            QCOMPARE(attention.size(), batch);
            QCOMPARE(attention[0].toArray().size(), 2);
            QCOMPARE(attention[0][1].toArray().size(), 2);
            QCOMPARE(attention[0][1][1].toArray().size(), 3);
            QCOMPARE_EQ(static_cast<float>(attention[0][1][1][0].toDouble()), 1.0F / 10.0F);
        }
    }

    void v19_weights_read_back_to_the_bit() {
        const std::vector<float> values{0.1F, 1.0F / 3.0F, 1e-45F, 1.17549435e-38F, 0.99999994F, 0.0F, 1.0F};
        Snapshot snapshot = snapshot_of(1, 1, 1, static_cast<Index>(values.size()));
        std::ranges::copy(values, snapshot.trace.weights.data());
        const QJsonArray row = json_of(snapshot)["attention"][0][0].toArray();
        QCOMPARE(row.size(), static_cast<qsizetype>(values.size()));
        for (std::size_t i = 0; i < values.size(); ++i) {
            QCOMPARE_EQ(static_cast<float>(row[static_cast<qsizetype>(i)].toDouble()), values[i]);
        }
    }

    void v17_with_dropout_it_contains_the_weights_after_it_and_says_so() {
        Snapshot snapshot = text_snapshot({"a", "b"}, 1);
        QCOMPARE(json_of(snapshot)["contains"].toString(), QStringLiteral("weights"));
        snapshot.trace.dropped = Tensor::zeros({1, 1, 2, 2});
        snapshot.trace.dropped.data()[1] = 1.25F;
        const QJsonObject json = json_of(snapshot);
        QCOMPARE(json["contains"].toString(), QStringLiteral("weights after dropout"));
        QCOMPARE(json["attention"][0].toArray(), (QJsonArray{numbers({0, 1.25}), numbers({0, 0})}));
    }

    void any_text_is_written_as_it_is() {
        const std::vector<std::string> tokens{"\"",        "\\", ",", "\n", "\t", "\x01", "猫", "👨‍👩‍👧",
                                              "</script>", "é"};
        const Snapshot snapshot = text_snapshot(tokens, 1);
        const QJsonObject json = json_of(snapshot);
        const QJsonArray written = json["tokens"].toArray();
        QCOMPARE(written.size(), static_cast<qsizetype>(tokens.size()));
        QString text;
        for (std::size_t i = 0; i < tokens.size(); ++i) {
            QCOMPARE(written[static_cast<qsizetype>(i)].toString(), QString::fromStdString(tokens[i]));
            text += QString::fromStdString(tokens[i]);
        }
        QCOMPARE(json["text"].toString(), text);
    }

    void e7_every_setting_is_there_with_its_value() {
        Snapshot snapshot = text_snapshot({"a"}, 1);
        auto& input = std::get<TextInput>(snapshot.request.input);
        input.tokenizer = Tokenizer::characters;
        input.positions = Positions::none;
        snapshot.request.dims = ModelDims::create(96, 12).value();
        snapshot.request.seed = std::numeric_limits<std::uint64_t>::max();
        snapshot.request.weights = FileWeights{"/home/someone/secret project/w.safetensors"};
        AttentionSettings& attention = snapshot.request.attention;
        attention.temperature = 0.1;
        attention.dropout = 0.3;
        attention.dropout_seed = (std::uint64_t{1} << 53) + 1;
        attention.mask = Mask::causal();
        attention.mask_fill = MaskFill::zero;
        const QJsonObject json = json_of(snapshot);
        const QJsonObject expected{{"input", QJsonValue::Null},
                                   {"key", QJsonValue::Null},
                                   {"value", QJsonValue::Null},
                                   {"tokenizer", "characters"},
                                   {"positions", "none"},
                                   {"d_model", 96},
                                   {"heads", 12},
                                   {"weights", "w.safetensors"},
                                   {"seed", "18446744073709551615"},
                                   {"temperature", 0.1},
                                   {"dropout", 0.3},
                                   {"dropout_seed", "9007199254740993"},
                                   {"mask", "causal"},
                                   {"mask_fill", "zero"}};
        QCOMPARE(json["settings"].toObject(), expected);
        QCOMPARE(json["seed"].toString(), QStringLiteral("18446744073709551615"));
        QCOMPARE(json["weights_kind"].toString(), QStringLiteral("file"));
        QVERIFY(attention_json(snapshot).find("someone") == std::string::npos);
    }

    void a_file_name_that_is_no_utf8_does_not_harm() {
        Snapshot snapshot = text_snapshot({"a"}, 1);
        snapshot.request.weights = FileWeights{"w\xff.safetensors"};
        QCOMPARE(settings_of(snapshot)["weights"].toString(), QStringLiteral("w\uFFFD.safetensors"));
    }

    void arrays_are_named_by_their_shapes() {
        const QJsonObject json = json_of(array_snapshot(1, false));
        QVERIFY(json["text"].isNull());
        QVERIFY(json["tokens"].isArray() && json["tokens"].toArray().isEmpty());
        const QJsonObject settings = json["settings"].toObject();
        QCOMPARE(settings["input"].toObject()["shape"].toArray(), numbers({2, 8}));
        QCOMPARE(settings["key"].toObject()["shape"].toArray(), numbers({3, 8}));
        QCOMPARE(settings["value"].toObject()["shape"].toArray(), numbers({3, 8}));
        QVERIFY(settings["tokenizer"].isNull() && settings["positions"].isNull());
        QCOMPARE(settings_of(array_snapshot(2, true))["input"].toObject()["shape"].toArray(), numbers({2, 2, 8}));
    }

    void self_attention_over_an_array_has_no_key_and_value() {
        Snapshot snapshot = array_snapshot(1, false);
        auto& arrays = std::get<ArrayInput>(snapshot.request.input).arrays;
        arrays.key = arrays.value = arrays.query;
        const QJsonObject settings = settings_of(snapshot);
        QCOMPARE(settings["input"].toObject()["shape"].toArray(), numbers({2, 8}));
        QVERIFY(settings["key"].isNull() && settings["value"].isNull());
    }

    void masks_can_be_redone() {
        Snapshot snapshot = text_snapshot({"a", "b"}, 1);
        snapshot.request.attention.mask = Mask::key_padding(1);
        QCOMPARE(settings_of(snapshot)["mask"].toString(), QStringLiteral("key_padding"));
        QCOMPARE(settings_of(snapshot)["padded_keys"].toInt(), 1);
        snapshot.request.attention.mask =
            Mask::matrix(std::make_shared<const MaskMatrix>(MaskMatrix{1, 2, 2, {1, 0, 1, 1}}));
        QCOMPARE(settings_of(snapshot)["mask"].toString(), QStringLiteral("matrix"));
        QCOMPARE(settings_of(snapshot)["mask_values"].toArray(), (QJsonArray{numbers({1, 0}), numbers({1, 1})}));
        snapshot.request.attention.mask =
            Mask::matrix(std::make_shared<const MaskMatrix>(MaskMatrix{2, 1, 2, {1, 0, 0, 1}}));
        QCOMPARE(settings_of(snapshot)["mask_values"].toArray(),
                 (QJsonArray{QJsonArray{numbers({1, 0})}, QJsonArray{numbers({0, 1})}}));
    }

    void t8_a_text_without_tokens_gives_empty_lists() {
        const QJsonObject json = json_of(text_snapshot({}, 8));
        QVERIFY(json["tokens"].isArray() && json["tokens"].toArray().isEmpty());
        QCOMPARE(json["text"].toString(), QString());
        QVERIFY(json["text"].isString());
        QVERIFY(json["attention"].isArray() && json["attention"].toArray().isEmpty());
    }
};

QTEST_GUILESS_MAIN(AttentionJsonTest)
#include "attention_json_test.moc"
