#include "ui/session/exact_cells.h"

#include <new>
#include <utility>

namespace headscope::ui {

ExactCells::ExactCells(QObject* parent)
    : QObject(parent) {
}

ExactCells::~ExactCells() = default;

void ExactCells::want(std::shared_ptr<const Snapshot> snapshot, int head, Index first, Index count) {
    {
        const std::scoped_lock lock(mutex_);
        wish_ = Wish{std::move(snapshot), head, first, count};
    }
    if (!thread_.joinable()) {
        thread_ = std::jthread([this](const std::stop_token& quit) { work(quit); });
    }
    wake_.notify_one();
}

void ExactCells::work(const std::stop_token& quit) {
    while (true) {
        std::unique_lock lock(mutex_);
        if (!wake_.wait(lock, quit, [this] { return wish_.has_value(); }) || quit.stop_requested()) {
            return;
        }
        const Wish wish = *std::exchange(wish_, std::nullopt);
        lock.unlock();
        auto rows = std::make_shared<RowsOfRun>();
        rows->snapshot = wish.snapshot;
        try {
            rows->rows = exact_rows(*wish.snapshot, 0, wish.head, wish.first, wish.count);
        } catch (const std::bad_alloc&) {
            continue; // the tiles stay
        }
        QMetaObject::invokeMethod(
            this, [this, rows = std::shared_ptr<const RowsOfRun>(std::move(rows))] { emit made(rows); },
            Qt::QueuedConnection);
    }
}

} // namespace headscope::ui
