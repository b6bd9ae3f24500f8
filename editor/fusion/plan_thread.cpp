#include "fusion/plan_thread.h"

#include <utility>

#include "view/hand_over.h"

namespace weft::editor {

PlanThread::PlanThread(std::unique_ptr<Planner> planner, QObject* parent)
    : QObject(parent),
      planner_(std::move(planner)),
      work_([this](const PlanRequest& request, int number, const std::atomic<bool>& cancel) {
          hand_over(this, [this, number, result = planner_->plan(request, cancel)] {
              answer(number, result);
          });
      }) {}

void PlanThread::request(PlanRequest request) {
    busy_ = true;
    work_.request(std::move(request));
}

void PlanThread::answer(int number, const Result<PlannedEffect>& result) {
    if (!work_.is_latest(number)) return;
    busy_ = false;
    if (result)
        Q_EMIT planned(*result);
    else if (result.error().kind != ErrorKind::kCancelled)
        Q_EMIT failed(result.error());
}

}  // namespace weft::editor
