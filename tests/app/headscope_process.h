#pragma once

#include <csignal>
#include <functional>
#include <utility>

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

namespace headscope::test {

struct Outcome {
    int status = -1; ///< -1: did not end by itself
    QString out;
    QString err;
};

/// The real program in a folder of its own, without a display.
class HeadscopeProcess {
public:
    HeadscopeProcess()
        : environment_(QProcessEnvironment::systemEnvironment()) {
        for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "LANG", "LC_MESSAGES"}) {
            environment_.remove(QString::fromLatin1(name));
        }
        set("LC_ALL", "C.UTF-8");
        set("LANGUAGE", "en");
    }

    void set(const QString& name, const QString& value) { environment_.insert(name, value); }

    QString path(const QString& name) const { return folder_.filePath(name); }

    void write(const QString& name, const QByteArray& bytes) const {
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(bytes), bytes.size());
    }

    QByteArray read(const QString& name) const {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    /// Everything in a folder below, hidden files too.
    QStringList entries(const QString& folder = {}) const {
        return QDir(path(folder)).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot, QDir::Name);
    }

    void prepare(QProcess& process, const QStringList& arguments) const {
        process.setProgram(QStringLiteral(HEADSCOPE_PROGRAM));
        process.setArguments(arguments);
        process.setWorkingDirectory(folder_.path());
        process.setProcessEnvironment(environment_);
    }

    static Outcome outcome(QProcess& process) {
        constexpr int longest = 120'000;
        if (!process.waitForFinished(longest)) {
            process.kill();
            process.waitForFinished();
            return {};
        }
        return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
                QString::fromUtf8(process.readAllStandardOutput()), QString::fromUtf8(process.readAllStandardError())};
    }

    Outcome run(const QStringList& arguments, const QByteArray& standardInput = {},
                const std::function<void(QProcess&)>& change = {}) const {
        QProcess process;
        prepare(process, arguments);
        if (change) {
            change(process);
        }
        process.start();
        process.write(standardInput);
        process.closeWriteChannel();
        return outcome(process);
    }

private:
    QTemporaryDir folder_;
    QProcessEnvironment environment_;
};

/// One sentence on standard error, nothing on standard output.
inline bool isOneErrorLine(const Outcome& outcome) {
    return outcome.out.isEmpty() && outcome.err.startsWith("headscope: ") && outcome.err.endsWith('\n') &&
           outcome.err.count('\n') == 1;
}

/// Whether a process has come so far that Ctrl+C is its own to handle.
inline bool catchesInterrupts(qint64 process) {
    QFile status(QStringLiteral("/proc/%1/status").arg(process));
    if (!status.open(QIODevice::ReadOnly)) {
        return false;
    }
    for (const QByteArray& line : status.readAll().split('\n')) {
        if (line.startsWith("SigCgt:")) {
            return (line.mid(7).trimmed().toULongLong(nullptr, 16) >> (SIGINT - 1) & 1U) != 0;
        }
    }
    return false;
}

} // namespace headscope::test
