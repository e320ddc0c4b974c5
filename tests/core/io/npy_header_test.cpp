#include "core/io/npy.h"
#include "io_support.h"

using namespace headscope;

namespace {

std::string sample(const std::string& name) {
    return data_file("npy/" + name + ".npy");
}

/// A file of format `major`.0 with this dictionary, and as many zero bytes of data.
std::string npy_file(const std::string& dictionary, std::size_t data_bytes, char major = 1) {
    std::string file = std::string("\x93NUMPY") + major + '\0';
    const std::size_t length_bytes = major == 1 ? 2 : 4;
    for (std::size_t i = 0; i < length_bytes; ++i) {
        file += static_cast<char>(dictionary.size() >> (8 * i) & 0xff);
    }
    return file + dictionary + std::string(data_bytes, '\0');
}

} // namespace

class NpyHeaderTest : public QObject {
    Q_OBJECT

private slots:
    void other_types_are_refused_by_name() {
        COMPARE_ERROR(read_npy(sample("complex")), ErrorCode::npy_unsupported_type, sample("complex"), "<c8");
        COMPARE_ERROR(read_npy(sample("unicode")), ErrorCode::npy_unsupported_type, sample("unicode"), "<U2");
        COMPARE_ERROR(read_npy(sample("object")), ErrorCode::npy_unsupported_type, sample("object"), "|O");
        COMPARE_ERROR(read_npy(sample("structured")), ErrorCode::npy_unsupported_type, sample("structured"),
                      "[('a', '<f4'), ('b [x]', '<i4')]");
    }

    void header_variants_are_read_data() {
        QTest::addColumn<QString>("dictionary");
        QTest::addColumn<QString>("shape");
        const auto row = [](const char* name, const char* dictionary, const char* shape) {
            QTest::newRow(name) << QString(dictionary) << QString(shape);
        };
        row("other order", "{'shape': (2, 1), 'fortran_order': False, 'descr': '<f4'}", "(2, 1)");
        row("double quotes", R"({"descr": "<f4", "fortran_order": True, "shape": (2,), })", "(2,)");
        row("no space", "{'descr':'<f4','fortran_order':False,'shape':(2,1)}", "(2, 1)");
        row("much space", " { 'descr' : '<f4' , 'fortran_order' :\tFalse , 'shape' : ( 1 , 2 , ) , } \n  ", "(1, 2)");
        row("native order", "{'descr': '=f4', 'fortran_order': False, 'shape': (2,)}", "(2,)");
        row("no order", "{'descr': 'f4', 'fortran_order': False, 'shape': (2,)}", "(2,)");
        row("bar", "{'descr': '|u8', 'fortran_order': False, 'shape': (1, 1)}", "(1, 1)");
        row("Python 2", "{'descr': '<f4', 'fortran_order': False, 'shape': (1L, 2L)}", "(1, 2)");
        row("rank 0", "{'descr': '<f8', 'fortran_order': False, 'shape': ()}", "(1,)");
    }
    void header_variants_are_read() {
        QFETCH(QString, dictionary);
        QFETCH(QString, shape);
        const ScratchFolder folder;
        for (const char major : {'\1', '\2', '\3'}) {
            const Result<Tensor> array = read_npy(folder.file("x.npy", npy_file(dictionary.toStdString(), 8, major)));
            QCOMPARE(describe(array), QStringLiteral("no error"));
            QCOMPARE(QString::fromStdString(shape_text(array->shape())), shape);
        }
    }

