#pragma once

#include "core/base/tensor.h"
#include "ui/widgets/section.h"

class QGridLayout;

namespace headscope::ui {

class ChoiceRow;
class CostSource;
class InlineMessage;
class NumberField;
class Session;

/// "Fits in": a memory budget, and the longest sequence that fits it in each engine, with the tensor that breaks it.
class BudgetRow : public Section {
    Q_OBJECT

public:
    BudgetRow(Session& session, CostSource& source, QWidget* parent = nullptr);

    void showState();

protected:
    void retranslate() override;

private:
    struct Line {
        QLabel* engine;
        QLabel* length;
        QLabel* why;
    };
    void enterBudget(const QString& text);
    void setBudget(Index bytes);

    Session& session_;
    CostSource& source_;
    ChoiceRow* choices_;
    NumberField* field_;
    QLabel* unit_;
    InlineMessage* message_;
    QGridLayout* grid_;
    std::vector<Line> lines_; ///< by engine
    QLabel* note_;
};

} // namespace headscope::ui
