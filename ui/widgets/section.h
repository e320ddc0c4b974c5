#pragma once

#include <QLabel>
#include <QVBoxLayout>
#include <QWidget>

class QHBoxLayout;

namespace headscope::ui {

/// A group of controls in a side panel: a heading, perhaps a quiet word beside it, and what is below.
class Section : public QWidget {
    Q_OBJECT

public:
    explicit Section(QWidget* parent = nullptr);

protected:
    void changeEvent(QEvent* event) override;
    /// Sets every text; called at the start by the subclass and at every change of language.
    virtual void retranslate() = 0;

    QLabel* heading() const { return heading_; }
    QLabel* aside() const { return aside_; } ///< right of the heading, quiet
    QVBoxLayout* body() const { return body_; }
    /// A row of a quiet label and a control.
    QLabel* addRow(QWidget* control);

private:
    QLabel* heading_;
    QLabel* aside_;
    QVBoxLayout* body_;
};

/// A label that a style sheet knows by its role: heading, hint, value.
QLabel* makeLabel(const char* role, QWidget* parent);

} // namespace headscope::ui