    void bad_headers_are_refused_data() {
        QTest::addColumn<QString>("dictionary");
        const auto row = [](const char* name, const char* dictionary) { QTest::newRow(name) << QString(dictionary); };
        row("nothing", "");
        row("not a dictionary", "['descr', '<f4']");
        row("no descr", "{'fortran_order': False, 'shape': (2,)}");
        row("no order", "{'descr': '<f4', 'shape': (2,)}");
        row("no shape", "{'descr': '<f4', 'fortran_order': False}");
        row("unknown key", "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), 'x': (2,)}");
        row("key twice", "{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (2,)}");
        row("open end", "{'descr': '<f4', 'fortran_order': False, 'shape': (2,)");
        row("open string", "{'descr': '<f4, 'fortran_order': False, 'shape': (2,)}");
        row("rest", "{'descr': '<f4', 'fortran_order': False, 'shape': (2,)} x");
        row("no comma", "{'descr': '<f4' 'fortran_order': False, 'shape': (2,)}");
        row("order as a number", "{'descr': '<f4', 'fortran_order': 0, 'shape': (2,)}");
        row("order as a longer word", "{'descr': '<f4', 'fortran_order': Falsehood, 'shape': (2,)}");
        row("shape as a number", "{'descr': '<f4', 'fortran_order': False, 'shape': (2)}");
        row("shape as a list", "{'descr': '<f4', 'fortran_order': False, 'shape': [2]}");
        row("shape without commas", "{'descr': '<f4', 'fortran_order': False, 'shape': (1 2)}");
        row("comma alone", "{'descr': '<f4', 'fortran_order': False, 'shape': (,)}");
        row("negative", "{'descr': '<f4', 'fortran_order': False, 'shape': (-2,)}");
        row("both negative", "{'descr': '<f4', 'fortran_order': False, 'shape': (-1, -2)}");
        row("fraction", "{'descr': '<f4', 'fortran_order': False, 'shape': (2.0,)}");
        row("number overflow", "{'descr': '<f4', 'fortran_order': False, 'shape': (9223372036854775808,)}");
        row("product overflow", "{'descr': '<f4', 'fortran_order': False, 'shape': (4294967296, 4294967296)}");
        row("wraps to 8 bytes", "{'descr': '<f4', 'fortran_order': False, 'shape': (4611686018427387906, 1)}");
        row("hides behind a 0", "{'descr': '<f4', 'fortran_order': False, 'shape': (4611686018427387904, 8, 0)}");
        row("open list", "{'descr': [('a', '<f4'), 'fortran_order': False, 'shape': (2,)}");
        row("no list", "{'descr': ), 'fortran_order': False, 'shape': (2,)}");
    }
    void bad_headers_are_refused() {
        QFETCH(QString, dictionary);
        const ScratchFolder folder;
        const std::string path = folder.file("x.npy", npy_file(dictionary.toStdString(), 8));
        COMPARE_ERROR(read_npy(path), ErrorCode::npy_bad_header, path);
    }

    void bad_types_are_refused_data() {
        QTest::addColumn<QString>("descr");
        for (const char* descr : {"", "<", "<f", "<f1", "<f3", "<f16", "<i3", "<u16", "|b2", "<c8", "f44", "<<f4", "x4",
                                  "|V8", "<M8[ns]", ">S4", "float32"}) {
            QTest::newRow(descr) << QString(descr);
        }
    }
    void bad_types_are_refused() {
        QFETCH(QString, descr);
        const ScratchFolder folder;
        const std::string dictionary =
            "{'descr': '" + descr.toStdString() + "', 'fortran_order': False, 'shape': (2,)}";
        const std::string path = folder.file("x.npy", npy_file(dictionary, 8));
        COMPARE_ERROR(read_npy(path), ErrorCode::npy_unsupported_type, path, descr.toStdString());
    }

    void a_hostile_type_stays_one_short_line() {
        const ScratchFolder folder;
        const std::string dictionary =
            "{'descr': '\x1b[31m\n" + std::string(500, 'x') + "', 'fortran_order': False, 'shape': (2,)}";
        const std::string path = folder.file("x.npy", npy_file(dictionary, 8));
        COMPARE_ERROR(read_npy(path), ErrorCode::npy_unsupported_type, path, "?[31m?" + std::string(74, 'x') + "...");
    }

    void lengths_that_do_not_fit_name_both() {
        const ScratchFolder folder;
        const std::string good = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3)}";
        for (const std::size_t there : {0, 23, 25, 48}) {
            const std::string path = folder.file("x.npy", npy_file(good, there));
            COMPARE_ERROR(read_npy(path), ErrorCode::npy_wrong_length, path, 24, static_cast<Index>(there));
        }
        // 2^60 bytes asked for: refused before they are allocated.
        const std::string huge = "{'descr': '|u1', 'fortran_order': False, 'shape': (1152921504606846976,)}";
        const std::string path = folder.file("x.npy", npy_file(huge, 24));
        COMPARE_ERROR(read_npy(path), ErrorCode::npy_wrong_length, path, Index{1} << 60, 24);
    }

    void starts_that_do_not_fit_are_refused() {
        const ScratchFolder folder;
        const std::string magic = "\x93NUMPY";
        for (const std::string& bytes : {std::string(), std::string("\x93NUMP"), std::string("PK\x03\x04zip archive"),
                                         std::string("0.5,0.25\n1,2\n")}) {
            const std::string path = folder.file("x.npy", bytes);
            COMPARE_ERROR(read_npy(path), ErrorCode::npy_not_npy, path);
        }
        const std::string unknown_version = npy_file("{'descr': '<f4', 'fortran_order': False, 'shape': (2,)}", 8, 4);
        std::string minor_version = npy_file("{'descr': '<f4', 'fortran_order': False, 'shape': (2,)}", 8);
        minor_version[7] = 1;
        for (const std::string& bytes :
             {magic, magic + '\1', magic + std::string("\1\0\x10", 3), magic + std::string("\1\0\xff\xff{'descr'", 12),
              magic + std::string("\2\0\xff\xff\xff\xff{'descr'", 14), unknown_version, minor_version}) {
            const std::string path = folder.file("x.npy", bytes);
            COMPARE_ERROR(read_npy(path), ErrorCode::npy_bad_header, path);
        }
    }
};

QTEST_GUILESS_MAIN(NpyHeaderTest)
#include "npy_header_test.moc"
