#include "core/io/file.h"

#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io_support.h"

using namespace headscope;

namespace {

mode_t permissions(const std::string& path) {
    struct stat status = {};
    return ::stat(path.c_str(), &status) == 0 ? status.st_mode & 07777 : 0;
}

/// No file of this process can grow beyond `bytes` while this lives, as on a full disk.
class FileSizeLimit {
public:
    explicit FileSizeLimit(rlim_t bytes)
        : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
        ::getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit limit{bytes, before_.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FileSizeLimit() {
        ::setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, handler_);
    }

private:
    rlimit before_ = {};
    void (*handler_)(int);
};

} // namespace

class FileTest : public QObject {
    Q_OBJECT

private slots:
    void a_file_is_read_whole() {
        const ScratchFolder folder;
        const std::string bytes = std::string("a\0b\r\n\xff", 6) + std::string(200'000, 'x');
        QCOMPARE(read_file(folder.file("data", bytes)).value(), bytes);
        QCOMPARE(read_file(folder.file("empty", "")).value(), std::string());
    }

    void a_file_that_says_it_is_empty_is_read() {
        // Files of /proc have size 0 and contents.
        QVERIFY(read_file("/proc/self/status").value().starts_with("Name:"));
    }

    void a_file_at_the_limit_is_read_and_beyond_it_refused() {
        const ScratchFolder folder;
        const std::string path = folder.file("data", "12345");
        QCOMPARE(read_file(path, 5).value(), std::string("12345"));
        COMPARE_ERROR(read_file(path, 4), ErrorCode::file_too_large, path, 5, 4);
    }

    void an_absent_file_is_not_found() {
        const ScratchFolder folder;
        const std::string below_a_file = folder.file("data", "") + "/below";
        for (const std::string& path : {folder.path("absent"), folder.path("no/folder"), below_a_file, std::string(),
                                        folder.path("data") + std::string("\0x", 2)}) {
            COMPARE_ERROR(read_file(path), ErrorCode::file_not_found, path);
        }
    }

    void what_is_no_regular_file_is_refused_without_waiting() {
        const ScratchFolder folder;
        const std::string pipe = folder.path("pipe");
        QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
        COMPARE_ERROR(read_file(folder.root()), ErrorCode::file_unreadable, folder.root(), EISDIR);
        COMPARE_ERROR(read_file(pipe), ErrorCode::file_unreadable, pipe, ENOTSUP);
        COMPARE_ERROR(read_file("/dev/zero"), ErrorCode::file_unreadable, "/dev/zero", ENOTSUP);
    }

    void what_is_written_is_read_back() {
        const ScratchFolder folder;
        const std::string path = folder.path("data");
        for (const std::string& bytes : {std::string("first"), std::string(3'000'000, '\0'), std::string()}) {
            QVERIFY(write_file(path, bytes));
            QCOMPARE(read_file(path).value(), bytes);
            QCOMPARE(folder.names(), QStringList{"data"});
        }
    }

    void a_name_without_folder_is_written_to_the_current_one() {
        const ScratchFolder folder;
        const QString before = QDir::currentPath();
        QVERIFY(QDir::setCurrent(QString::fromStdString(folder.root())));
        const Result<void> written = write_file("data", "x");
        QVERIFY(QDir::setCurrent(before));
        QVERIFY(written);
        QCOMPARE(bytes_of(folder.path("data")), std::string("x"));
    }

    void a_new_file_follows_the_umask() {
        const ScratchFolder folder;
        const mode_t before = ::umask(027);
        const Result<void> written = write_file(folder.path("data"), "x");
        ::umask(before);
        QVERIFY(written);
        QCOMPARE(permissions(folder.path("data")), mode_t{0640});
    }

    void an_existing_file_keeps_its_permissions() {
        const ScratchFolder folder;
        const std::string path = folder.file("data", "old");
        QCOMPARE(::chmod(path.c_str(), 0604), 0);
        QVERIFY(write_file(path, "new"));
        QCOMPARE(permissions(path), mode_t{0604});
        QCOMPARE(bytes_of(path), std::string("new"));
    }

    void a_reader_of_the_old_file_keeps_it_whole() {
        const ScratchFolder folder;
        const std::string path = folder.file("data", "old");
        QFile reader(QString::fromStdString(path));
        QVERIFY(reader.open(QIODevice::ReadOnly));
        QVERIFY(write_file(path, "brand new"));
        QCOMPARE(reader.readAll(), QByteArray("old"));
    }

    void a_link_stays_and_its_target_is_replaced() {
        const ScratchFolder folder;
        QVERIFY(QDir(QString::fromStdString(folder.root())).mkdir("below"));
        const std::string target = folder.file("below/data", "old");
        QCOMPARE(::symlink("below/data", folder.path("relative").c_str()), 0);
        QCOMPARE(::symlink(folder.path("relative").c_str(), folder.path("absolute").c_str()), 0);
        QVERIFY(write_file(folder.path("absolute"), "new"));
        QCOMPARE(bytes_of(target), std::string("new"));
        QVERIFY(QFileInfo(QString::fromStdString(folder.path("absolute"))).isSymLink());
        QVERIFY(QFileInfo(QString::fromStdString(folder.path("relative"))).isSymLink());
    }

    void a_link_to_a_file_that_is_not_there_yet_makes_it() {
        const ScratchFolder folder;
        QCOMPARE(::symlink("later", folder.path("link").c_str()), 0);
        QVERIFY(write_file(folder.path("link"), "x"));
        QCOMPARE(bytes_of(folder.path("later")), std::string("x"));
        QVERIFY(QFileInfo(QString::fromStdString(folder.path("link"))).isSymLink());
    }

    void links_in_a_circle_are_refused() {
        const ScratchFolder folder;
        QCOMPARE(::symlink("b", folder.path("a").c_str()), 0);
        QCOMPARE(::symlink("a", folder.path("b").c_str()), 0);
        COMPARE_ERROR(write_file(folder.path("a"), "x"), ErrorCode::file_unwritable, folder.path("a"), ELOOP);
        COMPARE_ERROR(read_file(folder.path("a")), ErrorCode::file_unreadable, folder.path("a"), ELOOP);
    }

    void a_place_that_cannot_be_written_is_refused() {
        const ScratchFolder folder;
        const std::string file = folder.file("data", "old");
        const std::string nul = folder.path("nul") + std::string("\0x", 2);
        const std::string long_name = folder.path(std::string(300, 'n'));
        COMPARE_ERROR(write_file(file + "/below", "x"), ErrorCode::file_unwritable, file + "/below", ENOTDIR);
        COMPARE_ERROR(write_file(folder.path("no/data"), "x"), ErrorCode::file_unwritable, folder.path("no/data"),
                      ENOENT);
        COMPARE_ERROR(write_file(folder.root(), "x"), ErrorCode::file_unwritable, folder.root(), EISDIR);
        COMPARE_ERROR(write_file("", "x"), ErrorCode::file_unwritable, "", ENOENT);
        COMPARE_ERROR(write_file(nul, "x"), ErrorCode::file_unwritable, nul, EINVAL);
        COMPARE_ERROR(write_file(long_name, "x"), ErrorCode::file_unwritable, long_name, ENAMETOOLONG);
        QCOMPARE(folder.names(), QStringList{"data"});
        QCOMPARE(bytes_of(file), std::string("old"));
    }

    void a_device_or_pipe_is_never_replaced() {
        const ScratchFolder folder;
        const std::string pipe = folder.path("pipe");
        QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
        COMPARE_ERROR(write_file("/dev/full", "x"), ErrorCode::file_unwritable, "/dev/full", ENOTSUP);
        COMPARE_ERROR(write_file(pipe, "x"), ErrorCode::file_unwritable, pipe, ENOTSUP);
        QCOMPARE(folder.names(), QStringList{"pipe"});
    }

    void a_name_as_long_as_the_system_allows_is_written() {
        const ScratchFolder folder;
        const std::string path = folder.path(std::string(255, 'n'));
        QVERIFY(write_file(path, "x"));
        QCOMPARE(bytes_of(path), std::string("x"));
    }

    void a_write_that_fails_half_way_leaves_the_old_file_and_nothing_else() {
        const ScratchFolder folder;
        const std::string path = folder.file("data", "old");
        Result<void> written;
        {
            const FileSizeLimit full_disk(4096);
            written = write_file(path, std::string(100'000, 'x'));
        }
        COMPARE_ERROR(written, ErrorCode::file_unwritable, path, EFBIG);
        QCOMPARE(bytes_of(path), std::string("old"));
        QCOMPARE(folder.names(), QStringList{"data"});
    }
};

QTEST_GUILESS_MAIN(FileTest)
#include "file_test.moc"
