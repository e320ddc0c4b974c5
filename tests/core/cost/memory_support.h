#pragma once

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include "core/base/contract.h"
#include "core/cost/memory_cost.h"

namespace headscope::testing {

/// A JSON file of tests/data/memory. Tables of measured figures of PyTorch; how they were made is written in them.
inline QJsonObject memory_data(const char* name) {
    QFile file(QStringLiteral(TEST_DATA_DIR "/data/memory/") + QString::fromLatin1(name));
    HEADSCOPE_EXPECTS(file.open(QIODevice::ReadOnly));
    const QJsonDocument document = QJsonDocument::fromJson(file.readAll());
    HEADSCOPE_EXPECTS(document.isObject());
    return document.object();
}

/// A JSON number as a count of bytes: exact up to 2^53.
inline Index count_of(const QJsonValue& value) {
    HEADSCOPE_EXPECTS(value.isDouble());
    return static_cast<Index>(value.toDouble());
}

/// null, "11nn", "b1nn", "b11n", "bhnn"
inline MaskShape mask_shape_of(const QJsonValue& value) {
    const QString text = value.toString();
    return text.isEmpty()    ? MaskShape::none
           : text == u"11nn" ? MaskShape::all
           : text == u"b1nn" ? MaskShape::each_batch
           : text == u"b11n" ? MaskShape::key_padding
                             : MaskShape::each_head;
}

inline CostSettings pytorch_settings(Index batch, Index seq_len, Index d_model, Index n_heads,
                                     CostMode mode = CostMode::inference, MaskShape mask = MaskShape::none,
                                     double dropout = 0.0) {
    CostSettings settings;
    settings.mode = mode;
    settings.batch = batch;
    settings.seq_len = seq_len;
    settings.d_model = d_model;
    settings.n_heads = n_heads;
    settings.mask = mask;
    settings.dropout = dropout;
    return settings;
}

/// Inference of one of the engines, without a mask.
inline CostSettings engine_settings(CostEngine engine, Index batch, Index seq_len, Index d_model, Index n_heads) {
    CostSettings settings = pytorch_settings(batch, seq_len, d_model, n_heads);
    settings.engine = engine;
    return settings;
}

/// A question that has an answer (contract).
inline MemoryCost cost_of(const CostSettings& settings) {
    Result<MemoryCost> cost = memory_cost(settings);
    HEADSCOPE_EXPECTS(cost.has_value());
    return *std::move(cost);
}

} // namespace headscope::testing
