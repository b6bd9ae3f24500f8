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
#include "viewer/evaluation_thread.h"
#include "viewer/frame_cache.h"
#include "viewer/non_finite_search.h"
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
    bool busy() const { return evaluation_.busy() || soon_.isActive() || look_soon_.isActive(); }
    QString status() const;
    /// Frames of which what is seen is at hand, ascending.
    std::vector<int> kept_frames() const { return cache_.frames(wanted()); }
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
    void set_region_alone(bool alone);
    Result<EvaluationRequest> request_for(const Result<Shot>& shot) const;
    Wanted wanted() const;
    void ask();
    void look();
    void follow_evaluation();
    Result<Shot> shot(ImageId image, std::optional<ImageId> other = {}) const;
    void keep(const ViewedPicture& picture);
    void forget_frames();
    void seek();
    void search_next();
    void take_searched(const ViewedPicture& picture);
    void end_hunt();
    void measure();
    void compute();
    void count_costs();
    void show_picture(const ViewedPicture& picture);
    void tell_what_is_shown();
    void show_error(const Error& error);

    Session& session_;
    EvaluationThread evaluation_;
    QTimer soon_, look_soon_;
    std::optional<EvaluationRequest> asked_;
    ViewedPicture known_;                       // what there is of it
    bool is_shown_ = false;                     // asked_ is what the window shows
    bool is_to_do_ = false;                     // asked_ is what the thread does, or did last
    std::optional<EvaluationRequest> counted_;  // whose costs are shown, or being counted
    bool counting_ = false;                     // the thread's request is for costs
    bool seeking_ = false;                      // for who made NaN, once it is known that there is
    bool region_alone_ = false;                 // of the picture, is computed
    int asked_frame_ = 0;
    int proxy_ = 1, usual_proxy_ = 2;  // EvaluationRequest::reduction
    Shot shot_;                        // what the frames kept are of
    FrameCache cache_;
    QString folder_;
    std::optional<NonFiniteSearch> search_;
    PictureView* picture_;
    ScopesPanel* scopes_;
    PointHandles* handles_;
    TimeBar* time_;
    ViewerBar* bar_;
    QLabel* status_;
    QLabel* probe_;
};

}  // namespace weft::editor
