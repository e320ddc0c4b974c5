#pragma once

#include <functional>
#include <memory>

#include <QObject>
#include <QString>

#include "core/base/error.h"
#include "ui/export/figure.h"

class QThread;
class QWidget;

namespace headscope::ui {

/// Asks for a file, then renders and writes it on another thread, so that a large figure does not hold up the window.
class FigureExport : public QObject {
    Q_OBJECT

public:
    explicit FigureExport(QWidget* window);
    ~FigureExport() override; ///< waits for a figure that is being written

    void askAndSaveFigure(const FigureSpec& spec);
    void askAndSaveData(const std::shared_ptr<const Snapshot>& snapshot);
    /// By the ending of the path: png, svg, pdf; and csv, json, npy.
    void saveFigure(const FigureSpec& spec, const QString& path);
    void saveData(const std::shared_ptr<const Snapshot>& snapshot, const QString& path);

signals:
    void started();
    void saved(const QString& path);
    void failed(const headscope::Error& error);

private:
    void run(std::function<Result<void>()> job, const QString& path);
    QString askPath(const QString& title, const QStringList& endings);

    QWidget* window_;
    QThread* thread_ = nullptr;
};

} // namespace headscope::ui
