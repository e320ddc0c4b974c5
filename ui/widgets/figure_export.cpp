#include "ui/widgets/figure_export.h"

#include <utility>

#include <QFileDialog>
#include <QFileInfo>
#include <QThread>

#include "core/io/attention_json.h"
#include "core/io/csv.h"
#include "core/io/file.h"
#include "core/io/npy.h"

namespace headscope::ui {

namespace {

Result<void> writeFigure(const FigureSpec& spec, FigureFormat format, const std::string& path) {
    const Result<QByteArray> bytes = renderFigure(spec, format);
    if (!bytes) {
        return tl::make_unexpected(bytes.error());
    }
    return write_file(path, {bytes->constData(), static_cast<std::size_t>(bytes->size())});
}

std::string npyOf(const Snapshot& snapshot) {
    const Tensor& attention = snapshot.trace.attention();
    // A text has no batch axis: (heads, n_q, n_k).
    return npy_bytes(std::span(attention.shape()).subspan(1), attention.values());
}

} // namespace

FigureExport::FigureExport(QWidget* window)
    : QObject(window)
    , window_(window) {
}

FigureExport::~FigureExport() {
    if (thread_ != nullptr) {
        thread_->wait();
    }
}

QString FigureExport::askPath(const QString& title, const QStringList& endings) {
    QStringList filters;
    for (const QString& ending : endings) {
        filters += QStringLiteral("%1 (*.%2)").arg(ending.toUpper(), ending);
    }
    QString filter = filters.front();
    QString path = QFileDialog::getSaveFileName(window_, title, QStringLiteral("attention.") + endings.front(),
                                                filters.join(QStringLiteral(";;")), &filter);
    const qsizetype chosen = filters.indexOf(filter);
    if (!path.isEmpty() && !endings.contains(QFileInfo(path).suffix().toLower())) {
        path += QLatin1Char('.') + endings[std::max<qsizetype>(0, chosen)];
    }
    return path;
}

void FigureExport::askAndSaveFigure(const FigureSpec& spec) {
    const QString path =
        askPath(tr("Export a figure"), {QStringLiteral("png"), QStringLiteral("svg"), QStringLiteral("pdf")});
    if (!path.isEmpty()) {
        saveFigure(spec, path);
    }
}

void FigureExport::askAndSaveData(const std::shared_ptr<const Snapshot>& snapshot) {
    const QString path =
        askPath(tr("Export the numbers"), {QStringLiteral("csv"), QStringLiteral("json"), QStringLiteral("npy")});
    if (!path.isEmpty()) {
        saveData(snapshot, path);
    }
}

void FigureExport::saveFigure(const FigureSpec& spec, const QString& path) {
    const QString ending = QFileInfo(path).suffix().toLower();
    const FigureFormat format = ending == QStringLiteral("svg")   ? FigureFormat::svg
                                : ending == QStringLiteral("pdf") ? FigureFormat::pdf
                                                                  : FigureFormat::png;
    FigureSpec sized = spec;
    sized.scale = 2.0; // sharp on a slide
    run([sized, format, file = path.toStdString()] { return writeFigure(sized, format, file); }, path);
}

void FigureExport::saveData(const std::shared_ptr<const Snapshot>& snapshot, const QString& path) {
    const QString ending = QFileInfo(path).suffix().toLower();
    run(
        [snapshot, ending, file = path.toStdString()] {
            return write_file(file, ending == QStringLiteral("csv")    ? attention_csv(*snapshot)
                                    : ending == QStringLiteral("json") ? attention_json(*snapshot)
                                                                       : npyOf(*snapshot));
        },
        path);
}

void FigureExport::run(std::function<Result<void>()> job, const QString& path) {
    if (thread_ != nullptr) {
        thread_->wait(); // one after the other; the one before is about to end
        delete thread_;
    }
    thread_ = QThread::create([this, job = std::move(job), path] {
        const Result<void> done = job();
        QMetaObject::invokeMethod(
            this,
            [this, done, path] {
                if (done) {
                    emit saved(path);
                } else {
                    emit failed(done.error());
                }
            },
            Qt::QueuedConnection);
    });
    thread_->start();
    emit started();
}

} // namespace headscope::ui
