#include "app/output_folder.h"

#include <QtTest>

#include "app/attend_files.h"

using namespace headscope;
using namespace headscope::ui;

class OutputFolderTest : public QObject {
    Q_OBJECT

private slots:
    void a_file_that_the_disk_has_no_room_for_is_refused_with_both_sizes() {
        QTemporaryDir folder;
        Result<OutputFolder> out = OutputFolder::open(folder.path().toStdString());
        QVERIFY(out.has_value());
        QVERIFY(out->checkRoom("a.npy", 1).has_value());
        constexpr Index size = Index{1} << 60; // larger than any disk
        const Error error = out->checkRoom("a.npy", size).error();
        QCOMPARE(error.code, ErrorCode::disk_too_small);
        QVERIFY(error.arguments[0] == ErrorArgument(folder.filePath("a.npy").toStdString()));
        QVERIFY(error.arguments[1] == ErrorArgument(size));
        const Index free = std::get<std::int64_t>(error.arguments[2]);
        QVERIFY(free > 0 && free < size);
    }

    void stopped_nothing_is_left() {
        QTemporaryDir folder;
        std::stop_source stop;
        stop.request_stop();
        {
            Result<OutputFolder> out = OutputFolder::open(folder.filePath("new").toStdString());
            QVERIFY(out->stage("a.npy", "a", stop.get_token()) == fail(ErrorCode::cancelled));
        }
        QCOMPARE(entries(folder), QStringList());
    }

    void a_file_from_a_gigabyte_on_is_told_with_its_size() {
        QCOMPARE(largeFileNote("a.npy", (Index{1} << 30) - 1), QString());
        QCOMPARE(largeFileNote("a.npy", Index{1} << 30), QStringLiteral("Writing a.npy, which takes 1 GiB."));
        QCOMPARE(largeFileNote("a.npy", Index{1} << 33), QStringLiteral("Writing a.npy, which takes 8 GiB."));
    }

private:
    static QStringList entries(const QTemporaryDir& folder) {
        return QDir(folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
    }
};

QTEST_GUILESS_MAIN(OutputFolderTest)
#include "output_folder_test.moc"
