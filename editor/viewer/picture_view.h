// The picture itself: pan, zoom at the pointer, and what lies under it. The only bright thing.
#pragma once

#include <QWidget>
#include <memory>
#include <optional>

#include "viewer/display.h"

namespace weft::editor {

class PictureView : public QWidget {
    Q_OBJECT

  public:
    explicit PictureView(QWidget* parent = nullptr);

    /// Shows a picture, reduced or not; it lies where the one before lay. The first is fitted.
    void show_picture(std::shared_ptr<const Picture> picture, int reduction);
    const std::shared_ptr<const Picture>& picture() const { return picture_; }
    void set_transform(const DisplayTransform& transform);
    const DisplayTransform& transform() const { return transform_; }
    void fit();
    void zoom_to(double zoom);
    double zoom() const { return placement_.zoom; }

  Q_SIGNALS:
    /// The pixel under the pointer, and its values; nothing where there is none.
    void probed(const QString& text);
    void zoomed(double zoom);

  protected:
    void paintEvent(QPaintEvent*) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent*) override;
    void wheelEvent(QWheelEvent* event) override;
    void resizeEvent(QResizeEvent*) override;

  private:
    void zoom_at(QPointF point, double zoom);
    void probe(QPointF point);
    QRectF frame() const;

    std::shared_ptr<const Picture> picture_;
    DisplayTransform transform_;
    Placement placement_;
    bool fitted_ = true;  // and stays so when the window changes
    QPointF last_;
    QImage image_;  // what is shown now; null: to be made
};

}  // namespace weft::editor
