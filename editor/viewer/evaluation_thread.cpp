#include "viewer/evaluation_thread.h"

#include <utility>

#include "viewer/statistics.h"

namespace weft::editor {

EvaluationThread::EvaluationThread(std::unique_ptr<Evaluator> evaluator, QObject* parent)
    : QObject(parent),
      evaluator_(std::move(evaluator)),
      cancel_(std::make_shared<std::atomic<bool>>(false)),
      thread_([this] { work(); }) {}

EvaluationThread::~EvaluationThread() {
    {
        const std::lock_guard lock(mutex_);
        stop_ = true;
        cancel_->store(true);
    }
    changed_.notify_one();
    thread_.join();
}

void EvaluationThread::request(EvaluationRequest request) {
    {
        const std::lock_guard lock(mutex_);
        cancel_->store(true);
        cancel_ = std::make_shared<std::atomic<bool>>(false);
        waiting_ = std::move(request);
        ++number_;
    }
    changed_.notify_one();
    if (!std::exchange(busy_, true)) Q_EMIT busy_changed(true);
}

void EvaluationThread::cancel() {
    {
        const std::lock_guard lock(mutex_);
        cancel_->store(true);
        waiting_.reset();
        ++number_;
    }
    if (std::exchange(busy_, false)) Q_EMIT busy_changed(false);
}

void EvaluationThread::work() {
    while (true) {
        EvaluationRequest request;
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
        if (const int coarse = evaluator_->first_reduction(request); coarse > 1) {
            EvaluationRequest first = request;
            first.reduction = coarse;
            // A first impression that fails is none: the whole picture tells why.
            if (const auto result = evaluator_->evaluate(first, *cancel))
                answer(number, result, false);
        }
        if (cancel->load()) continue;
        Result<Evaluation> result = evaluator_->evaluate(request, *cancel);
        if (result) result->not_finite = count_not_finite(*result->picture);
        answer(number, result, true);
    }
}

void EvaluationThread::answer(int number, const Result<Evaluation>& result, bool last) {
    QMetaObject::invokeMethod(
        this,
        [this, number, result, last] {
            {
                const std::lock_guard lock(mutex_);
                if (number != number_) return;
            }
            if (result)
                Q_EMIT evaluated(*result);
            else if (result.error().kind != ErrorKind::kCancelled)
                Q_EMIT failed(result.error());
            if (last && std::exchange(busy_, false)) Q_EMIT busy_changed(false);
        },
        Qt::QueuedConnection);
}

}  // namespace weft::editor
