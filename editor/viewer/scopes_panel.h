// The panel of scopes: histogram, waveform, vectorscope, and the numbers below them.
#pragma once

#include <QWidget>
#include <memory>
#include <optional>

#include "viewer/scopes.h"
#include "viewer/statistics.h"

namespace weft::editor {

class ScopesPanel : public QWidget {
    Q_OBJECT

  public:
    explicit ScopesPanel(QWidget* parent = nullptr);

    /// What is measured: a region of a picture, all of it where there is none. Nothing is computed
    /// while the panel is hidden.
    void show_picture(std::shared_ptr<const Picture> picture, std::optional<Rect> region,
                      const DisplayTransform& transform);
    /// The numbers as they are shown: a line for the region, one per plane.
    QStringList numbers() const;

    QSize sizeHint() const override { return {520, 360}; }

  protected:
    void paintEvent(QPaintEvent*) override;
    void showEvent(QShowEvent*) override { measure(); }

  private:
    void measure();
    void paint_histogram(QPainter& painter, const QRectF& box) const;
    void paint_vectorscope(QPainter& painter, const QRectF& box) const;

    std::shared_ptr<const Picture> picture_;
    std::optional<Rect> region_;
    DisplayTransform transform_;
    Histogram histogram_{};
    QImage waveform_, vectorscope_;
    std::vector<PlaneStatistics> statistics_;
};

}  // namespace weft::editor
