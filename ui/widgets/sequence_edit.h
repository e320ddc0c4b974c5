#pragma once

#include <vector>

#include <QPlainTextEdit>

#include "ui/present/token_ranges.h"

namespace headscope::ui {

/// Where the sentence is typed. Reports committed text only (the letters of an input method are not text yet), leaves
/// undo to the window, and shows how the text was cut into tokens.
class SequenceEdit : public QPlainTextEdit {
    Q_OBJECT

public:
    static constexpr qsizetype largestText = 1'000'000; ///< characters; a longer paste is refused whole

    explicit SequenceEdit(QWidget* parent = nullptr);

    /// Replaces the text where it differs, without a signal; the cursor stays as near as it can.
    void setCommittedText(const QString& text);
    /// The tokens of the text as it is now; an outdated list is not shown.
    void setTokens(std::vector<TokenRange> ranges);
    /// Tokens to mark as the query and the key that are looked at; -1 for none.
    void setHighlight(int query, int key);

signals:
    void committedTextChanged(const QString& text);
    void tokenHovered(int token); ///< -1: none
    void pasteRefused(qint64 characters, qint64 limit);

protected:
    bool event(QEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void insertFromMimeData(const QMimeData* source) override;
    void changeEvent(QEvent* event) override;

private:
    void onTextChanged();
    void hover(int token);
    void markTokens();

    QString committed_;
    std::vector<TokenRange> ranges_;
    int query_ = -1;
    int key_ = -1;
    int hovered_ = -1;
};

} // namespace headscope::ui
