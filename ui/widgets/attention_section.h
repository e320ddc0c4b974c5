#pragma once

#include "ui/widgets/section.h"

class QCheckBox;
class QPushButton;
class QSlider;

namespace headscope::ui {

class ChoiceRow;
class InlineMessage;
class NumberField;
class Session;

/// Mask, temperature and dropout.
class AttentionSection : public Section {
    Q_OBJECT

public:
    explicit AttentionSection(Session& session, QWidget* parent = nullptr);

protected:
    void retranslate() override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void build();
    void connectEdits();
    bool refuseUnlessNumber(const QString& text, NumberField* field);
    void enterTemperature(const QString& text);
    void enterDropout(const QString& text);
    void enterPadding(const QString& text);
    void showState();

    Session& session_;
    ChoiceRow* mask_;
    QWidget* paddingRow_;
    QLabel* paddingLabel_;
    NumberField* padding_;
    QWidget* fillRow_;
    QLabel* fillLabel_;
    ChoiceRow* fill_;
    QLabel* temperatureLabel_;
    QSlider* temperatureSlider_;
    NumberField* temperature_;
    QCheckBox* dropout_;
    NumberField* dropoutP_;
    QWidget* dropoutSeedRow_;
    QLabel* dropoutSeedLabel_;
    NumberField* dropoutSeed_;
    QPushButton* newDropoutSeed_;
    InlineMessage* message_;
};

} // namespace headscope::ui
