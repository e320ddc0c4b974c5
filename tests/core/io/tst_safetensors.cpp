#include "core/io/safetensors.h"

#include <cmath>
#include <limits>

#include "io_support.h"

using namespace headscope;

namespace {

/// Header length, header, data.
std::string file_of(const std::string& header, const std::string& data) {
    std::string file;
    for (int shift = 0; shift < 64; shift += 8) {
        file += static_cast<char>(header.size() >> shift & 0xff);
    }
    return file + header + data;
}

struct Entry {
    std::string name;
    std::string dtype = "F32";
    std::string shape;
    std::string data;

    std::string json(std::size_t begin) const {
        // No raw strings before the test class: Qt 6.4's moc would not find it.
        return "\"" + name + "\":{\"dtype\":\"" + dtype + "\",\"shape\":" + shape + ",\"data_offsets\":[" +
               std::to_string(begin) + "," + std::to_string(begin + data.size()) + "]}";
    }
};

std::string file_of(const std::vector<Entry>& entries) {
    std::string header;
    std::string data;
    for (const Entry& entry : entries) {
        header += (header.empty() ? "{" : ",") + entry.json(data.size());
        data += entry.data;
    }
    return file_of(header + "}", data);
}

/// The article's eight tensors at d_model 2, all values 0.
std::vector<Entry> article_entries() {
    std::vector<Entry> entries;
    for (const char* name : {"W_q", "W_k", "W_v", "W_o"}) {
        entries.push_back({std::string(name) + ".weight", "F32", "[2,2]", std::string(16, '\0')});
        entries.push_back({std::string(name) + ".bias", "F32", "[2]", std::string(8, '\0')});
    }
    return entries;
}

constexpr std::size_t data_size = 4 * (16 + 8);

/// Changes one tensor of a good file.
std::string file_with(const Entry& changed) {
    std::vector<Entry> entries = article_entries();
    std::ranges::replace_if(
        entries, [&](const Entry& entry) { return entry.name == changed.name; }, changed);
    return file_of(entries);
}

/// A good file's header with one piece of text replaced.
std::string file_with(const std::string& text, const std::string& replacement) {
    const std::string good = file_of(article_entries());
    std::string header = good.substr(8, good.size() - 8 - data_size);
    const std::size_t place = header.find(text);
    return place == std::string::npos
               ? std::string()
               : file_of(header.replace(place, text.size(), replacement), std::string(data_size, '\0'));
}

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

    void header_lengths_that_do_not_fit_are_refused() {
        const ScratchFolder folder;
        const std::string good = file_of(article_entries());
        const auto header_bytes = static_cast<Index>(good.size() - 8 - data_size);
        const auto announcing = [&](std::uint64_t length) {
            std::string bytes = good;
            std::memcpy(bytes.data(), &length, sizeof length);
            return folder.file("w.safetensors", bytes);
        };
        const auto there = static_cast<Index>(good.size()) - 8;
        for (const Index length : {Index{0}, there + 1, Index{1} << 40, Index{1} << 62}) {
            const std::string path = announcing(static_cast<std::uint64_t>(length));
            COMPARE_ERROR(read_parameters(path), ErrorCode::safetensors_header_length, path, length, there);
        }
        const std::string largest = announcing(std::numeric_limits<std::uint64_t>::max());
        COMPARE_ERROR(read_parameters(largest), ErrorCode::safetensors_header_length, largest, Index{1} << 62, there);
        for (const Index length : {Index{1}, header_bytes - 1, header_bytes + 1, there}) {
            const std::string path = announcing(static_cast<std::uint64_t>(length));
            COMPARE_ERROR(read_parameters(path), ErrorCode::safetensors_bad_header, path);
        }
        for (const std::size_t size : {0, 7}) {
            const std::string path = folder.file("short", good.substr(0, size));
            COMPARE_ERROR(read_parameters(path), ErrorCode::safetensors_too_short, path, static_cast<Index>(size));
        }
    }

    void a_header_longer_than_the_format_allows_is_refused_unread() {
        const ScratchFolder folder;
        const std::uint64_t length = 100'000'001;
        const std::string path =
            folder.file("w.safetensors", std::string(reinterpret_cast<const char*>(&length), sizeof length) + "{");
        QVERIFY(QFile::resize(QString::fromStdString(path), 100'000'100)); // a hole, not bytes on the disk
        COMPARE_ERROR(read_parameters(path), ErrorCode::safetensors_bad_header, path);
    }

