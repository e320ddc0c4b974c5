#pragma once

#include "core/base/error.h"
#include "ui/widgets/section.h"

class QPushButton;

namespace headscope::ui {

class ChoiceRow;
class InlineMessage;
class NumberField;
class Session;

/// Where W_q, W_k, W_v, W_o come from: a seed, or a safetensors file with the article's names.
class WeightsSection : public Section {
    Q_OBJECT

public:
    explicit WeightsSection(Session& session, QWidget* parent = nullptr);

    /// Asks for a file.
    void chooseFile();
    void openFile(const QString& path);
    void newSeed();
    void showError(const Error& error);

protected:
    void retranslate() override;

private:
    void connectEdits();
    void enterSeed(const QString& text);
    void showState();

    Session& session_;
    ChoiceRow* kind_;
    QLabel* file_;
    QLabel* seedLabel_;
    NumberField* seed_;
    QPushButton* newSeed_;
    InlineMessage* message_;
};

} // namespace headscope::ui
