#include "ui/widgets/status_line.h"

#include <chrono>

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>

#include "ui/present/status_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/section.h"
#include "ui/widgets/steady_box.h"

namespace headscope::ui {

namespace {

constexpr std::chrono::milliseconds patience{300};
constexpr std::chrono::seconds noticeTime{8};
constexpr int progressSteps = 1000;

} // namespace

StatusLine::StatusLine(QWidget* parent)
    : QWidget(parent)
    , text_(makeLabel("hint", this))
    , computing_(makeLabel("hint", this))
    , progress_(new QProgressBar(this))
    , stop_(new QPushButton(this)) {
    setObjectName(QStringLiteral("statusLine"));
    setAttribute(Qt::WA_StyledBackground);
    text_->setObjectName(QStringLiteral("statusText"));
    text_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // a long line never widens the window
    text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    progress_->setObjectName(QStringLiteral("progress"));
    progress_->setRange(0, progressSteps);
    progress_->setTextVisible(false);
    stop_->setObjectName(QStringLiteral("stop"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(px(16), px(4), px(16), px(4));
    layout->setSpacing(px(8));
    layout->addWidget(new SteadyBox(text_), 1);
    layout->addWidget(computing_);
    layout->addWidget(progress_);
    layout->addWidget(stop_);
    patience_.setSingleShot(true);
    patience_.setInterval(patience);
    const auto show = [this](bool visible) {
        for (QWidget* w :
             {static_cast<QWidget*>(computing_), static_cast<QWidget*>(progress_), static_cast<QWidget*>(stop_)}) {
            w->setVisible(visible);
        }
    };
    show(false);
    setFixedHeight(stop_->sizeHint().height() + px(8));
    noticeEnd_.setSingleShot(true);
    noticeEnd_.setInterval(noticeTime);
    connect(&noticeEnd_, &QTimer::timeout, this, [this] { showNotice({}); });
    connect(&patience_, &QTimer::timeout, this, [show] { show(true); });
    connect(stop_, &QPushButton::clicked, this, &StatusLine::stopRequested);
    retranslate();
}

void StatusLine::showSnapshot(std::shared_ptr<const Snapshot> snapshot) {
    snapshot_ = std::move(snapshot);
    notice_.clear();
    retranslate();
}

void StatusLine::setOutdated(bool outdated) {
    if (outdated != outdated_) {
        outdated_ = outdated;
        retranslate();
    }
}

void StatusLine::showNotice(const QString& sentence) {
    notice_ = sentence;
    noticeEnd_.start();
    retranslate();
}

void StatusLine::setBusy(bool busy) {
    if (busy) {
        progress_->setValue(0);
        patience_.start();
        return;
    }
    patience_.stop();
    computing_->hide();
    progress_->hide();
    stop_->hide();
}

void StatusLine::setProgress(double fraction) {
    progress_->setValue(static_cast<int>(fraction * progressSteps));
}

void StatusLine::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
    }
    QWidget::changeEvent(event);
}

void StatusLine::retranslate() {
    QString run = snapshot_ == nullptr ? QString() : statusText(*snapshot_);
    if (outdated_ && snapshot_ != nullptr) {
        run = tr("The run before: %1").arg(run);
    }
    const QString text = notice_.isEmpty() ? run : notice_;
    text_->setText(text);
    // Whole, where the window is narrow; and what its words mean.
    const QString hint = snapshot_ == nullptr || !notice_.isEmpty() ? QString() : pathHint(*snapshot_);
    text_->setToolTip(hint.isEmpty() ? text : text + QStringLiteral("\n\n") + hint);
    computing_->setText(tr("Computing"));
    progress_->setAccessibleName(tr("Progress of the run"));
    stop_->setText(tr("Stop"));
}

} // namespace headscope::ui
