// Evaluation beside the GUI: the latest request wins, what it replaces is cancelled; what is seen
// of a picture comes first.
#pragma once

#include <QObject>
#include <memory>

#include "view/latest_work.h"
#include "viewer/evaluator.h"
#include "viewer/viewed_picture.h"

namespace weft::editor {

class EvaluationThread : public QObject {
    Q_OBJECT

  public:
    /// Its end cancels and waits.
    explicit EvaluationThread(std::unique_ptr<Evaluator> evaluator, QObject* parent = nullptr);

    /// Returns at once. Answers come as signals in this object's thread, of the latest request
    /// alone: a coarse picture where one is worth it, then more and more of the picture until all
    /// that is wanted is there, or an error. `have`: what is there already, of the same request.
    void request(EvaluationRequest request, const Wanted& wanted, ViewedPicture have = {});
    /// Something else of the latest request is wanted. What is being computed goes on.
    void look(const Wanted& wanted);
    /// Forgets the request.
    void cancel();
    bool busy() const { return busy_; }

  Q_SIGNALS:
    void evaluated(const weft::editor::ViewedPicture& picture);
    void failed(const weft::Error& error);
    void busy_changed(bool busy);

  private:
    class Viewport;  // what is wanted now, for both threads
    struct Task {
        EvaluationRequest request;
        ViewedPicture have;
        std::shared_ptr<Viewport> viewport;
    };
    class Work;
    void go_on();
    void answer(int number, const Result<ViewedPicture>& result);
    void end(int number, bool done);
    void set_busy(bool busy);

    const std::unique_ptr<Evaluator> evaluator_;
    double pace_ = 0.0;  // of the thread: seconds a pixel, as the last part took; 0: not known
    bool busy_ = false;
    Task latest_;  // with all that was told of it
    LatestWork<Task> work_;
};

}  // namespace weft::editor
