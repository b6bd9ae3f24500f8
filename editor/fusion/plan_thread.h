// Planning beside the GUI: the latest request wins.
#pragma once

#include <QObject>
#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "fusion/planner.h"

namespace weft::editor {

class PlanThread : public QObject {
    Q_OBJECT

  public:
    explicit PlanThread(std::unique_ptr<Planner> planner, QObject* parent = nullptr);
    /// Waits for the plan that is being made.
    ~PlanThread() override;

    const Planner& planner() const { return *planner_; }
    /// Returns at once. The answer comes as a signal in this object's thread, of the latest request
    /// alone.
    void request(PlanRequest request);
    bool busy() const { return busy_; }

  Q_SIGNALS:
    void planned(const weft::editor::PlannedEffect& effect);
    void failed(const weft::Error& error);

  private:
    void work();

    const std::unique_ptr<Planner> planner_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::optional<PlanRequest> waiting_;  // guarded, as are cancel_'s pointer, number_ and stop_
    std::shared_ptr<std::atomic<bool>> cancel_ = std::make_shared<std::atomic<bool>>(false);
    int number_ = 0;
    bool stop_ = false;
    bool busy_ = false;  // of the GUI's thread
    std::thread thread_;
};

}  // namespace weft::editor
