#include <cstdint>
#include <functional>

#include "core/io/npy.h"
#include "core/io/safetensors.h"
#include "io_support.h"

using namespace headscope;

namespace {

/// Numbers that are the same on every machine: a linear congruence, Knuth's MMIX constants, high bits.
class Numbers {
public:
    std::uint64_t below(std::uint64_t limit) {
        state_ = state_ * 6364136223846793005U + 1442695040888963407U;
        return (state_ >> 33) % limit;
    }

private:
    std::uint64_t state_ = 42;
};

struct Reader {
    const char* name;
    const char* sample;
    std::function<QString(const std::string& path)> read; ///< "no error" or the error
};

const std::vector<Reader>& readers() {
    static const std::vector<Reader> all{
        {"npy", "npy/cube_fortran.npy", [](const std::string& path) { return describe(read_npy(path)); }},
        {"npy of the second version", "npy/table_version2.npy",
         [](const std::string& path) { return describe(read_npy(path)); }},
        {"npy input", "attention/cross/x.npy", [](const std::string& path) { return describe(read_npy_input(path)); }},
        {"npy mask", "npy/mask_tiny_f8.npy", [](const std::string& path) { return describe(read_npy_mask(path)); }},
        {"parameters", "attention/self_h4/w.safetensors",
         [](const std::string& path) { return describe(read_parameters(path)); }},
        {"d_model", "attention/self_h4/w.safetensors",
         [](const std::string& path) { return describe(read_parameters_d_model(path)); }},
    };
    return all;
}

void add_readers() {
    QTest::addColumn<int>("reader");
    for (std::size_t i = 0; i < readers().size(); ++i) {
        QTest::newRow(readers()[i].name) << static_cast<int>(i);
    }
}

} // namespace

/// A file that is damaged in place: writing it anew for every change would wait for the disk.
class DamagedFile {
public:
    explicit DamagedFile(const std::string& bytes)
        : path_(folder_.file("file", bytes))
        , file_(QString::fromStdString(path_)) {
        opened_ = file_.open(QIODevice::ReadWrite | QIODevice::Unbuffered);
    }

    const std::string& path() const { return path_; }
    bool opened() const { return opened_; }
    bool resize(std::size_t size) { return file_.resize(static_cast<qint64>(size)); }
    bool put(std::size_t place, char byte) { return file_.seek(static_cast<qint64>(place)) && file_.putChar(byte); }

private:
    ScratchFolder folder_;
    std::string path_;
    QFile file_;
    bool opened_ = false;
};

/// Damaged files give a value or an error, never a crash, an endless loop or (with the sanitizers) a stray access.
class HostileFilesTest : public QObject {
    Q_OBJECT

private slots:
    void every_beginning_of_a_file_is_refused_data() { add_readers(); }
    void every_beginning_of_a_file_is_refused() {
        QFETCH(int, reader);
        const auto& [name, sample, read] = readers()[static_cast<std::size_t>(reader)];
        const std::string good = bytes_of(data_file(sample));
        DamagedFile file(good);
        QVERIFY(file.opened());
        QCOMPARE(read(file.path()), QStringLiteral("no error"));
        for (std::size_t size = good.size(); size-- > 0;) {
            QVERIFY(file.resize(size));
            QVERIFY2(read(file.path()) != QStringLiteral("no error"), qPrintable(QString::number(size)));
        }
    }

    void a_byte_too_many_is_refused_data() { add_readers(); }
    void a_byte_too_many_is_refused() {
        QFETCH(int, reader);
        const auto& [name, sample, read] = readers()[static_cast<std::size_t>(reader)];
        const DamagedFile file(bytes_of(data_file(sample)) + '\0');
        QVERIFY(read(file.path()) != QStringLiteral("no error"));
    }

    void a_changed_byte_gives_a_value_or_an_error_data() { add_readers(); }
    void a_changed_byte_gives_a_value_or_an_error() {
        QFETCH(int, reader);
        const auto& [name, sample, read] = readers()[static_cast<std::size_t>(reader)];
        const std::string good = bytes_of(data_file(sample));
        DamagedFile file(good);
        QVERIFY(file.opened());
        Numbers numbers;
        int refused = 0;
        int accepted = 0;
        for (int i = 0; i < 3000; ++i) {
            // Most of them in the header, where there is something to misunderstand.
            const std::size_t header = std::min<std::size_t>(good.size(), 640);
            const std::size_t place = numbers.below(i % 4 == 0 ? good.size() : header);
            QVERIFY(file.put(place, static_cast<char>(numbers.below(256))));
            (read(file.path()) == QStringLiteral("no error") ? accepted : refused) += 1;
            QVERIFY(file.put(place, good[place]));
        }
        QCOMPARE(read(file.path()), QStringLiteral("no error"));
        QVERIFY(refused > 100);
        QVERIFY(accepted > 10);
    }
};

QTEST_GUILESS_MAIN(HostileFilesTest)
#include "hostile_files_test.moc"
