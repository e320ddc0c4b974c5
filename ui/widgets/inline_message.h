#pragma once

#include <optional>
#include <vector>

#include <QLabel>

#include "core/base/error.h"

namespace headscope::ui {

/// One sentence at the place where something is wrong; hidden where nothing is. Choices that mend it are offered as
/// links.
class InlineMessage : public QLabel {
    Q_OBJECT

public:
    explicit InlineMessage(QWidget* parent = nullptr);

    void showError(const Error& error, const std::vector<std::int64_t>& choices = {});
    void clearError();

signals:
    void choiceTaken(std::int64_t value);

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();
    void scrollIntoView();

    std::optional<Error> error_; // kept for a change of language
    std::vector<std::int64_t> choices_;
};

} // namespace headscope::ui
