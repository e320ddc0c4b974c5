#include "ui/export/caption.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QStringList>

#include "core/base/build_info.h"
#include "core/kernels/instruction_set.h"
#include "ui/present/number_format.h"

namespace headscope::ui {

namespace {

QString seedText(std::uint64_t seed) {
    return QString::number(seed);
}

void addInput(QStringList& parts, const Snapshot& snapshot, Index batch) {
    if (const auto* text = std::get_if<TextInput>(&snapshot.request.input)) {
        parts << (text->tokenizer == Tokenizer::words
                      ? QCoreApplication::translate("Figure", "%1 words").arg(snapshot.n_q())
                      : QCoreApplication::translate("Figure", "%1 characters").arg(snapshot.n_q()));
        parts << (text->positions == Positions::sinusoidal
                      ? QCoreApplication::translate("Figure", "sinusoidal positions")
                      : QCoreApplication::translate("Figure", "no positions"));
    } else {
        parts << QCoreApplication::translate("Figure", "arrays, %1 queries, %2 keys")
                     .arg(snapshot.n_q())
                     .arg(snapshot.n_k());
    }
    if (snapshot.batch() > 1) {
        parts
            << QCoreApplication::translate("Figure", "batch entry %1 of 0 to %2").arg(batch).arg(snapshot.batch() - 1);
    }
}

void addWeights(QStringList& parts, const Request& request) {
    if (const auto* file = std::get_if<FileWeights>(&request.weights)) {
        const QString name = QFileInfo(QString::fromStdString(file->path)).fileName();
        parts << QCoreApplication::translate("Figure", "weights from %1").arg(name);
        if (std::holds_alternative<TextInput>(request.input)) {
            parts << QCoreApplication::translate("Figure", "embeddings of seed %1").arg(seedText(request.seed));
        }
    } else {
        parts << QCoreApplication::translate("Figure", "random weights, seed %1").arg(seedText(request.seed));
    }
}

QString maskText(const Mask& mask) {
    switch (mask.kind()) {
    case Mask::Kind::none: return QCoreApplication::translate("Figure", "no mask");
    case Mask::Kind::causal: return QCoreApplication::translate("Figure", "causal mask");
    case Mask::Kind::key_padding:
        return QCoreApplication::translate("Figure", "padding mask, last %1 keys").arg(mask.padded());
    case Mask::Kind::matrix: return QCoreApplication::translate("Figure", "mask from a matrix");
    }
    return {};
}

void addSettings(QStringList& parts, const Snapshot& snapshot) {
    const AttentionSettings& settings = snapshot.request.attention;
    parts << maskText(settings.mask);
    if (settings.temperature != 1.0) {
        parts << QCoreApplication::translate("Figure", "temperature %1").arg(QString::number(settings.temperature));
    }
    if (snapshot.after_dropout()) {
        parts << QCoreApplication::translate("Figure", "after dropout %1, dropout seed %2")
                     .arg(decimalText(settings.dropout), seedText(settings.dropout_seed));
    }
}

} // namespace

QString figureCaption(const Snapshot& snapshot, Index batch) {
    const ModelDims& dims = snapshot.request.dims;
    QStringList parts;
    addInput(parts, snapshot, batch);
    parts << QCoreApplication::translate("Figure", "%1 heads, d_model %2, d_k %3")
                 .arg(dims.n_heads())
                 .arg(dims.d_model())
                 .arg(dims.d_head());
    addWeights(parts, snapshot.request);
    addSettings(parts, snapshot);
    if (snapshot.mapped() && snapshot.trace.map.tile > 1) {
        parts << QCoreApplication::translate("Figure", "map of %1 × %1 tiles").arg(snapshot.trace.map.tile);
    }
    parts << QStringLiteral("Headscope %1, %2").arg(QString::fromUtf8(version()), QString::fromUtf8(instruction_set()));
    for (QString& part : parts) {
        part.replace(QLatin1Char(' '), QChar::Nbsp);
    }
    return parts.join(QStringLiteral(" · "));
}

} // namespace headscope::ui
