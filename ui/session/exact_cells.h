#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include <QObject>

#include "ui/present/head_picture.h"

namespace headscope::ui {

/// Makes exact rows of runs that have a map only, for the rows that somebody looks at: on a thread of its own, and of
/// several wishes the last.
class ExactCells : public QObject {
    Q_OBJECT

public:
    explicit ExactCells(QObject* parent = nullptr);
    ~ExactCells() override;

    /// The rows exist in the snapshot, of a head that is not the mean (contract).
    void want(std::shared_ptr<const Snapshot> snapshot, int head, Index first, Index count);

signals:
    /// On this object's thread.
    void made(const std::shared_ptr<const headscope::ui::RowsOfRun>& rows);

private:
    struct Wish {
        std::shared_ptr<const Snapshot> snapshot;
        int head = 0;
        Index first = 0;
        Index count = 0;
    };
    void work(const std::stop_token& quit);

    std::mutex mutex_; // of the wish
    std::condition_variable_any wake_;
    std::optional<Wish> wish_;
    std::jthread thread_; // last: it uses all of the above; begun with the first wish
};

} // namespace headscope::ui
