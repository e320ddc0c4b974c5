#pragma once

#include "core/model/dims.h"
#include "ui/widgets/section.h"

namespace headscope::ui {

class ChoiceRow;
class InlineMessage;
class NumberField;
class Session;

/// Number of heads and d_model. Legal values are buttons; any other can be typed, and an impossible pair is answered
/// with the nearest that are possible while everything stays as it was.
class ModelSection : public Section {
    Q_OBJECT

public:
    explicit ModelSection(Session& session, QWidget* parent = nullptr);

    /// The next larger or smaller legal number of heads.
    void stepHeads(int steps);

protected:
    void retranslate() override;

private:
    void enterHeads(const QString& text);
    void enterDModel(const QString& text);
    void setHeads(Index heads);
    void setDModel(Index dModel);
    void refuse(const Error& error, NumberField* field);
    void showState();
    void showHeadChoices();

    Session& session_;
    NumberField* headsField_;
    ChoiceRow* heads_;
    QLabel* dModelLabel_;
    NumberField* dModelField_;
    ChoiceRow* dModel_;
    QLabel* derived_;
    InlineMessage* message_;
    Index headsBefore_ = 0; ///< where a new d_model forced another number of heads: the old one
};

} // namespace headscope::ui
