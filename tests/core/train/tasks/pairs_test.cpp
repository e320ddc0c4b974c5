#include "core/train/tasks/pairs.h"

#include <algorithm>
#include <array>
#include <set>

#include "task_support.h"
#include "tests/core/io/io_support.h"

using namespace headscope;
using namespace headscope::test;

namespace {

constexpr auto training = Task::Stream::training;
constexpr auto validation = Task::Stream::validation;

/// "word0,0drow" and so on.
std::string lines(int count) {
    std::string text;
    for (int i = 0; i < count; ++i) {
        std::string word = "word" + std::to_string(i);
        text += word + ',';
        std::ranges::reverse(word);
        text += word + '\n';
    }
    return text;
}

PairsTask task_of(const std::string& bytes, std::uint64_t seed = 42) {
    const ScratchFolder folder;
    return PairsTask::read(folder.file("t.csv", bytes), seed).value();
}

/// "a b → x y ■" with what is asked in brackets.
QString picture(const PairsTask& task, const Batch& batch, Index b) {
    QStringList tokens;
    for (Index i = 0; i < batch.seq_len; ++i) {
        const std::int32_t target = batch.target(b, i)[0];
        tokens << QString::fromStdString(task.input_name(batch.input(b, i))) +
                      (target == Batch::none ? QString()
                                             : u'[' + QString::fromStdString(task.class_name(target)) + u']');
    }
    return tokens.join(u' ');
}

std::set<QString> pictures(const PairsTask& task, Task::Stream stream, Index size) {
    const Batch batch = task.make(stream, 0, size);
    std::set<QString> list;
    for (Index b = 0; b < size; ++b) {
        list.insert(picture(task, batch, b));
    }
    return list;
}

} // namespace

class PairsTest : public QObject {
    Q_OBJECT

private slots:
    void a_character_is_what_a_reader_sees() {
        // One pair ten times with a number: input "né你" and so on; é is written with a combining accent.
        std::string bytes = "input,target\n";
        for (int i = 0; i < 10; ++i) {
            bytes += "ne\u0301你" + std::to_string(i) + ",\"👍🏽,\"\n";
        }
        const PairsTask task = task_of(bytes);
        // n, é, 你, ten digits, the emoji and the comma; 4 + separator + 2, and the end is asked of the last.
        const TaskShape shape{16, 16, 1, 1, 7};
        QVERIFY(task.shape() == shape);
        const Batch batch = task.make(training, 0, 50);
        QVERIFY(keeps(batch, shape, 50));
        const QString seen = picture(task, batch, 0);
        QCOMPARE(seen.left(5), QStringLiteral("n e\u0301 你").left(5));
        QVERIFY(seen.endsWith(QStringLiteral(" →[👍🏽] 👍🏽[,] ,[■]")));
        QVERIFY(!task.loss_floor());
    }

    void shorter_pairs_end_earlier() {
        const PairsTask task = task_of(lines(11)); // word10 is the longest
        QCOMPARE(task.shape().seq_len, Index{13});
        const std::set<QString> all = pictures(task, training, 500);
        QVERIFY(all.contains("w o r d 3 →[3] 3[d] d[r] r[o] o[w] w[■]  ") ||
                pictures(task, validation, 1).contains("w o r d 3 →[3] 3[d] d[r] r[o] o[w] w[■]  "));
    }

    void a_tenth_is_held_out_and_never_trained() {
        const PairsTask task = task_of(lines(35));
        QCOMPARE(task.held_out(), Index{3});
        const std::set<QString> held_out = pictures(task, validation, 3);
        QCOMPARE(held_out.size(), std::size_t{3});
        QCOMPARE(pictures(task, validation, 10), held_out); // in turn
        const std::set<QString> trained = pictures(task, training, 2000);
        QCOMPARE(trained.size(), std::size_t{32});
        for (const QString& pair : held_out) {
            QVERIFY(!trained.contains(pair));
        }
        QVERIFY(pictures(task_of(lines(35), 43), validation, 3) != held_out);
    }

    void order_twins_and_a_heading_change_nothing() {
        const std::string bytes = lines(20);
        const std::set<QString> held_out = pictures(task_of(bytes), validation, 2);
        std::string backwards;
        for (int i = 19; i >= 0; --i) {
            std::string word = "word" + std::to_string(i);
            backwards += '"' + word + "\",";
            std::ranges::reverse(word);
            backwards += word + "\r\n";
        }
        const PairsTask other = task_of("input,target\r\n" + backwards + bytes);
        QCOMPARE(other.held_out(), Index{2});
        QCOMPARE(pictures(other, validation, 2), held_out);
    }

    void errors() {
        const ScratchFolder folder;
        const std::string path = folder.path("t.csv");
        const auto read = [&](const std::string& bytes) { return PairsTask::read(folder.file("t.csv", bytes), 42); };
        const std::string nowhere = folder.path("nowhere.csv");
        COMPARE_ERROR(PairsTask::read(nowhere, 42), ErrorCode::file_not_found, nowhere);
        COMPARE_ERROR(read(""), ErrorCode::csv_too_few_rows, path, 0, 10);
        COMPARE_ERROR(read(lines(9) + lines(9)), ErrorCode::csv_too_few_rows, path, 9, 10);
        COMPARE_ERROR(read(lines(10) + "\na,b,c\n"), ErrorCode::csv_wrong_columns, path, 12, 3, 2);
        COMPARE_ERROR(read("a;b\n"), ErrorCode::csv_wrong_columns, path, 1, 1, 2);
        COMPARE_ERROR(read("a,b\n,b\n"), ErrorCode::csv_empty_field, path, 2, "input");
        COMPARE_ERROR(read("a,b\na,\"\"\n"), ErrorCode::csv_empty_field, path, 2, "target");
        COMPARE_ERROR(read("a,b\na,\"b\n"), ErrorCode::csv_bad_quotes, path, 2);
        COMPARE_ERROR(read("a,\xC0\n"), ErrorCode::text_invalid_utf8, path, 2);
        COMPARE_ERROR(read("a,b\n" + std::string(300, 'x') + ',' + std::string(213, 'y')), ErrorCode::csv_too_long,
                      path, 2, 513, 512);
        QVERIFY(read(lines(10) + std::string(300, 'x') + ',' + std::string(212, 'y')));
        std::string many;
        for (int i = 0; i < 4097; ++i) {
            const int code = 0x4E00 + i; // Chinese characters, three bytes each
            const std::string character{static_cast<char>(0xE0 | code >> 12),
                                        static_cast<char>(0x80 | (code >> 6 & 63)),
                                        static_cast<char>(0x80 | (code & 63))};
            many += character + ',' + character + '\n';
        }
        COMPARE_ERROR(read(many), ErrorCode::csv_too_many_symbols, path, 4097, 4096);
    }
};

QTEST_GUILESS_MAIN(PairsTest)
#include "pairs_test.moc"
