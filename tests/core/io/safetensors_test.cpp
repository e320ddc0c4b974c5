#include "core/io/safetensors.h"

#include <cmath>
#include <limits>

#include "io_support.h"
#include "safetensors_support.h"

using namespace headscope;

namespace {

template <typename Number>
std::string raw(std::initializer_list<Number> numbers) {
    return std::string(reinterpret_cast<const char*>(numbers.begin()), numbers.size() * sizeof(Number));
}

} // namespace

class SafetensorsTest : public QObject {
    Q_OBJECT

private slots:
    void the_reference_parameters_are_read() {
        const std::string path = data_file("attention/self_h4/w.safetensors");
        const auto parameters = read_parameters(path).value();
        QCOMPARE(parameters->d_model(), Index{16});
        QCOMPARE(read_parameters_d_model(path).value(), Index{16});
        const auto check = [](const Linear& linear, float first, float last, float first_bias, float last_bias) {
            return linear.weight.rows() == 16 && linear.weight.cols() == 16 && linear.bias.size() == 16 &&
                   linear.weight(0, 0) == first && linear.weight(15, 15) == last && linear.bias(0) == first_bias &&
                   linear.bias(15) == last_bias;
        };
        QVERIFY(check(parameters->W_q, 0x1.ab9506p-3F, -0x1.ef605p-4F, 0x1.8856p-3F, 0x1.d98c2ep-4F));
        QVERIFY(check(parameters->W_k, 0x1.fb90e6p-3F, -0x1.9c754ep-3F, 0x1.6793d4p-4F, -0x1.fae588p-3F));
        QVERIFY(check(parameters->W_v, 0x1.638ba4p-4F, -0x1.3f62c4p-5F, 0x1.f6707ap-7F, -0x1.3835ap-3F));
        QVERIFY(check(parameters->W_o, -0x1.e1432ep-3F, -0x1.6c39eap-3F, -0x1.13fa62p-5F, -0x1.f773d2p-4F));
        QCOMPARE(read_parameters_d_model(data_file("attention/cross/w.safetensors")).value(), Index{24});
        QCOMPARE(read_parameters_d_model(data_file("attention/causal/w.safetensors")).value(), Index{32});
    }

    void what_is_written_is_read_back_to_the_bit() {
        const ScratchFolder folder;
        for (const Index d_model : {1, 3, 8}) {
            Parameters written;
            float value = 0.1F;
            for (Linear* linear : {&written.W_q, &written.W_k, &written.W_v, &written.W_o}) {
                linear->weight.resize(d_model, d_model);
                linear->bias.resize(d_model);
                for (Index i = 0; i < linear->weight.size(); ++i) {
                    linear->weight.data()[i] = value *= -1.37F;
                }
                linear->bias.setConstant(value *= 1e-5F);
            }
            const std::string path = folder.file("w.safetensors", safetensors_bytes(written));
            const auto parameters = read_parameters(path).value();
            QCOMPARE(parameters->d_model(), d_model);
            for (const auto member : {&Parameters::W_q, &Parameters::W_k, &Parameters::W_v, &Parameters::W_o}) {
                QVERIFY(((*parameters).*member).weight == (written.*member).weight);
                QVERIFY(((*parameters).*member).bias == (written.*member).bias);
            }
            // The same parameters give the same file, with data at a multiple of 8 bytes.
            QCOMPARE(safetensors_bytes(*parameters), bytes_of(path));
            const std::size_t data_bytes = static_cast<std::size_t>(4 * (d_model * d_model + d_model)) * sizeof(float);
            QCOMPARE((bytes_of(path).size() - data_bytes) % 8, std::size_t{0});
        }
    }

