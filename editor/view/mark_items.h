// Marks on the canvas: backdrops behind everything, dots on wires.
#pragma once

#include <QGraphicsItem>

#include "model/editor_document.h"

namespace weft::editor {

/// A titled area. It is taken by its title, or by its lower right corner to change its size.
class BackdropItem : public QGraphicsItem {
  public:
    static constexpr double kTitle = 22.0, kCorner = 14.0;

    explicit BackdropItem(int id);

    int id() const { return id_; }
    const Backdrop& look() const { return look_; }
    void set_look(const Backdrop& look, bool selected);
    QRectF area() const;  ///< in scene coordinates
    QRectF title() const;
    QRectF corner() const;

    QRectF boundingRect() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) override;

  private:
    int id_;
    Backdrop look_;
    bool selected_ = false;
};

/// A bend that a wire goes through.
class DotItem : public QGraphicsItem {
  public:
    static constexpr double kRadius = 5.0;

    DotItem();
    void set_selected(bool selected);
    QRectF boundingRect() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) override;

  private:
    bool selected_ = false;
};

}  // namespace weft::editor
