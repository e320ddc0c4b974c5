#pragma once

#include <vector>

#include "ui/widgets/flow_box.h"

class QButtonGroup;
class QPushButton;

namespace headscope::ui {

/// A few choices as buttons, exactly one of them taken: what can be chosen is seen, not hidden in a list.
class ChoiceRow : public FlowBox {
    Q_OBJECT

public:
    struct Choice {
        int value = 0;
        QString text;
        QString toolTip;

        friend bool operator==(const Choice&, const Choice&) = default;
    };

    explicit ChoiceRow(QWidget* parent = nullptr);

    /// Buttons that stay keep their focus. objectNames are "<name of the row>.<value>".
    void setChoices(const std::vector<Choice>& choices);
    /// No signal. A value that is no choice takes none.
    void setCurrent(int value);
    QPushButton* button(int value) const;

signals:
    void chosen(int value); ///< by the user

private:
    QButtonGroup* group_;
    std::vector<Choice> choices_;
};

} // namespace headscope::ui
