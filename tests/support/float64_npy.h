#pragma once

#include <string>
#include <vector>

#include <QFile>
#include <QtEndian>

namespace headscope::testing {

/// The values of a version 1.0 .npy file of little-endian float64, in one row. The product's own reader rounds to
/// float32, which would blur what the engine is compared with. Empty where the file is not one.
inline std::vector<double> read_float64_npy(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        return {};
    }
    const QByteArray bytes = file.readAll();
    constexpr qsizetype preamble = 10;
    if (bytes.size() < preamble || !bytes.startsWith("\x93NUMPY\x01") || !bytes.contains("'<f8'")) {
        return {};
    }
    const qsizetype begin = preamble + qFromLittleEndian<quint16>(bytes.constData() + 8);
    std::vector<double> values(static_cast<std::size_t>(bytes.size() - begin) / sizeof(double));
    qFromLittleEndian<double>(bytes.constData() + begin, static_cast<qsizetype>(values.size()), values.data());
    return values;
}

} // namespace headscope::testing
