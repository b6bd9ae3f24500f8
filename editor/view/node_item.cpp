#include "view/node_item.h"

#include <QPainter>
#include <QStyleOptionGraphicsItem>
#include <algorithm>

#include "view/theme.h"

namespace weft::editor {
namespace {

constexpr double kBand = 4.0, kPort = 4.0;

double spread(int index, std::size_t count) {
    return NodeItem::kWidth * (index + 1.0) / (static_cast<double>(count) + 1.0) -
           NodeItem::kWidth / 2.0;
}

void triangle(QPainter& painter, double x, double y) {
    const QPointF points[] = {{x - kPort, y}, {x + kPort, y}, {x, y + kPort + 1.0}};
    painter.drawPolygon(points, 3);
}

/// No letter is smaller on the screen, in pixels from its ascent to its descent.
constexpr double kLeastText = 12.0;

/// The font that is drawn at a zoom, no smaller on the screen than kLeastText.
QFont legible(QFont font, double zoom) {
    const double height = QFontMetricsF(font).height() * zoom;
    if (height < kLeastText) font.setPointSizeF(font.pointSizeF() * kLeastText / height);
    return font;
}

/// Of signs beside a box: how much larger they are drawn, so that they can be told at a zoom.
double sign_scale(double zoom) { return std::clamp(0.8 / zoom, 1.0, 2.0); }

QString percent(double share) {
    if (share > 0.0 && share < 0.01) return QStringLiteral("<1 %");
    return QStringLiteral("%1 %").arg(qRound(share * 100.0));
}

/// "1", "1, 3", or how many where those are too many to be told.
QString numbers_of(const std::vector<int>& kernels) {
    constexpr std::size_t kMaxTold = 3;
    if (kernels.size() > kMaxTold) return QStringLiteral("×%1").arg(kernels.size());
    QStringList numbers;
    for (const int kernel : kernels) numbers.append(QString::number(kernel + 1));
    return numbers.join(QStringLiteral(", "));
}

}  // namespace

NodeItem::NodeItem(ItemId id) : id_(id) { setZValue(1.0); }

void NodeItem::set_look(NodeLook look) {
    if (look == look_) return;
    look_ = std::move(look);
    update();
}

void NodeItem::set_hovered(bool hovered) {
    hovered_ = hovered;
    update();
}

QPointF NodeItem::input_at(int input) const {
    return pos() + QPointF(spread(input, look_.inputs.size()), -kHeight / 2.0);
}

QPointF NodeItem::output_at(int output) const {
    return pos() + QPointF(spread(output, look_.outputs.size()), kHeight / 2.0);
}

QRectF NodeItem::boundingRect() const {
    return {-kWidth / 2.0 - 8.0, -kHeight / 2.0 - 14.0, kWidth + 16.0, kHeight + 36.0};
}

void NodeItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
    const double zoom =
        QStyleOptionGraphicsItem::levelOfDetailFromTransform(painter->worldTransform());
    const QRectF box(-kWidth / 2.0, -kHeight / 2.0, kWidth, kHeight);
    const QColor band = theme::colour(look_.category);
    const bool is_faint = look_.disabled || look_.outside;
    painter->setRenderHint(QPainter::Antialiasing);
    paint_ports(*painter);
    const bool is_end = look_.shape == BoxShape::kEnd;
    const double round = is_end ? kHeight / 2.0 : 3.0;
    QPainterPath outline;
    outline.addRoundedRect(box, round, round);
    if (look_.shape == BoxShape::kGroup) {  // a stack of boxes
        painter->setPen(QPen(theme::now().line, 1.0));
        painter->setBrush(theme::mixed(theme::now().raised, theme::now().dim_text, 0.3));
        for (const double below : {5.0, 2.5}) painter->drawPath(outline.translated(below, below));
        painter->setBrush(Qt::NoBrush);
    }
    paint_fill(*painter, outline);
    painter->save();
    painter->setClipPath(outline, Qt::IntersectClip);
    const double width = is_end ? kHeight / 2.0 - 2.0 : kBand;
    painter->fillRect(QRectF(box.left(), box.top(), width, box.height()),
                      is_faint ? theme::mixed(band, theme::now().pane, 0.6) : band);
    painter->restore();
    painter->setPen(QPen(look_.selected  ? theme::now().accent
                         : look_.outside ? theme::now().faint_text
                                         : theme::now().line,
                         look_.selected ? 1.6 : 1.0, look_.outside ? Qt::DashLine : Qt::SolidLine));
    painter->drawPath(outline);

