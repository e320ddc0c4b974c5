#include "ui/widgets/setup_panel.h"

#include <QVBoxLayout>

#include "ui/theme/theme.h"
#include "ui/widgets/attention_section.h"
#include "ui/widgets/model_section.h"
#include "ui/widgets/text_section.h"
#include "ui/widgets/weights_section.h"

namespace headscope::ui {

SetupPanel::SetupPanel(Session& session, QWidget* parent)
    : QScrollArea(parent)
    , text_(new TextSection(session))
    , model_(new ModelSection(session))
    , attention_(new AttentionSection(session))
    , weights_(new WeightsSection(session)) {
    setObjectName(QStringLiteral("setupPanel"));
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus);
    auto* contents = new QWidget;
    contents->setObjectName(QStringLiteral("setupContents"));
    auto* layout = new QVBoxLayout(contents);
    layout->setContentsMargins(px(16), px(12), px(16), px(16));
    layout->setSpacing(px(20));
    for (QWidget* section : {static_cast<QWidget*>(text_), static_cast<QWidget*>(model_),
                             static_cast<QWidget*>(attention_), static_cast<QWidget*>(weights_)}) {
        layout->addWidget(section);
    }
    layout->addStretch();
    setWidget(contents);
    connect(text_, &TextSection::tokenHovered, this, &SetupPanel::tokenHovered);
    connect(text_, &TextSection::tokensCounted, this, &SetupPanel::tokensCounted);
}

Index SetupPanel::tokens() const {
    return text_->tokens();
}

void SetupPanel::showSnapshot(const Snapshot& snapshot) {
    text_->showSnapshot(snapshot);
}

bool SetupPanel::showError(const Error& error) {
    switch (error.code) {
    case ErrorCode::text_invalid_utf8:
    case ErrorCode::too_many_tokens:
    case ErrorCode::text_too_long: text_->showError(error); return true;
    case ErrorCode::file_not_found:
    case ErrorCode::file_unreadable:
    case ErrorCode::file_too_large:
    case ErrorCode::d_model_conflict:
    case ErrorCode::array_not_finite:
    case ErrorCode::array_wrong_rank:
    case ErrorCode::array_wrong_shape:
    case ErrorCode::safetensors_too_short:
    case ErrorCode::safetensors_header_length:
    case ErrorCode::safetensors_bad_header:
    case ErrorCode::safetensors_bad_offsets:
    case ErrorCode::safetensors_wrong_length:
    case ErrorCode::safetensors_overlap:
    case ErrorCode::safetensors_missing:
    case ErrorCode::safetensors_duplicate:
    case ErrorCode::safetensors_unsupported_type: weights_->showError(error); return true;
    default: return false;
    }
}

void SetupPanel::setHighlight(std::optional<Index> query, std::optional<Index> key) {
    text_->setHighlight(static_cast<int>(query.value_or(-1)), static_cast<int>(key.value_or(-1)));
}

} // namespace headscope::ui
