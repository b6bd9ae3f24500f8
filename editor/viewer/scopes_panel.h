// The panel of scopes: histogram, waveform, vectorscope, and the numbers below them.
#pragma once

#include <QWidget>
#include <optional>

#include "view/latest_work.h"
#include "viewer/scopes.h"
#include "viewer/statistics.h"

namespace weft::editor {

class ScopesPanel : public QWidget {
    Q_OBJECT

  public:
    explicit ScopesPanel(QWidget* parent = nullptr);

    /// What is measured, beside the GUI: a region of a layer in its pixels, all of it where there
    /// is none. What was measured before is shown meanwhile; nothing is kept or computed while the
    /// panel is hidden.
    void show_picture(const Layer& layer, std::optional<Rect> region);
    /// How the screen shows it.
    void show_transform(const DisplayTransform& transform);
    /// The numbers as they are shown: a line for the region, one per plane.
    QStringList numbers() const;
    /// Whether something is being measured.
    bool busy() const { return busy_; }

  Q_SIGNALS:
    /// The panel is shown, or hidden: something is to be measured, or nothing.
    void visibility_changed();

  public:
    QSize sizeHint() const override { return {520, 360}; }

  protected:
    void paintEvent(QPaintEvent*) override;
    void showEvent(QShowEvent*) override { Q_EMIT visibility_changed(); }
    void hideEvent(QHideEvent*) override;

  private:
    struct Subject {
        Layer layer;
        std::optional<Rect> region;
        Rect area() const { return region.value_or(layer.domain()); }
    };
    struct Request {
        Subject subject;
        DisplayTransform transform;
        bool counts;  ///< the numbers too, which are of values and not of the screen
    };
    struct Measured {
        std::optional<Rect> region;
        Rect area;
        std::vector<PlaneStatistics> statistics;
    };
    void measure();
    void work(const Request& request, int number, const std::atomic<bool>& cancel);
    void paint_histogram(QPainter& painter, const QRectF& box) const;
    void paint_vectorscope(QPainter& painter, const QRectF& box) const;

    std::optional<Subject> subject_;
    DisplayTransform transform_;
    bool counted_ = false;               // the numbers are of subject_
    bool busy_ = false, again_ = false;  // it has changed since what is measured now
    Scopes scopes_;
    std::optional<Measured> measured_;
    LatestWork<Request> work_;  // last: it uses the others
};

}  // namespace weft::editor
