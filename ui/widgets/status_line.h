#pragma once

#include <memory>

#include <QTimer>
#include <QWidget>

#include "core/engine/snapshot.h"

class QLabel;
class QProgressBar;
class QPushButton;

namespace headscope::ui {

/// The last run in one line; while a run takes longer than 300 ms, how far it is and a way to stop it.
class StatusLine : public QWidget {
    Q_OBJECT

public:
    explicit StatusLine(QWidget* parent = nullptr);

    void showSnapshot(std::shared_ptr<const Snapshot> snapshot);
    /// What is told of the last run is of one before; the last one was stopped or refused.
    void setOutdated(bool outdated);
    /// A sentence instead, for some seconds or until the next run.
    void showNotice(const QString& sentence);
    void setBusy(bool busy);
    void setProgress(double fraction);

signals:
    void stopRequested();

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();

    QLabel* text_;
    QLabel* computing_;
    QProgressBar* progress_;
    QPushButton* stop_;
    QTimer patience_;
    QTimer noticeEnd_;
    QString notice_;
    bool outdated_ = false;
    std::shared_ptr<const Snapshot> snapshot_;
};

} // namespace headscope::ui
