#pragma once

#include "core/base/error.h"
#include "core/engine/snapshot.h"
#include "ui/widgets/section.h"

namespace headscope::ui {

class ChoiceRow;
class InlineMessage;
class SequenceEdit;
class Session;

/// The sentence, how it is cut into tokens, and how many of the possible tokens it has.
class TextSection : public Section {
    Q_OBJECT

public:
    explicit TextSection(Session& session, QWidget* parent = nullptr);

    /// A finished run tells the tokens; an older one than the text on screen tells nothing about it.
    void showSnapshot(const Snapshot& snapshot);
    void showError(const Error& error);
    void setHighlight(int query, int key);
    /// Of the text as it stands; no run is needed.
    Index tokens() const { return tokens_; }

signals:
    void tokensCounted(headscope::Index tokens);
    void tokenHovered(int token);

protected:
    void retranslate() override;

private:
    void connectEdits();
    void showState();
    void countTokens(const TextInput& input);
    void showCount();

    Session& session_;
    SequenceEdit* edit_;
    InlineMessage* message_;
    ChoiceRow* tokenizer_;
    ChoiceRow* positions_;
    QLabel* tokenizerLabel_;
    QLabel* positionsLabel_;
    Index tokens_ = 0;
};

} // namespace headscope::ui
