// The viewer pane: follows what is viewed and edited, asks for its picture, and tells of problems
// where they are.
#pragma once

#include <QAction>
#include <QTimer>
#include <QWidget>
#include <functional>
#include <memory>
#include <optional>

#include "view/file_watch.h"
#include "view/session.h"
#include "viewer/evaluation_thread.h"
#include "viewer/frame_cache.h"
#include "viewer/picture_view.h"
#include "viewer/point_handles.h"
#include "viewer/scopes_panel.h"
#include "viewer/shot.h"
#include "viewer/time_bar.h"
#include "viewer/viewer_bar.h"
#include "viewer/viewing.h"

class QLabel;

namespace weft::editor {

class Viewer : public QWidget {
    Q_OBJECT

  public:
    Viewer(Session& session, std::unique_ptr<Evaluator> evaluator,
           std::unique_ptr<Displays> displays, QWidget* parent = nullptr);

    /// How what is viewed is compared with the other number.
    void set_compare(Compare compare);
    /// Asks for the picture anew: its files are others now.
    void read_again();
    /// The folder that relative paths of pictures begin in.
    void set_folder(const QString& folder);
    PictureView& view() { return *picture_; }
    DisplayMenu& displays() { return bar_->displays(); }
    /// The scopes of the picture, for a pane of their own.
    ScopesPanel& scopes() { return *scopes_; }
    /// Searches upwards from what is viewed for who made values that are not finite; selects it.
    void find_culprit();
    /// Whether a picture is being computed, or will be when control returns to the event loop.
    bool busy() const {
        return evaluation_.busy() || request_timer_.isActive() || wanted_timer_.isActive();
    }
    QString status() const;
    /// Frames of which what is seen is at hand, ascending.
    std::vector<int> cached_frames() const { return cache_.frames(wanted()); }
    QAction* action(const char* name) const;

  private:
    void lay_out();
    void follow_bar();
    void make_actions();
    void add_action(const char* name, const QString& text, const QList<QKeySequence>& keys,
                    std::function<void()> what);
    void toggle(Channel channel);
    void change_display(const std::function<void(DisplayTransform&)>& change);
    void set_proxy(int reduction);
    void set_region_alone(bool alone);
    void follow_session();
    void follow_evaluation();
    Result<Shot> shot(ImageId image, std::optional<ImageId> other = {}) const;
    Result<EvaluationRequest> request_for(const Result<Shot>& shot) const;
    /// What is wanted of the picture, in its own pixels.
    Wanted wanted() const;

    /// Makes a transition of viewer/viewing.h, with these arguments behind the state.
    template <class Transition, class... Arguments>
    void advance(Transition transition, const Arguments&... arguments) {
        take_step(transition(std::move(state_), arguments...));
    }
    /// Carries out a step: its state, its command, its news.
    void take_step(viewing::Step step);
    void command(viewing::ThreadCommand command);
    void report(std::monostate) {}
    void report(const viewing::Seen& seen);
    void report(const viewing::Counted& counted);
    void report(const viewing::PictureFailed& failed);
    void report(const viewing::CostsFailed& failed);
    void report(const viewing::AllFinite&);
    void report(const viewing::Culprit& culprit);

    /// Requests the picture of what is viewed.
    void request_picture();
    /// Computes what is wanted and not known, and says what is shown.
    void follow_wanted();
    /// Requests the next picture of the search.
    void request_searched();
    /// Counts costs where the session wants them and the thread has time.
    void count_costs();
    /// Shows the names of what is viewed and compared.
    void show_title();
    /// The picture to compare with; none while none is compared.
    std::optional<ImageId> compared_image() const;
    /// Keeps what is known of the picture for when its frame is shown again.
    void keep(const ViewedPicture& picture);
    void forget_frames();
    void measure();
    void tell_what_is_shown();
    void show_error(const Error& error);
    /// Shows nothing of the document before.
    void forget_document();

    Session& session_;
    EvaluationThread evaluation_;
    FileWatch files_;  // of the pictures that are shown
    QTimer request_timer_, wanted_timer_;
    viewing::State state_;
    bool region_alone_ = false;        // of the picture, is computed
    int proxy_ = 1, usual_proxy_ = 2;  // EvaluationRequest::reduction
    Shot shot_;                        // what the cached frames are of
    FrameCache cache_;
    QString folder_;
    PictureView* picture_;
    ScopesPanel* scopes_;
    PointHandles* handles_;
    TimeBar* time_;
    ViewerBar* bar_;
    QLabel* status_;
    QLabel* probe_;
};

}  // namespace weft::editor
