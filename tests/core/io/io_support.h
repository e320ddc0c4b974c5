#pragma once

#include <span>
#include <string>
#include <variant>
#include <vector>

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include "core/base/error.h"
#include "core/base/tensor.h"

/// "no error", or "error 12 (w.npy, 3, 4)": what a failing comparison prints.
inline QString describe(const headscope::Error& error) {
    QStringList arguments;
    for (const headscope::ErrorArgument& argument : error.arguments) {
        std::visit(
            [&](const auto& value) {
                if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::string>) {
                    arguments << QString::fromStdString(value);
                } else {
                    arguments << QString::number(value);
                }
            },
            argument);
    }
    return QStringLiteral("error %1 (%2)").arg(static_cast<int>(error.code)).arg(arguments.join(QStringLiteral(", ")));
}

template <typename T>
QString describe(const headscope::Result<T>& result) {
    return result ? QStringLiteral("no error") : describe(result.error());
}

/// COMPARE_ERROR(read_npy(path), ErrorCode::npy_not_npy, path);
#define COMPARE_ERROR(result, ...) QCOMPARE(describe(result), describe(headscope::fail(__VA_ARGS__).value()))

inline std::string data_file(const std::string& name) {
    return std::string(TEST_DATA_DIR "/data/") + name;
}

inline std::string bytes_of(const std::string& path) {
    QFile file(QString::fromStdString(path));
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

/// A folder that lives as long as the test function.
class ScratchFolder {
public:
    std::string path(const std::string& name) const {
        return folder_.filePath(QString::fromStdString(name)).toStdString();
    }
    std::string root() const { return folder_.path().toStdString(); }
    QStringList names() const {
        return QDir(folder_.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot);
    }
    /// Writes a file and returns its path.
    std::string file(const std::string& name, const std::string& bytes) const {
        QFile file(folder_.filePath(QString::fromStdString(name)));
        const bool written =
            file.open(QIODevice::WriteOnly) &&
            file.write(bytes.data(), static_cast<qint64>(bytes.size())) == static_cast<qint64>(bytes.size());
        return written ? path(name) : std::string();
    }

private:
    QTemporaryDir folder_;
};

inline std::vector<float> list(std::span<const float> values) {
    return {values.begin(), values.end()};
}
