// Figures of papers, notebooks and user reports (tests/data/memory/published.json), each computed by the product's own
// function for the formula that its source states.
#include <cmath>
#include <functional>
#include <map>

#include <QtTest>

#include "core/cost/kv_cache.h"
#include "core/cost/memory_cost.h"
#include "core/cost/transformer.h"
#include "core/cost/transformer_activations.h"
#include "tests/core/cost/memory_support.h"

using namespace headscope;

namespace {

class Inputs {
public:
    explicit Inputs(const QJsonObject& json)
        : json_(json) {}

    Index operator[](const char* name) const {
        if (!json_.contains(QLatin1String(name))) {
            qFatal("no input %s", name);
        }
        return json_[QLatin1String(name)].toInteger();
    }
    Index get(const char* name, Index other) const { return json_[QLatin1String(name)].toInteger(other); }
    double real(const char* name) const { return json_[QLatin1String(name)].toDouble(); }

private:
    QJsonObject json_;
};

double exact(Checked value) {
    return value.overflow() ? std::nan("") : static_cast<double>(value.value());
}

double kv_bytes(const Inputs& in) {
    const Checked elements = kv_elements_per_token(in["L"], in["h_kv"], in["dk"]);
    return exact(stored_bytes(elements, in.get("B", 1) * in.get("n", 1), {in["e"], 1}));
}

ActivationShape activations(const Inputs& in) {
    return {.seq_len = in["s"], .batch = in.get("b", 1), .d_model = in["h"], .n_heads = in["a"]};
}

TransformerShape nano_gpt(const Inputs& in) {
    return {.layers = in["layers"],
            .seq_len = in["n"],
            .d_model = in["d_model"],
            .n_heads = in["h"],
            .vocabulary = in["vocab"],
            .feed_forward = 4 * in["d_model"]};
}

Checked nano_gpt_parameters(const Inputs& in, bool positions) {
    return transformer_parameters(nano_gpt(in), {.biases = false, .position_embedding = positions});
}

double module_parameters(const Inputs& in) {
    return static_cast<double>(testing::cost_of(testing::pytorch_settings(1, 1, in["d_model"], in["h"])).parameters);
}

double chinchilla(const Inputs& in) {
    return exact(chinchilla_training_flops({.layers = in["layers"],
                                            .seq_len = in["n"],
                                            .d_model = in["d"],
                                            .n_heads = in["h"],
                                            .vocabulary = 1,
                                            .feed_forward = in["ffw"]}));
}

double gpt2_parameters(const Inputs& in) {
    return exact(transformer_parameters({.layers = in["L"],
                                         .seq_len = 1,
                                         .d_model = in["d"],
                                         .n_heads = 1,
                                         .vocabulary = in["V"],
                                         .feed_forward = 4 * in["d"]},
                                        {.biases = true, .position_embedding = false}));
}

using Formula = std::function<double(const Inputs&)>;

/// By the formula as the file states it.
const std::map<QString, Formula>& formulas() {
    static const std::map<QString, Formula> all{
        {"4 x weights",
         [](const Inputs& in) {
             constexpr double MiB = 1024.0 * 1024.0;
             return exact(training_state_bytes(std::llround(in.real("fp32_MiB") * MiB)));
         }},
        {"sbh(34+5as/h)", [](const Inputs& in) { return exact(transformer_layer_bytes(activations(in))); }},
        {"5 a s^2 b", [](const Inputs& in) { return exact(attention_cells_bytes(activations(in))); }},
        {"34 = 5 s/dk -> s = 6.8 dk", [](const Inputs& in) { return cells_break_even(in.real("dk")); }},
        {"5 a s / h", [](const Inputs& in) { return cells_ratio(activations(in)); }},
        {"80/(80+34): share of 5as^2b in activations",
         [](const Inputs& in) { return 100.0 * cells_share(activations(in)); }},
        {"2 s h e", [](const Inputs& in) { return exact(rows_bytes(in["boundaries"], in["s"], in["h"], in["e"])); }},
        {"b i 4", [](const Inputs& in) { return exact(rows_bytes(1, in["b"], in["i"], 4)); }},
        {"3L(8nd^2 + 4n^2d + 3hn^2 + 4 n d ffw)", chinchilla},
        {"24h^2 = 4 s h -> s = 6 h", [](const Inputs& in) { return exact(products_break_even(in["h"])); }},
        {"L h dk d = L d^2",
         [](const Inputs& in) { return exact(projection_parameters(in["L"], in["h"], in["dk"], in["d"])); }},
        {"L 4 d^2", [](const Inputs& in) { return exact(feed_forward_parameters(in["L"], in["d"], 4 * in["d"])); }},
        {"4d^2+4d  (head count does not enter)", module_parameters},
        {"8 n d^2 + 4 n^2 d", [](const Inputs& in) { return exact(attention_flops(in["n"], in["d_model"])); }},
        {"2 n 3 d^2 (one layer, B=1)", [](const Inputs& in) { return exact(qkv_flops(in["n"], in["d_model"])); }},
        {"2 n^2 d  (no h)", [](const Inputs& in) { return exact(scores_flops(in["n"], in["d_model"])); }},
        {"2 h n^2 dk = 2 n^2 d", [](const Inputs& in) { return exact(reduce_flops(in["n"], in["d_model"])); }},
        {"L(24nd^2+4n^2d)+2ndV", [](const Inputs& in) { return exact(transformer_forward_flops(nano_gpt(in))); }},
        {"3 x forward", [](const Inputs& in) { return exact(transformer_forward_flops(nano_gpt(in)) * 3); }},
        {"(6N + 12 L H Q T) T, N without position embedding",
         [](const Inputs& in) { return exact(palm_training_flops(nano_gpt(in), nano_gpt_parameters(in, false))); }},
        {"L(12d^2+2d) + nd + Vd + d", [](const Inputs& in) { return exact(nano_gpt_parameters(in, true)); }},
        {"L(12d^2+13d)+2d+dV (biases, no embeddings added)", gpt2_parameters},
        {"2 L h_kv dk e per token", kv_bytes},
        {"2 L h_kv dk e per token x n", kv_bytes},
        {"2*2*32*32*128*10000", kv_bytes},
        {"2 L d e", [](const Inputs& in) { return exact(kv_elements_per_token(in["L"], 1, in["d"]) * in["e"]); }},
        {"2 h dk L", [](const Inputs& in) { return exact(kv_elements_per_token(in["L"], 1, in["hdk"])); }},
        {"2 h dk L elements",
         [](const Inputs& in) { return exact(kv_elements_per_token(in["L"], in["h"], in["dk"])); }},
        {"MLA: L (d_c + d_r) e  (no h)",
         [](const Inputs& in) { return exact(latent_elements_per_token(in["L"], in["d_c"], in["d_r"]) * in["e"]); }},
        {"(d_c+d_r) L",
         [](const Inputs& in) { return exact(latent_elements_per_token(in["L"], in["d_c"], in["d_r"])); }},
        // User reports.
        {"scores B h n^2 e",
         [](const Inputs& in) { return exact(cells_bytes(in["B"], in["h"], in["n"], in["n"], in["e"])); }},
        {"scores h n_q n_kv e",
         [](const Inputs& in) { return exact(cells_bytes(1, in["h"], in["n_q"], in["n_kv"], in["e"])); }},
        {"softmax output B h n^2 e",
         [](const Inputs& in) { return exact(cells_bytes(in["B"], in["h"], in["n"], in["n"], in["e"])); }},
        {"n^2 e", [](const Inputs& in) { return exact(cells_bytes(in["B"], in["h"], in["n"], in["n"], in["e"])); }},
        {"softmax of scores in fp32 under autocast: B h n^2 4",
         [](const Inputs& in) { return exact(cells_bytes(in["B"], in["h"], in["n"], in["n"], in["e"])); }},
        {"scores (B h) n^2 e, n=(1536/16)(2688/16)",
         [](const Inputs& in) { return exact(cells_bytes(1, in["B_times_h"], in["n"], in["n"], in["e"])); }},
        {"MLA cache L (d_c+d_r) n e",
         [](const Inputs& in) {
             constexpr StorageFormat q8_0{34, 32};
             return exact(stored_bytes(latent_elements_per_token(in["L"], in["d_c"], in["d_r"]), in["n"], q8_0));
         }},
        {"h (dk+dv) n e  (here dk is fixed, so it IS proportional to h)",
         [](const Inputs& in) { return exact(rows_bytes(in["h"], in["n"], in["dk_plus_dv"], in["e"])); }},
        {"2 L d e n",
         [](const Inputs& in) {
             return exact(stored_bytes(kv_elements_per_token(in["L"], 1, in["d"]), in["n"], {in["e"], 1}));
         }},
        {"context B n d e",
         [](const Inputs& in) { return exact(rows_bytes(in["B"], in["n"], in["d_model"], in["e"])); }},
        {"K only: L (h_kv/tp) dk e n",
         [](const Inputs& in) {
             const Checked keys = key_elements_per_token(in["L"], in["h_kv_per_gpu"], in["dk"]);
             return exact(stored_bytes(keys, in["n"], {in["e"], 1}));
         }},
        {"2 L h_kv dk e n", kv_bytes},
    };
    return all;
}

/// What a printed unit stands for. Calculators of KV caches print GB and mean 1024^3: so does the file's own value.
double unit(const QString& text, const QString& topic) {
    static const std::map<QString, double> units{
        {"GiB (printed GB)", 0x1p30},
        {"GiB", 0x1p30},
        {"MiB", 0x1p20},
        {"KiB/token", 0x1p10},
        {"GB (1e9)", 1e9},
        {"GB (1e9, ≈)", 1e9},
        {"GB (\"≈200\")", 1e9},
        {"kB/token", 1e3},
        {"K elements/token", 1e3},
        {"M params", 1e6},
    };
    if (text == "GB") {
        return topic == "kv" ? 0x1p30 : 1e9;
    }
    const auto found = units.find(text);
    return found == units.end() ? 1.0 : found->second;
}

/// Half a unit in the last place that is printed; of a "≈" the first digit is meant.
double half_of_last_place(double printed, bool about) {
    const int decimals =
        about ? -static_cast<int>(std::floor(std::log10(printed)))
              : static_cast<int>(QString::number(printed, 'g', QLocale::FloatingPointShortest).section(u'.', 1).size());
    return 0.5 * std::pow(10.0, -decimals);
}

QJsonArray entries(const char* list) {
    return testing::memory_data("published.json")[QLatin1String(list)].toArray();
}

void add_rows(const char* list) {
    QTest::addColumn<QJsonObject>("entry");
    for (const QJsonValue& entry : entries(list)) {
        QTest::newRow(qPrintable(entry.toObject()["id"].toString())) << entry.toObject();
    }
}

bool is_near(double a, double b, double tolerance) {
    return std::abs(a - b) <= tolerance * (1.0 + 1e-9); // 15.625 printed as 15.62 is just at the edge
}

} // namespace

