// The picture itself: pan, zoom at the pointer, and what lies under it. The only bright thing.
#pragma once

#include <QTimer>
#include <QWidget>
#include <memory>
#include <optional>
#include <vector>

#include "model/colour.h"
#include "viewer/display.h"
#include "viewer/shown_image.h"
#include "viewer/viewed_picture.h"

namespace weft::editor {

/// How a second picture is shown beside the first.
enum class Compare { kNone, kWipe, kDifference, kSideBySide };

/// Something over the picture that is dragged, in pixels of it in full.
struct HandleMark {
    QPointF place;
    QPointF from;  ///< where a way begins that ends there, the middle of what is turned or
                   ///< scaled; of a point the place itself
    enum { kPoint, kWay, kTurn, kScale } kind = kPoint;  ///< a way may have no length
    friend bool operator==(const HandleMark&, const HandleMark&) = default;
};

class PictureView : public QWidget {
    Q_OBJECT

  public:
    explicit PictureView(QWidget* parent = nullptr);

    /// Shows a picture, reduced or not; it lies where the one before lay. The first is fitted.
    /// `more`: it is more of what is shown, coarser or finer. Where it is not there yet, what is
    /// coarser shows, and of as large a picture what was shown before.
    void show_picture(const ViewedPicture& picture, bool more);
    /// Shows nothing: another document's picture would be a wrong one. The next lies where it lay.
    void forget_picture();
    /// A sentence over a dark frame instead of the picture, until one is shown; empty: none.
    void show_message(const QString& message);
    const QString& message() const { return message_; }
    void set_compare(Compare compare);
    Compare compare() const { return compare_; }
    /// Where the wipe divides the picture, 0 to 1 of its width.
    double wipe() const { return wipe_; }
    void set_wipe(double wipe);
    /// Pixels of the picture in full that are measured; nothing: all. Dragged with Ctrl and Shift.
    const std::optional<Rect>& region() const { return region_; }
    void set_region(std::optional<Rect> region);
    /// The picture, where all of it is there; null otherwise.
    std::shared_ptr<const Picture> picture() const;
    /// What is shown, and measured: the picture, or how it differs from the other.
    const std::optional<Layer>& layer() const { return layer_; }
    /// What of a picture lies in the window, in pixels of it in full; all of it, where it is
    /// fitted.
    Rect seen() const;
    void set_transform(const DisplayTransform& transform);
    const DisplayTransform& transform() const { return colours_.transform(); }
    /// Handles over the picture; those of a figure are joined to a closed outline.
    void show_handles(std::vector<HandleMark> handles, bool figure);
    /// Where a handle lies in the window.
    QPointF handle_at(int handle) const;
    /// While it is on, a click picks the colour of a pixel and a drag the mean of an area.
    void set_picking(bool picking);
    bool is_picking() const { return picking_; }
    /// Whether the frame and the bounding box are drawn.
    void show_boxes(bool shown);
    bool shows_boxes() const { return shows_boxes_; }
    void fit();
    void zoom_to(double zoom);
    double zoom() const { return placement_.zoom; }

  Q_SIGNALS:
    /// The pixel under the pointer, and its values; nothing where there is none.
    void probed(const QString& text);
    void zoomed(double zoom);
    /// Something else may be seen().
    void seen_changed();
    void region_changed();
    /// A colour was picked (viewer/picked_colour.h): one of many on the way; the way has ended.
    void picked(const weft::editor::Colour& light);
    void pick_ended();
    /// Escape: no more colours are to be picked.
    void picking_given_up();
    /// A handle is dragged to a place, in pixels of the picture in full; and let go.
    void handle_dragged(int handle, QPointF place);
    void handle_released();

  protected:
    void paintEvent(QPaintEvent*) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent*) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent*) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void resizeEvent(QResizeEvent*) override;

  private:
    enum class Drag { kNone, kPan, kWipe, kRegion, kHandle, kPick };
    void zoom_at(QPointF point, double zoom);
    void forget_images();
    void moved();
    void move_on();
    void rest();
    void compare_anew();
    bool has_other() const { return shown_ && shown_->other; }
    void paint_layers(QPainter& painter, ShownImage& image, const std::vector<Layer>& layers,
                      QPointF shift, const QRectF& part) const;
    double wipe_x() const;
    /// The window, or half of it where there are two side by side.
    double room() const;
    QPointF pixel_at(QPointF point) const;
    void paint_message(QPainter& painter) const;
    QRectF in_window(const Rect& pixels) const;
    void paint_boxes(QPainter& painter) const;
    void paint_region(QPainter& painter) const;
    void paint_handles(QPainter& painter) const;
    void paint_handle(QPainter& painter, int handle, bool under) const;
    void take_handle(bool below);
    /// Where the handle that is dragged comes to lie in the window.
    QPointF handle_place() const;
    QPointF middle_of(const HandleMark& mark) const;
    void paint_picked(QPainter& painter) const;
    void pick();
    /// The layers of the picture under the pointer, which comes to lie in it: with a wipe, or side
    /// by side, either's.
    const std::vector<Layer>& layers_under(QPointF& point) const;
    /// The pixels between two places, both in it.
    Rect area(QPointF from, QPointF to) const;
    /// The handle under the pointer, of several that lie there the last with `below`; -1: none.
    int handle_under(QPointF point, bool below) const;
    void probe(QPointF point);
    QRectF frame() const;

    QString message_;
    std::optional<ViewedPicture> shown_;
    std::optional<ViewedPicture> below_;  // shows where that is not there
    bool stale_ = false;                  // below_ is of another request
    std::optional<Layer> layer_;
    std::vector<Layer> layers_, other_layers_;  // as they are compared; the first on top
    Compare compare_ = Compare::kNone;
    double wipe_ = 0.5;
    std::optional<Rect> region_;
    bool shows_boxes_ = true;
    Drag drag_ = Drag::kNone;
    QPointF region_from_;  // where its drag began, in pixels of the picture in full
    std::vector<HandleMark> handles_;
    bool figure_ = false;
    int handle_ = -1;                    // under the pointer, or dragged
    QPointF handle_offset_;              // from the pointer
    std::optional<double> handle_turn_;  // of one that turns: from the pointer, in radians
    bool picking_ = false;
    QPointF pick_from_, pick_to_;  // in the window
    ScreenColours colours_;
    Placement placement_;
    bool fitted_ = true;  // and stays so when the window changes
    QPointF last_;
    ShownImage image_, other_image_;
    bool in_motion_ = false;  // what is shown may be coarse for a moment
    QTimer rest_timer_;
};

}  // namespace weft::editor