    void a_header_length_off_by_a_padding_space_is_found() {
        // The JSON still reads well; every value would be shifted by a byte.
        const ScratchFolder folder;
        const std::string good = file_of(article_entries());
        std::string header = good.substr(8, good.size() - 8 - data_size);
        const std::string shorter = file_of(header, " " + std::string(data_size, '\0'));
        const std::string path = folder.file("w.safetensors", shorter);
        COMPARE_ERROR(read_parameters(path), ErrorCode::safetensors_bad_offsets, path, "W_o.bias", 88, 96, 97);
    }

    void bad_headers_are_refused_data() {
        QTest::addColumn<QByteArray>("header");
        const auto row = [](const char* name, const std::string& header) {
            QTest::newRow(name) << QByteArray::fromStdString(header);
        };
        const std::string shape = R"("shape":[2,2])";
        const std::string offsets = R"("data_offsets":[0,16])";
        const std::string dtype = R"("dtype":"F32")";
        const auto tensor = [](const std::string& fields) { return R"({"a":{)" + fields + "}}"; };
        const auto with = [&](const std::string& field) {
            return tensor(dtype + "," + shape + "," + offsets + "," + field);
        };
        row("not JSON", "hello");
        row("an array", "[]");
        row("a number", "1");
        row("a string", R"("W_q.weight")");
        row("space first", " {}");
        row("byte order mark", "\xef\xbb\xbf{}");
        row("NUL and a rest", std::string("{}\0 rest", 8));
        row("two objects", "{}{}");
        row("open", "{");
        row("invalid UTF-8", "{\"\xff\":{}}");
        row("tensor is a number", R"({"a":1})");
        row("tensor is null", R"({"a":null})");
        row("tensor is an array", R"({"a":[]})");
        row("metadata is a string", R"({"__metadata__":"x"})");
        row("metadata holds a number", R"({"__metadata__":{"x":1}})");
        row("metadata holds an object", R"({"__metadata__":{"x":{}}})");
        row("no dtype", tensor(shape + "," + offsets));
        row("no shape", tensor(dtype + "," + offsets));
        row("no offsets", tensor(dtype + "," + shape));
        row("unknown field", with(R"("x":1)"));
        row("dtype twice", with(dtype));
        row("shape twice", with(shape));
        row("offsets twice", with(offsets));
        row("dtype is a number", tensor(R"("dtype":32,)" + shape + "," + offsets));
        row("dtype is an array", tensor(R"("dtype":["F32"],)" + shape + "," + offsets));
        row("shape is a number", tensor(dtype + R"(,"shape":4,)" + offsets));
        row("shape is a string", tensor(dtype + R"x(,"shape":"(2, 2)",)x" + offsets));
        row("shape is nested", tensor(dtype + R"(,"shape":[[2,2]],)" + offsets));
        row("shape is negative", tensor(dtype + R"(,"shape":[-2,-2],)" + offsets));
        row("shape is a fraction", tensor(dtype + R"(,"shape":[2.0,2],)" + offsets));
        row("shape holds true", tensor(dtype + R"(,"shape":[true,4],)" + offsets));
        row("shape overflows", tensor(dtype + R"(,"shape":[4294967296,4294967296],)" + offsets));
        row("shape passes 64 bits", tensor(dtype + R"(,"shape":[36893488147419103232],)" + offsets));
        row("shape hides behind a 0", tensor(dtype + R"(,"shape":[9223372036854775807,2,0],"data_offsets":[0,0])"));
        row("one offset", tensor(dtype + "," + shape + R"(,"data_offsets":[16])"));
        row("three offsets", tensor(dtype + "," + shape + R"(,"data_offsets":[0,8,16])"));
        row("offsets are strings", tensor(dtype + "," + shape + R"(,"data_offsets":["0","16"])"));
        row("offsets are fractions", tensor(dtype + "," + shape + R"(,"data_offsets":[0.5,16.5])"));
        row("offsets pass 64 bits", tensor(dtype + "," + shape + R"(,"data_offsets":[0,36893488147419103232])"));
        row("deep array", R"({"a":)" + std::string(1'000'000, '['));
        std::string deep;
        for (int i = 0; i < 100'000; ++i) {
            deep += R"({"a":)";
        }
        row("deep object", deep);
    }
    void bad_headers_are_refused() {
        QFETCH(QByteArray, header);
        const ScratchFolder folder;
        const std::string path = folder.file("w.safetensors", file_of(header.toStdString(), std::string(16, '\0')));
        COMPARE_ERROR(read_parameters(path), ErrorCode::safetensors_bad_header, path);
        COMPARE_ERROR(read_parameters_d_model(path), ErrorCode::safetensors_bad_header, path);
    }