    if (look_.disabled) {  // crossed out, behind its name
        painter->setPen(QPen(theme::now().faint_text, 1.2));
        painter->drawLine(box.bottomLeft() + QPointF(6, -1), box.topRight() + QPointF(-1, 1));
        painter->drawLine(box.topLeft() + QPointF(6, 1), box.bottomRight() + QPointF(-1, -1));
    }
    // From farther away a name would be a few letters in its box: the pointer tells it.
    constexpr double kFarthest = 0.29;
    if (zoom < kFarthest) return;
    QFont font = legible(theme::font(), zoom);
    painter->setFont(font);
    const bool has_glyph = zoom >= 0.55;
    const double right =
        look_.share >= 0.0 ? 36.0
        : look_.kernels.empty()
            ? 8.0
            : 12.0 + 12.0 * static_cast<double>(std::min<std::size_t>(look_.kernels.size(), 3));
    const QRectF place = has_glyph
                             ? box.adjusted(width + 18.0, 0.0, -right, -1.0)
                             : box.adjusted(width + 4.0, 0.0, is_end ? -kHeight / 4.0 : -2.0, -1.0);
    const QFontMetricsF metrics(font);
    painter->setPen(is_faint ? theme::now().dim_text : theme::now().text);
    painter->drawText(place, Qt::AlignVCenter | Qt::AlignLeft,
                      metrics.elidedText(look_.name, Qt::ElideMiddle, place.width()));
    if (has_glyph)
        painter->fillPath(theme::glyph(look_.category)
                              .translated(box.left() + width + 10.0, box.center().y() - 0.5),
                          theme::mixed(band, theme::now().dim_text, is_faint ? 0.8 : 0.2));
    paint_states(*painter, zoom);
    if (look_.note.isEmpty() || !has_glyph) return;
    font = theme::font();
    font.setPointSizeF(7.5);
    font.setItalic(true);
    font = legible(font, zoom);
    const QFontMetricsF small(font);
    const QString line = small.elidedText(look_.note.section('\n', 0, 0), Qt::ElideRight, kWidth);
    const QRectF below(box.left() + 2.0, box.bottom() + 6.0, small.horizontalAdvance(line) + 4.0,
                       small.height());
    painter->fillRect(below, theme::now().window);  // over the wire
    painter->setFont(font);
    painter->setPen(theme::now().dim_text);
    painter->drawText(below, Qt::AlignCenter, line);
}

/// A stripe for each of its kernels.
void NodeItem::paint_fill(QPainter& painter, const QPainterPath& outline) const {
    const QColor plain = hovered_ ? theme::now().hover : theme::now().raised;
    if (look_.unknown) {
        painter.fillPath(outline, theme::mixed(plain, theme::now().error, 0.45));
    } else if (look_.disabled || look_.outside) {
        painter.fillPath(outline, theme::now().pane);
    } else if (look_.share >= 0.0 || look_.kernels.empty()) {
        painter.fillPath(outline, look_.share >= 0.0 ? theme::heat(look_.heat) : plain);
    } else {
        painter.save();
        painter.setClipPath(outline, Qt::IntersectClip);
        const double stripe = kWidth / static_cast<double>(look_.kernels.size());
        double left = -kWidth / 2.0;
        for (const int kernel : look_.kernels) {
            painter.fillRect(QRectF(left, -kHeight / 2.0, stripe, kHeight),
                             theme::mixed(plain, theme::kernel(kernel), 0.38));
            left += stripe;
        }
        painter.restore();
    }
}

