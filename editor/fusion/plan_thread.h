// Planning beside the GUI: the latest request wins.
#pragma once

#include <QObject>
#include <memory>

#include "fusion/planner.h"
#include "view/latest_work.h"

namespace weft::editor {

class PlanThread : public QObject {
    Q_OBJECT

  public:
    /// Its end cancels the plan that is being made.
    explicit PlanThread(std::unique_ptr<Planner> planner, QObject* parent = nullptr);

    const Planner& planner() const { return *planner_; }
    /// Returns at once. The answer comes as a signal in this object's thread, of the latest request
    /// alone.
    void request(PlanRequest request);
    bool busy() const { return busy_; }

  Q_SIGNALS:
    void planned(const weft::editor::PlannedEffect& effect);
    void failed(const weft::Error& error);

  private:
    void answer(int number, const Result<PlannedEffect>& result);

    const std::unique_ptr<Planner> planner_;
    bool busy_ = false;
    LatestWork<PlanRequest> work_;
};

}  // namespace weft::editor