    void offsets_outside_the_data_are_refused_data() {
        QTest::addColumn<QString>("offsets");
        QTest::addColumn<Index>("begin");
        QTest::addColumn<Index>("end");
        constexpr Index largest = std::numeric_limits<Index>::max();
        // The last tensor lies at 88 to 96.
        QTest::newRow("beyond") << "96,104" << Index{96} << Index{104};
        QTest::newRow("partly beyond") << "89,97" << Index{89} << Index{97};
        QTest::newRow("reversed") << "96,88" << Index{96} << Index{88};
        QTest::newRow("negative") << "-8,0" << Index{-8} << Index{0};
        QTest::newRow("wrap around") << "9223372036854775807,9223372036854775815" << largest << largest;
        QTest::newRow("largest of 64 bits") << "18446744073709551615,7" << largest << Index{7};
        QTest::newRow("gap before") << "89,96" << Index{89} << Index{96};
    }
    void offsets_outside_the_data_are_refused() {
        QFETCH(QString, offsets);
        QFETCH(Index, begin);
        QFETCH(Index, end);
        const ScratchFolder folder;
        // A type of unknown size: its length is not checked before the gap is.
        const std::string bytes = offsets == QStringLiteral("89,96")
                                      ? file_with(R"("dtype":"F32","shape":[2],"data_offsets":[88,96])",
                                                  R"("dtype":"NEW","shape":[2],"data_offsets":[89,96])")
                                      : file_with("[88,96]", "[" + offsets.toStdString() + "]");
        const std::string path = folder.file("w.safetensors", bytes);
        COMPARE_ERROR(read_parameters(path), ErrorCode::safetensors_bad_offsets, path, "W_o.bias", begin, end, 96);
    }

    void lengths_that_do_not_fit_shape_and_type_are_refused() {
        const ScratchFolder folder;
        const std::string shorter = folder.file("a", file_with({"W_k.weight", "F32", "[2,2]", std::string(15, '\0')}));
        COMPARE_ERROR(read_parameters(shorter), ErrorCode::safetensors_wrong_length, shorter, "W_k.weight", 15, 16);
        const std::string longer = folder.file("b", file_with({"W_k.weight", "F64", "[2,2]", std::string(40, '\0')}));
        COMPARE_ERROR(read_parameters(longer), ErrorCode::safetensors_wrong_length, longer, "W_k.weight", 40, 32);
        const std::string other =
            folder.file("c", file_with("W_o.bias\":{\"dtype\":\"F32\"", "W_o.bias\":{\"dtype\":\"I64\""));
        COMPARE_ERROR(read_parameters(other), ErrorCode::safetensors_wrong_length, other, "W_o.bias", 8, 16);
    }

    void overlapping_tensors_are_refused() {
        const ScratchFolder folder;
        const std::string same = folder.file("a", file_with("[88,96]", "[16,24]"));
        COMPARE_ERROR(read_parameters(same), ErrorCode::safetensors_overlap, same, "W_q.bias", "W_o.bias");
        const std::string partly = folder.file("b", file_with("[88,96]", "[84,92]"));
        COMPARE_ERROR(read_parameters(partly), ErrorCode::safetensors_overlap, partly, "W_o.bias", "W_o.weight");
    }

    void names_that_come_twice_are_refused() {
        const ScratchFolder folder;
        const std::string tensor = folder.file("a", file_with("W_o.bias", "W_q.bias"));
        COMPARE_ERROR(read_parameters(tensor), ErrorCode::safetensors_duplicate, tensor, "W_q.bias");
        const std::string escaped = folder.file("b", file_with("W_o.bias", "W_\\u0071.bias"));
        COMPARE_ERROR(read_parameters(escaped), ErrorCode::safetensors_duplicate, escaped, "W_q.bias");
        const std::string metadata =
            folder.file("c", file_with("{\"W_q.weight", "{\"__metadata__\":{},\"__metadata__\":{},\"W_q.weight"));
        COMPARE_ERROR(read_parameters(metadata), ErrorCode::safetensors_duplicate, metadata, "__metadata__");
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
#include "tst_safetensors.moc"
