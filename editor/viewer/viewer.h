// The viewer pane: follows what is viewed and edited, asks for its picture, and tells of problems
// where they are.
#pragma once

#include <QAction>
#include <QTimer>
#include <QWidget>
#include <functional>
#include <memory>
#include <optional>

#include "view/session.h"
#include "viewer/culprit_hunt.h"
#include "viewer/evaluation_thread.h"
#include "viewer/frame_cache.h"
#include "viewer/picture_view.h"
#include "viewer/point_handles.h"
#include "viewer/scopes_panel.h"
#include "viewer/shot.h"
#include "viewer/time_bar.h"
#include "viewer/viewer_bar.h"

class QLabel;

namespace weft::editor {

class Viewer : public QWidget {
    Q_OBJECT

  public:
    Viewer(Session& session, std::unique_ptr<Evaluator> evaluator,
           std::unique_ptr<Displays> displays, QWidget* parent = nullptr);

    /// The folder that relative paths of pictures begin in.
    void set_folder(const QString& folder);
    PictureView& view() { return *picture_; }
    DisplayMenu& displays() { return bar_->displays(); }
    /// The scopes of the picture, for a pane of their own.
    ScopesPanel& scopes() { return *scopes_; }
    /// Searches upwards from what is viewed for who made values that are not finite; selects it.
    void find_culprit();
    /// Whether a picture is being computed, or will be when control returns to the event loop.
    bool busy() const { return evaluation_.busy() || soon_.isActive(); }
    QString status() const;
    /// Frames whose pictures are at hand, ascending.
    std::vector<int> kept_frames() const { return cache_.frames(); }
    QAction* action(const char* name) const;

  private:
    void lay_out();
    void follow_bar();
    void make_actions();
    void add_action(const char* name, const QString& text, const QList<QKeySequence>& keys,
                    std::function<void()> what);
    void toggle(Channel channel);
    void change_display(const std::function<void(DisplayTransform&)>& change);
    void set_compare(Compare compare);
    void set_proxy(int reduction);
    Result<EvaluationRequest> request_for(const Result<Shot>& shot) const;
    /// It is no first impression.
    bool is_whole(const Evaluation& evaluation) const;
    void ask();
    Result<Shot> shot(ImageId image, std::optional<ImageId> other = {}) const;
    void keep(const Evaluation& evaluation);
    void forget_frames();
    void hunt_on();
    void end_hunt();
    void follow_scopes();
    void compute(EvaluationRequest request);
    void count_costs();
    void show_evaluation(const Evaluation& evaluation);
    void show_error(const Error& error);

    Session& session_;
    EvaluationThread evaluation_;
    QTimer soon_;
    std::optional<EvaluationRequest> asked_;
    std::optional<EvaluationRequest> counted_;  // whose costs are shown, or being counted
    bool counting_ = false;                     // the thread's request is for costs
    int asked_frame_ = 0;
    int proxy_ = 1, usual_proxy_ = 2;  // EvaluationRequest::reduction
    Shot shot_;  // what the frames kept are of
    FrameCache cache_;
    QString folder_;
    long long not_finite_ = 0;  // pixels of what is shown
    std::optional<CulpritHunt> hunt_;
    PictureView* picture_;
    ScopesPanel* scopes_;
    PointHandles* handles_;
    TimeBar* time_;
    ViewerBar* bar_;
    QLabel* status_;
    QLabel* probe_;
};

}  // namespace weft::editor
