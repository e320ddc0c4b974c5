#pragma once

#include <QComboBox>

#include "ui/widgets/choice_row.h"

namespace headscope::ui {

class Session;

/// Whose figures the cost views show. In the side panel and in the tab: both follow the session.
class EngineBox : public QComboBox {
    Q_OBJECT

public:
    enum class Names { whole, compact };
    EngineBox(Session& session, Names names, QWidget* parent = nullptr);

protected:
    void changeEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override; ///< scrolls the panel instead

private:
    void showState();
    void retranslate();

    Session& session_;
    Names names_;
};

/// Inference or training.
class ModeRow : public ChoiceRow {
    Q_OBJECT

public:
    explicit ModeRow(Session& session, QWidget* parent = nullptr);

protected:
    void changeEvent(QEvent* event) override;

private:
    void showState();
    void retranslate();

    Session& session_;
};

} // namespace headscope::ui
