#pragma once

#include "core/cost/settings.h"
#include "ui/widgets/flow_box.h"

class QLabel;
class QPushButton;

namespace headscope {
struct CostViewSettings;
struct SessionState;
} // namespace headscope

namespace headscope::ui {

class ChoiceRow;
class CostSource;
class EngineBox;
class InlineMessage;
class ModeRow;
class NumberField;
class Session;

/// What the Cost tab asks. d_model and the heads are set on the left; dropout is the same setting as there.
class CostControls : public QWidget {
    Q_OBJECT

public:
    CostControls(Session& session, CostSource& source, QWidget* parent = nullptr);

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Field {
        QLabel* label;
        NumberField* field;
        double width; ///< at scale 1, for numbers that are not long
    };
    QWidget* labelled(QLabel*& label, const std::vector<QWidget*>& controls);
    void fitWidth(const Field& f);
    void showElements(const CostViewSettings& cost);
    Field addField(const char* name, double width, const std::vector<QWidget*>& more = {});
    void connectEdits();
    /// Takes a number, or says what is wrong with it and leaves the state alone.
    template <typename Set>
    void enterCount(NumberField* field, const QString& text, Set set);
    void enterDropout(const QString& text);
    void refuse(const Error& error, NumberField* field);
    void showState();
    void retranslate();

    Session& session_;
    CostSource& source_;
    FlowBox* row_;
    QLabel* engineLabel_ = nullptr;
    EngineBox* engine_;
    QLabel* modeLabel_ = nullptr;
    ModeRow* mode_;
    Field batch_{};
    Field seqLen_{};
    QPushButton* fromText_;
    QLabel* maskLabel_ = nullptr;
    ChoiceRow* mask_;
    Field dropout_{};
    QLabel* elementLabel_ = nullptr;
    ChoiceRow* element_;
    Field layers_{};
    QLabel* keepLabel_ = nullptr;
    ChoiceRow* keep_;
    QLabel* keepSentence_;
    InlineMessage* message_;
};

} // namespace headscope::ui
