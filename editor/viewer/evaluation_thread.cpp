#include "viewer/evaluation_thread.h"

#include <utility>

#include "viewer/statistics.h"

namespace weft::editor {

EvaluationThread::EvaluationThread(std::unique_ptr<Evaluator> evaluator, QObject* parent)
    : QObject(parent),
      evaluator_(std::move(evaluator)),
      work_([this](const EvaluationRequest& request, int number, const std::atomic<bool>& cancel) {
          work(request, number, cancel);
      }) {}

void EvaluationThread::request(EvaluationRequest request) {
    work_.request(std::move(request));
    if (!std::exchange(busy_, true)) Q_EMIT busy_changed(true);
}

void EvaluationThread::cancel() {
    work_.cancel();
    if (std::exchange(busy_, false)) Q_EMIT busy_changed(false);
}

void EvaluationThread::work(const EvaluationRequest& request, int number,
                            const std::atomic<bool>& cancel) {
    if (const int coarse = evaluator_->first_reduction(request); coarse > request.reduction) {
        EvaluationRequest first = request;
        first.reduction = coarse;
        // A first impression that fails is none: the whole picture tells why.
        if (const auto result = evaluator_->evaluate(first, cancel)) answer(number, result, false);
    }
    if (cancel.load()) return;
    Result<Evaluation> result = evaluator_->evaluate(request, cancel);
    if (result) result->not_finite = count_not_finite(*result->picture);
    answer(number, result, true);
}

void EvaluationThread::answer(int number, const Result<Evaluation>& result, bool last) {
    QMetaObject::invokeMethod(
        this,
        [this, number, result, last] {
            if (!work_.is_latest(number)) return;
            if (result)
                Q_EMIT evaluated(*result);
            else if (result.error().kind != ErrorKind::kCancelled)
                Q_EMIT failed(result.error());
            if (last && std::exchange(busy_, false)) Q_EMIT busy_changed(false);
        },
        Qt::QueuedConnection);
}

}  // namespace weft::editor