    void all_floating_types_are_read() {
        const ScratchFolder folder;
        const auto first_row = [&](const Entry& entry) {
            const auto parameters = read_parameters(folder.file("w.safetensors", file_with(entry))).value();
            const Matrix& w = parameters->W_v.weight;
            return std::vector<float>{w(0, 0), w(0, 1), w(1, 0), w(1, 1)};
        };
        QCOMPARE_EQ(first_row({"W_v.weight", "F32", "[2,2]", raw<float>({1, -2.5F, 0.1F, 4})}),
                    (std::vector<float>{1, -2.5F, 0.1F, 4}));
        QCOMPARE_EQ(first_row({"W_v.weight", "F64", "[2,2]", raw<double>({1, -2.5, 0.1, 4})}),
                    (std::vector<float>{1, -2.5F, 0.1F, 4}));
        QCOMPARE_EQ(first_row({"W_v.weight", "F16", "[2,2]", raw<std::uint16_t>({0x3c00, 0xc100, 0x0001, 0x7bff})}),
                    (std::vector<float>{1, -2.5F, 0x1p-24F, 65504}));
        QCOMPARE_EQ(first_row({"W_v.weight", "BF16", "[2,2]", raw<std::uint16_t>({0x3f80, 0xc020, 0x0001, 0x4080})}),
                    (std::vector<float>{1, -2.5F, 0x1p-133F, 4}));
    }

    void metadata_padding_order_and_other_tensors_do_not_matter() {
        const ScratchFolder folder;
        std::vector<Entry> entries = article_entries();
        std::ranges::reverse(entries);
        entries.push_back({"steps", "I64", "[]", std::string(8, '\0')});
        entries.push_back({"empty", "F32", "[0,7]", ""});
        entries.push_back({"\u8bcd", "F9_NEW", "[3]", "x"});
        const std::string good = file_of(entries);
        const std::size_t data_bytes = data_size + 8 + 1;
        std::string header = good.substr(8, good.size() - 8 - data_bytes);
        header.insert(1, R"("__metadata__":{"format":"pt","dtype":"{}"},)");
        header += "    ";
        const std::string path = folder.file("w.safetensors", file_of(header, good.substr(good.size() - data_bytes)));
        QCOMPARE(describe(read_parameters(path)), QStringLiteral("no error"));
    }

    void the_first_missing_tensor_is_named() {
        const ScratchFolder folder;
        const std::string none = folder.file("none", file_of("{}", ""));
        COMPARE_ERROR(read_parameters(none), ErrorCode::safetensors_missing, none, "W_q.weight");
        const std::vector<Entry> all = article_entries();
        for (const Entry& missing : all) {
            std::vector<Entry> rest = all;
            std::erase_if(rest, [&](const Entry& entry) { return entry.name == missing.name; });
            const std::string path = folder.file("w.safetensors", file_of(rest));
            COMPARE_ERROR(read_parameters(path), ErrorCode::safetensors_missing, path, missing.name);
            COMPARE_ERROR(read_parameters_d_model(path), ErrorCode::safetensors_missing, path, missing.name);
        }
        const std::string renamed = folder.file("w.safetensors", file_with("W_v.bias", "w_v.bias"));
        COMPARE_ERROR(read_parameters(renamed), ErrorCode::safetensors_missing, renamed, "W_v.bias");
    }

    void e9_wrong_shapes_name_both() {
        const ScratchFolder folder;
        const auto refused = [&](const std::string& name, const std::string& shape, std::size_t floats) {
            return read_parameters(
                folder.file("w.safetensors", file_with({name, "F32", shape, std::string(floats * 4, '\0')})));
        };
        const auto full = [&](const char* name) { return folder.path("w.safetensors") + ": " + name; };
        COMPARE_ERROR(refused("W_k.weight", "[2,3]", 6), ErrorCode::array_wrong_shape, full("W_k.weight"), "(2, 3)",
                      "(2, 2)");
        COMPARE_ERROR(refused("W_k.weight", "[4]", 4), ErrorCode::array_wrong_shape, full("W_k.weight"), "(4,)",
                      "(2, 2)");
        COMPARE_ERROR(refused("W_o.bias", "[3]", 3), ErrorCode::array_wrong_shape, full("W_o.bias"), "(3,)", "(2,)");
        COMPARE_ERROR(refused("W_o.bias", "[1,2]", 2), ErrorCode::array_wrong_shape, full("W_o.bias"), "(1, 2)",
                      "(2,)");
        COMPARE_ERROR(refused("W_q.weight", "[2,3]", 6), ErrorCode::array_wrong_shape, full("W_q.weight"), "(2, 3)",
                      "(d_model, d_model)");
        COMPARE_ERROR(refused("W_q.weight", "[4]", 4), ErrorCode::array_wrong_rank, full("W_q.weight"), "(4,)",
                      "(d_model, d_model)");
        COMPARE_ERROR(refused("W_q.weight", "[3,3]", 9), ErrorCode::array_wrong_shape, full("W_q.bias"), "(2,)",
                      "(3,)");
        COMPARE_ERROR(refused("W_q.weight", "[0,0]", 0), ErrorCode::d_model_out_of_range, 0, 1, 8192);
    }

