// The pane of curves: a list of what changes over time, its curves, and the selected keyframe, or
// the tangent in hand, in figures.
#pragma once

#include <QWidget>

#include "curves/curve_plot.h"

class QListWidget;
class QHBoxLayout;

namespace weft::editor {

class CurvesPanel : public QWidget {
    Q_OBJECT

  public:
    explicit CurvesPanel(Session& session, QWidget* parent = nullptr);

    CurvePlot& plot() { return *plot_; }
    QSize sizeHint() const override { return {640, 300}; }

  protected:
    /// While it is hidden it follows nothing.
    void showEvent(QShowEvent*) override;

  private:
    void make_actions();
    void add_bar(QHBoxLayout& bar);
    void refresh();
    /// Names the rows of the list. Nodes may have been renamed.
    void show_names();
    void show_checked();
    /// Of a colour's number its own, of others in turn.
    QColor hue(std::size_t track) const;
    void enable_actions();
    void show_menu(const QPoint& at);

    Session& session_;
    CurvePlot* plot_;
    QListWidget* list_;
    std::vector<TrackId> tracks_;
    std::set<TrackId> hidden_;
};

}  // namespace weft::editor