class PublishedTest : public QObject {
    Q_OBJECT

private slots:
    void all_are_here() {
        QCOMPARE(entries("examples").size(), 44);
        QCOMPARE(entries("user_reports").size(), 12);
    }

    void examples_data() { add_rows("examples"); }
    void examples() {
        QFETCH(QJsonObject, entry);
        const auto formula = formulas().find(entry["formula"].toString());
        QVERIFY2(formula != formulas().end(), qPrintable(entry["formula"].toString()));
        const QString printed_unit = entry["unit"].toString();
        const double value =
            formula->second(Inputs(entry["inputs"].toObject())) / unit(printed_unit, entry["topic"].toString());
        const double computed = entry["computed"].toDouble();
        QVERIFY2(is_near(value, computed, 1e-15 * computed + (computed == std::floor(computed) ? 0.0 : 1e-8)),
                 qPrintable(QString::number(value, 'g', 17)));
        const double printed = entry["published"].toDouble();
        const double tolerance = half_of_last_place(printed, printed_unit.contains(u'≈'));
        QCOMPARE(is_near(value, printed, tolerance), entry["match"].toBool());
    }

    void user_reports_data() { add_rows("user_reports"); }
    void user_reports() {
        QFETCH(QJsonObject, entry);
        const auto formula = formulas().find(entry["explaining_term"].toString());
        QVERIFY2(formula != formulas().end(), qPrintable(entry["explaining_term"].toString()));
        const double bytes = formula->second(Inputs(entry["inputs"].toObject()));
        QCOMPARE(static_cast<Index>(bytes), entry["bytes"].toInteger());
        const double reported = entry["reported"].toDouble();
        QVERIFY(is_near(bytes / unit(entry["unit"].toString(), "user report"), reported,
                        half_of_last_place(reported, false)));
    }
};

QTEST_GUILESS_MAIN(PublishedTest)
#include "published_test.moc"
