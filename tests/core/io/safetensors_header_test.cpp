#include <cstring>
#include <limits>

#include "core/io/safetensors.h"
#include "io_support.h"
#include "safetensors_support.h"

using namespace headscope;

class SafetensorsHeaderTest : public QObject {
    Q_OBJECT

private slots:
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
};

QTEST_GUILESS_MAIN(SafetensorsHeaderTest)
#include "safetensors_header_test.moc"