void NodeItem::paint_ports(QPainter& painter) const {
    const bool near = hovered_ || look_.selected;
    painter.setPen(Qt::NoPen);
    for (std::size_t i = 0; i < look_.inputs.size(); ++i) {
        const QColor colour = near ? theme::now().wire_lit : theme::now().wire;
        // Hollow where an optional input is read when it is given.
        const bool filled = look_.inputs[i].optional.empty();
        painter.setPen(filled ? QPen(Qt::NoPen) : QPen(colour, 1.4));
        painter.setBrush(filled ? QBrush(colour) : QBrush(Qt::NoBrush));
        triangle(painter, spread(static_cast<int>(i), look_.inputs.size()),
                 -kHeight / 2.0 - kPort - 1.0);
    }
    painter.setPen(Qt::NoPen);
    for (std::size_t i = 0; i < look_.outputs.size(); ++i) {
        painter.setBrush(near ? theme::now().wire_lit : theme::now().wire);
        triangle(painter, spread(static_cast<int>(i), look_.outputs.size()), kHeight / 2.0);
    }
    painter.setBrush(Qt::NoBrush);
}

void NodeItem::paint_states(QPainter& painter, double zoom) const {
    const QRectF box(-kWidth / 2.0, -kHeight / 2.0, kWidth, kHeight);
    QFont font = theme::font();
    font.setPointSizeF(7.5);
    font.setBold(true);
    painter.setFont(font);
    painter.setPen(Qt::NoPen);
    const double scale = sign_scale(zoom);
    const auto begin_sign = [&](QPointF fixed) {  // a point of the sign that stays
        painter.save();
        painter.translate(fixed);
        painter.scale(scale, scale);
        painter.translate(-fixed);
    };
    if (!look_.slots.isEmpty()) {
        const double wide = 8.0 + 7.0 * static_cast<double>(look_.slots.size());
        const QRectF tab(box.right() - 6.0 - wide, box.top() - 11.0, wide, 11.0);
        begin_sign(tab.bottomRight());
        painter.setBrush(look_.viewed ? theme::now().text : theme::now().wire);
        painter.drawRoundedRect(tab, 2.0, 2.0);
        painter.setPen(theme::now().window);
        painter.drawText(tab, Qt::AlignCenter, look_.slots);
        painter.restore();
    }
    if (look_.cloned) {
        const QRectF badge(box.left() - 6.0, box.top() - 6.0, 13.0, 13.0);
        begin_sign(badge.center());
        painter.setBrush(theme::now().accent);
        painter.drawEllipse(badge);
        painter.setPen(theme::now().window);
        painter.drawText(badge, Qt::AlignCenter, QStringLiteral("C"));
        painter.restore();
    }
    if (!look_.problem.isEmpty()) {
        const QRectF badge(box.right() - 7.0, box.bottom() - 9.0, 14.0, 14.0);
        begin_sign(badge.center());
        painter.setBrush(theme::now().error);
        painter.drawEllipse(badge);
        painter.setPen(Qt::white);
        painter.drawText(badge, Qt::AlignCenter, QStringLiteral("!"));
        painter.restore();
    } else if (!look_.warning.isEmpty()) {
        const QPointF centre(box.right(), box.bottom() - 2.0);
        begin_sign(centre);
        painter.setBrush(theme::now().warning);
        painter.drawPath(theme::warning_sign().translated(centre));
        painter.setPen(theme::now().on_warning);
        painter.drawText(QRectF(centre.x() - 7.0, centre.y() - 6.0, 14.0, 14.0), Qt::AlignCenter,
                         QStringLiteral("!"));
        painter.restore();
    }
    if (zoom < 0.55) return;
    painter.setFont(legible(font, zoom));
    const QString at_right = look_.share >= 0.0 ? percent(look_.share) : numbers_of(look_.kernels);
    painter.setPen(theme::now().text);
    painter.drawText(box.adjusted(0.0, 0.0, -7.0, 0.0), Qt::AlignVCenter | Qt::AlignRight,
                     at_right);
    painter.setBrush(Qt::NoBrush);
}

}  // namespace weft::editor
