#include "fusion/plan_thread.h"

#include <utility>

namespace weft::editor {

PlanThread::PlanThread(std::unique_ptr<Planner> planner, QObject* parent)
    : QObject(parent), planner_(std::move(planner)), thread_([this] { work(); }) {}

PlanThread::~PlanThread() {
    {
        const std::lock_guard lock(mutex_);
        stop_ = true;
        cancel_->store(true);
    }
    changed_.notify_one();
    thread_.join();
}

void PlanThread::request(PlanRequest request) {
    {
        const std::lock_guard lock(mutex_);
        cancel_->store(true);
        cancel_ = std::make_shared<std::atomic<bool>>(false);
        waiting_ = std::move(request);
        ++number_;
    }
    busy_ = true;
    changed_.notify_one();
}

void PlanThread::work() {
    while (true) {
        PlanRequest request;
        std::shared_ptr<std::atomic<bool>> cancel;
        int number = 0;
        {
            std::unique_lock lock(mutex_);
            changed_.wait(lock, [this] { return stop_ || waiting_; });
            if (stop_) return;
            request = *std::exchange(waiting_, std::nullopt);
            cancel = cancel_;
            number = number_;
        }
        Result<PlannedEffect> result = planner_->plan(request, *cancel);
        QMetaObject::invokeMethod(
            this,
            [this, number, result = std::move(result)] {
                {
                    const std::lock_guard lock(mutex_);
                    if (number != number_) return;
                }
                busy_ = false;
                if (result)
                    Q_EMIT planned(*result);
                else if (result.error().kind != ErrorKind::kCancelled)
                    Q_EMIT failed(result.error());
            },
            Qt::QueuedConnection);
    }
}

}  // namespace weft::editor
