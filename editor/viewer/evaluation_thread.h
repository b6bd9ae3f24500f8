// Evaluation beside the GUI: the latest request wins, what it replaces is cancelled.
#pragma once

#include <QObject>
#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "viewer/evaluator.h"

namespace weft::editor {

class EvaluationThread : public QObject {
    Q_OBJECT

  public:
    explicit EvaluationThread(std::unique_ptr<Evaluator> evaluator, QObject* parent = nullptr);
    /// Cancels and waits.
    ~EvaluationThread() override;

    /// Returns at once. Answers come as signals in this object's thread, of the latest request
    /// alone: a coarse picture where one is worth it, then the whole one or an error.
    void request(EvaluationRequest request);
    /// Forgets the request.
    void cancel();
    bool busy() const { return busy_; }

  Q_SIGNALS:
    void evaluated(const weft::editor::Evaluation& evaluation);
    void failed(const weft::Error& error);
    void busy_changed(bool busy);

  private:
    void work();
    void answer(int number, const Result<Evaluation>& result, bool last);

    const std::unique_ptr<Evaluator> evaluator_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::optional<EvaluationRequest> waiting_;  // guarded, as is stop_
    std::shared_ptr<std::atomic<bool>> cancel_;
    int number_ = 0;
    bool stop_ = false;
    bool busy_ = false;  // of the GUI's thread
    std::thread thread_;
};

}  // namespace weft::editor