    void a_d_model_beyond_the_largest_is_refused_from_the_header() {
        const ScratchFolder folder;
        const std::string header = R"({"W_q.weight":{"dtype":"NEW","shape":[8193,8193],"data_offsets":[0,0]}})";
        const std::string path = folder.file("w.safetensors", file_of(header, ""));
        COMPARE_ERROR(read_parameters(path), ErrorCode::d_model_out_of_range, 8193, 1, 8192);
    }

    void types_that_are_not_floating_are_refused_by_name() {
        const ScratchFolder folder;
        const auto path_with = [&](const std::string& dtype, std::size_t bytes) {
            return folder.file("w.safetensors", file_with({"W_v.bias", dtype, "[2]", std::string(bytes, '\0')}));
        };
        COMPARE_ERROR(read_parameters(path_with("I32", 8)), ErrorCode::safetensors_unsupported_type,
                      folder.path("w.safetensors"), "W_v.bias", "I32");
        COMPARE_ERROR(read_parameters(path_with("F8_E4M3", 2)), ErrorCode::safetensors_unsupported_type,
                      folder.path("w.safetensors"), "W_v.bias", "F8_E4M3");
        COMPARE_ERROR(read_parameters(path_with("\\u001b[31m", 3)), ErrorCode::safetensors_unsupported_type,
                      folder.path("w.safetensors"), "W_v.bias", "?[31m");
    }

    void values_that_are_not_finite_are_named() {
        const ScratchFolder folder;
        constexpr float nan = std::numeric_limits<float>::quiet_NaN();
        const std::string weight =
            folder.file("a", file_with({"W_o.weight", "F32", "[2,2]", raw<float>({1, 2, nan, 4})}));
        COMPARE_ERROR(read_parameters(weight), ErrorCode::array_not_finite, weight + ": W_o.weight", "nan", "(1, 0)");
        const std::string bias = folder.file("b", file_with({"W_k.bias", "F64", "[2]", raw<double>({1, -1e200})}));
        COMPARE_ERROR(read_parameters(bias), ErrorCode::array_not_finite, bias + ": W_k.bias", "-inf", "(1,)");
        const std::string half =
            folder.file("c", file_with({"W_k.bias", "F16", "[2]", raw<std::uint16_t>({0x7c00, 0})}));
        COMPARE_ERROR(read_parameters(half), ErrorCode::array_not_finite, half + ": W_k.bias", "inf", "(0,)");
        // The header alone is good.
        QCOMPARE(read_parameters_d_model(half).value(), Index{2});
    }

    void files_that_cannot_be_read_say_so() {
        const std::string absent = data_file("absent.safetensors");
        COMPARE_ERROR(read_parameters(absent), ErrorCode::file_not_found, absent);
        COMPARE_ERROR(read_parameters_d_model(absent), ErrorCode::file_not_found, absent);
        COMPARE_ERROR(read_parameters(data_file("npy")), ErrorCode::file_unreadable, data_file("npy"), EISDIR);
    }
};

QTEST_GUILESS_MAIN(SafetensorsTest)
#include "safetensors_test.moc"
