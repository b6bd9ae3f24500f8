// Curves over frames, with their keyframes: painted, panned, zoomed, and edited by hand.
#pragma once

#include <QWidget>
#include <map>
#include <optional>

#include "commands/time_edits.h"
#include "curves/plot_area.h"
#include "model/tangent_tips.h"
#include "view/session.h"

namespace weft::editor {

class CurvePlot : public QWidget {
    Q_OBJECT

  public:
    explicit CurvePlot(Session& session, QWidget* parent = nullptr);

    /// What is drawn, in which colours: anew whenever the document has changed.
    void show_tracks(std::map<TrackId, QColor> tracks);
    /// The track that keys go along, and new keyframes are of.
    void set_current(const std::optional<TrackId>& track);
    const std::optional<TrackId>& current() const { return current_; }
    const TrackKeys& selected() const { return selected_; }
    void select(TrackKeys keys);
    void select_all();
    /// From the selected keyframe to the one after it on its track, or before.
    void go_to_key(int step, bool extend);

    void frame_all();
    void frame_selected();
    /// A keyframe of the current track at the current frame, which changes nothing yet.
    void add_here();
    void delete_selected();
    void set_kind(Interpolation interpolation);
    /// Moves what is selected by frames and by steps of value that are seen; the tip of a tangent
    /// where one is in hand.
    void nudge(int frames, int steps);

    /// Of the selected keyframes: what can be pulled.
    std::vector<TangentId> tangents() const;
    /// The tangent in hand, which keys pull.
    const std::optional<TangentId>& tangent() const { return tangent_; }
    /// Takes the next one in hand; none after the last.
    void take_next_tangent();
    /// Draws the tangent in hand.
    void pull_to(const Tangent& tangent);
    /// Where both sides of the keyframe have one slope, `alone` pulls one of them.
    void nudge_tangent(int frames, int steps, bool alone);
    void join_selected();
    void flatten_selected();

    const PlotArea& area() const { return area_; }
    /// Where a keyframe lies, or the tip of a tangent. Requires that it is there.
    QPointF point_of(const TrackKey& key) const;
    QPointF tip_point(const TangentId& id) const;
    QSize sizeHint() const override { return {460, 260}; }

  Q_SIGNALS:
    void selected_changed();
    void current_changed();
    void menu_wanted(const QPoint& at);

  protected:
    void paintEvent(QPaintEvent*) override;
    void resizeEvent(QResizeEvent*) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

  private:
    enum class Drag { kNone, kPan, kFrame, kKeys, kTip, kBox };

    const Graph& graph() const { return session_.document().draft.graph; }
    void follow();
    void frame_keys(const TrackKeys& keys);
    TrackKeys all_keys() const;
    std::optional<TrackKey> key_under(QPointF point) const;
    std::optional<TrackId> track_under(QPointF point) const;
    std::optional<TangentId> tip_under(QPointF point) const;
    void add_under(QPointF point);
    void scrub(QPointF point);
    void press_key(const TrackKey& key, bool more);
    void drag_keys(QPointF point, bool one_way);
    bool move_to(const Document& from, const TrackKeys& keys, int frames, double by,
                 const QString& merge);
    double step_of_value() const;
    void take(std::optional<TangentId> tangent);
    void press_tip(const TangentId& id);
    void drag_tip(QPointF point, bool one_way, bool alone);
    void pull(const Document& from, const Tangent& to, bool alone, const QString& merge);
    void end_drag();

    QString description() const;
    void paint_grid(QPainter& painter) const;
    void paint_track(QPainter& painter, const TrackId& track, const QColor& colour) const;
    void paint_keys(QPainter& painter, const TrackId& track, const QColor& colour) const;
    void paint_tips(QPainter& painter) const;
    void paint_frame(QPainter& painter) const;

    Session& session_;
    PlotArea area_;
    std::map<TrackId, QColor> tracks_;
    std::optional<TrackId> current_;
    TrackKeys selected_;
    std::optional<TangentId> tangent_;

    Drag drag_ = Drag::kNone;
    QPointF pressed_, last_;
    Document before_;  // a drag of keyframes or a tip: the document it began with
    TrackKeys held_;   // and where they were then; of a box what was selected already
    std::optional<TrackKey> let_go_;  // where nothing is dragged after all
    bool pulling_ = false;            // a tip, and not only taking it in hand
};

}  // namespace weft::editor
