// Handles over the picture: where they lie, which is under the pointer, how they are drawn.
#include <QPainter>
#include <cmath>
#include <utility>

#include "view/theme.h"
#include "viewer/picture_view.h"

namespace weft::editor {
namespace {

double length(QPointF way) { return std::hypot(way.x(), way.y()); }

double direction(QPointF way) { return std::atan2(way.y(), way.x()); }

}  // namespace

void PictureView::show_handles(std::vector<HandleMark> handles, bool figure) {
    if (handles == handles_ && figure == figure_) return;
    handles_ = std::move(handles);
    figure_ = figure;
    if (handle_ >= static_cast<int>(handles_.size())) handle_ = -1;
    update();
}

QPointF PictureView::handle_at(int handle) const {
    return placement_.origin + handles_[static_cast<std::size_t>(handle)].place * placement_.zoom;
}

QPointF PictureView::middle_of(const HandleMark& mark) const {
    return placement_.origin + mark.from * placement_.zoom;
}

/// A ring that turns can be taken anywhere.
int PictureView::handle_under(QPointF point, bool below) const {
    int found = -1;
    for (int i = 0; i < static_cast<int>(handles_.size()); ++i)
        if (length(handle_at(i) - point) < 10.0 && (found < 0 || below)) found = i;
    for (int i = 0; found < 0 && i < static_cast<int>(handles_.size()); ++i) {
        const HandleMark& mark = handles_[static_cast<std::size_t>(i)];
        const QPointF middle = middle_of(mark);
        if (mark.kind == HandleMark::kTurn &&
            std::abs(length(point - middle) - length(handle_at(i) - middle)) < 6.0)
            found = i;
    }
    return found;
}

/// What is under the pointer, which may be away from its place.
void PictureView::take_handle(bool below) {
    handle_ = handle_under(last_, below);
    handle_turn_.reset();
    if (handle_ < 0) return;
    const HandleMark& mark = handles_[static_cast<std::size_t>(handle_)];
    handle_offset_ = handle_at(handle_) - last_;
    const QPointF middle = middle_of(mark);
    if (mark.kind == HandleMark::kTurn)
        handle_turn_ = direction(handle_at(handle_) - middle) - direction(last_ - middle);
}

QPointF PictureView::handle_place() const {
    if (!handle_turn_) return last_ + handle_offset_;
    const QPointF middle = middle_of(handles_[static_cast<std::size_t>(handle_)]);
    const double there = direction(last_ - middle) + *handle_turn_;
    const double far = length(handle_at(handle_) - middle);
    return middle + far * QPointF(std::cos(there), std::sin(there));
}

/// Orange with a dark outline, so that they are seen on any picture: of points rings with a dot, of
/// ways arrows to a square, of what turns a ring with a knob, of scales small squares.
void PictureView::paint_handles(QPainter& painter) const {
    if (handles_.empty() || !shown_) return;
    painter.setRenderHint(QPainter::Antialiasing);
    QPolygonF outline;
    for (int i = 0; i < static_cast<int>(handles_.size()); ++i) outline.append(handle_at(i));
    const QColor bright = theme::handle(), dark(0, 0, 0, 210);
    for (const bool under : {true, false}) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(under ? dark : bright, under ? 4.0 : 1.5, Qt::SolidLine, Qt::RoundCap,
                            Qt::RoundJoin));
        if (figure_) painter.drawPolygon(outline);
        for (const HandleMark& mark : handles_) {
            const QPointF from = middle_of(mark),
                          to = placement_.origin + mark.place * placement_.zoom;
            if (mark.kind == HandleMark::kTurn)
                painter.drawEllipse(from, length(to - from), length(to - from));
            else if (mark.kind == HandleMark::kWay && from != to)
                painter.drawLine(from, to);
        }
    }
    for (const bool under : {true, false})
        for (int i = 0; i < static_cast<int>(handles_.size()); ++i) paint_handle(painter, i, under);
}

void PictureView::paint_handle(QPainter& painter, int handle, bool under) const {
    const QColor bright = theme::handle(), dark(0, 0, 0, 210);
    const QPointF at = handle_at(handle);
    const bool lit = handle == handle_;
    const auto kind = handles_[static_cast<std::size_t>(handle)].kind;
    const auto square = [&](double r) { return QRectF(at - QPointF(r, r), QSizeF(2 * r, 2 * r)); };
    if (kind == HandleMark::kTurn || kind == HandleMark::kScale) {
        const double r = lit ? 6.0 : 4.5;
        painter.setPen(QPen(dark, under ? 3.0 : 1.0));
        painter.setBrush(lit ? QColor(255, 255, 255) : bright);
        kind == HandleMark::kTurn ? painter.drawEllipse(at, r, r) : painter.drawRect(square(r));
        return;
    }
    const double r = lit ? 8.0 : 6.0;
    painter.setPen(QPen(under ? dark : bright, under ? 5.0 : 2.0));
    painter.setBrush(under ? QBrush(QColor(0, 0, 0, 90)) : QBrush(Qt::NoBrush));
    kind == HandleMark::kWay ? painter.drawRect(square(r)) : painter.drawEllipse(at, r, r);
    if (under) return;
    painter.setPen(QPen(dark, 1.0));
    painter.setBrush(lit ? QColor(255, 255, 255) : bright);
    painter.drawEllipse(at, 2.5, 2.5);
}

}  // namespace weft::editor
