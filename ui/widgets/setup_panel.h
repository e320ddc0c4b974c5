#pragma once

#include <optional>

#include <QScrollArea>

#include "core/base/error.h"
#include "core/engine/snapshot.h"

namespace headscope::ui {

class AttentionSection;
class ModelSection;
class Session;
class TextSection;
class WeightsSection;

/// The left panel: everything that decides the result.
class SetupPanel : public QScrollArea {
    Q_OBJECT

public:
    explicit SetupPanel(Session& session, QWidget* parent = nullptr);

    void showSnapshot(const Snapshot& snapshot);
    /// Shows an error where it can be mended; false where it belongs to no control here.
    bool showError(const Error& error);
    void setHighlight(std::optional<Index> query, std::optional<Index> key);

    Index tokens() const; ///< of the text as it stands
    ModelSection* model() const { return model_; }
    WeightsSection* weights() const { return weights_; }

signals:
    void tokenHovered(int token);
    void tokensCounted(headscope::Index tokens);

private:
    TextSection* text_;
    ModelSection* model_;
    AttentionSection* attention_;
    WeightsSection* weights_;
};

} // namespace headscope::ui
