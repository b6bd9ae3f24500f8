// Evaluation beside the GUI: the latest request wins, what it replaces is cancelled.
#pragma once

#include <QObject>
#include <memory>

#include "view/latest_work.h"
#include "viewer/evaluator.h"

namespace weft::editor {

class EvaluationThread : public QObject {
    Q_OBJECT

  public:
    /// Its end cancels and waits.
    explicit EvaluationThread(std::unique_ptr<Evaluator> evaluator, QObject* parent = nullptr);

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
    void work(const EvaluationRequest& request, int number, const std::atomic<bool>& cancel);
    void answer(int number, const Result<Evaluation>& result, bool last);

    const std::unique_ptr<Evaluator> evaluator_;
    bool busy_ = false;
    LatestWork<EvaluationRequest> work_;
};

}  // namespace weft::editor
