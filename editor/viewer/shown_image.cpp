#include "viewer/shown_image.h"

#include <QElapsedTimer>
#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>
#include <vector>

namespace weft::editor {
namespace {

constexpr int kAtOnce = 100'000;  // pixels that are drawn exactly while the picture moves
constexpr int kBand = 64'000;     // pixels that refine() draws between two looks at the clock
constexpr int kCoarse = 4;        // pixels of the screen each way that one stands for

/// On a grid so fine that nobody sees it, on which sums with whole numbers are exact: what is moved
/// has the very pixels that it would be drawn with.
Placement on_grid(const Placement& placement) {
    const auto rounded = [](double v) { return std::round(v * 65536.0) / 65536.0; };
    return {{rounded(placement.origin.x()), rounded(placement.origin.y())}, placement.zoom};
}

bool is_whole(QPointF p) { return p.x() == std::floor(p.x()) && p.y() == std::floor(p.y()); }

long long area(const QRect& rect) { return static_cast<long long>(rect.width()) * rect.height(); }

/// Where the columns or rows `begin` to `end` of a window lay before, clamped to a range of int.
std::vector<int> places_before(int begin, int end, double origin, double origin_before,
                               double ratio) {
    std::vector<int> places;
    places.reserve(static_cast<std::size_t>(end - begin));
    for (int i = begin; i < end; ++i)
        places.push_back(static_cast<int>(
            std::clamp(std::floor(origin_before + (i + 0.5 - origin) * ratio), -1e9, 1e9)));
    return places;
}

/// The first and the one after the last of ascending places that lie in `first` to `last`.
std::pair<int, int> covered(const std::vector<int>& places, int first, int last) {
    const auto begin = std::lower_bound(places.begin(), places.end(), first);
    const auto end = std::lower_bound(begin, places.end(), last);
    return {static_cast<int>(begin - places.begin()), static_cast<int>(end - places.begin())};
}

}  // namespace

void ShownImage::forget() {
    is_drawn_ = false;
    stands_in_ = {};
}

void ShownImage::show(const ShownScene& scene, const Placement& at, const QRect& part,
                      bool in_motion) {
    const Placement placement = on_grid(at);
    const QPointF shift = placement.origin - placement_.origin;
    const bool is_moved = placement.zoom == placement_.zoom && is_whole(shift);
    // Stripes lie on the window, not on the picture.
    const bool is_striped = scene.colours.transform().mark_not_finite && !shift.isNull();
    QRect kept;  // of the part
    if (!is_drawn_ || is_striped || (!is_moved && !in_motion)) {
        begin(placement, part);
        stands_in_ = {};
    } else if (is_moved) {
        if (shift.isNull() && part == part_) {
            if (!in_motion) finish(scene);
            return;
        }
        kept = move(shift.toPoint(), placement, part);
    } else {
        kept = stretch(placement, part);
    }
    for (const QRect& rest : QRegion(part) - kept) {
        if (in_motion && !kept.isEmpty() && area(rest) > kAtOnce) {
            draw_coarse(scene, rest);
            stands_in_ += rest;
        } else {
            draw(scene, rest);
        }
    }
    if (!in_motion) finish(scene);
}

void ShownImage::begin(const Placement& placement, const QRect& part) {
    std::swap(image_, before_);
    if (image_.size() != part.size()) image_ = QImage(part.size(), QImage::Format_RGB32);
    placement_ = placement;
    part_ = part;
    is_drawn_ = true;
}

QRect ShownImage::move(QPoint shift, const Placement& placement, const QRect& part) {
    const QRect was = part_.translated(shift), kept = was & part;
    begin(placement, part);
    stands_in_ = stands_in_.translated(shift) & kept;
    const auto bytes = static_cast<std::size_t>(kept.width()) * sizeof(QRgb);
    for (int y = kept.top(); y <= kept.bottom(); ++y)
        std::memcpy(pixels(y) + kept.left() - part.left(),
                    reinterpret_cast<const QRgb*>(before_.constScanLine(y - was.top())) +
                        kept.left() - was.left(),
                    bytes);
    return kept;
}

QRect ShownImage::stretch(const Placement& placement, const QRect& part) {
    const double ratio = placement_.zoom / placement.zoom;
    const QPointF now = placement.origin, then = placement_.origin;
    const std::vector<int> columns =
        places_before(part.left(), part.right() + 1, now.x(), then.x(), ratio);
    const std::vector<int> rows =
        places_before(part.top(), part.bottom() + 1, now.y(), then.y(), ratio);
    const QRect was = part_;
    const auto [left, right] = covered(columns, was.left(), was.right() + 1);
    const auto [top, bottom] = covered(rows, was.top(), was.bottom() + 1);
    begin(placement, part);
    const QRect kept(part.left() + left, part.top() + top, right - left, bottom - top);
    const std::span<const int> taken(columns.data() + left, static_cast<std::size_t>(kept.width()));
    for (int y = kept.top(); y <= kept.bottom(); ++y) {
        const int row = rows[static_cast<std::size_t>(y - part.top())];
        const auto* from =
            reinterpret_cast<const QRgb*>(before_.constScanLine(row - was.top())) - was.left();
        QRgb* to = pixels(y) + left;
        for (const int column : taken) *to++ = from[column];
    }
    stands_in_ = kept;
    return kept;
}

QRgb* ShownImage::pixels(int y) {
    return reinterpret_cast<QRgb*>(image_.scanLine(y - part_.top()));
}

void ShownImage::draw(const ShownScene& scene, const QRect& rect) {
    draw_layers(scene.layers, scene.colours, placement_, rect, image_,
                rect.topLeft() - part_.topLeft(), kGround);
}

void ShownImage::draw_coarse(const ShownScene& scene, const QRect& rect) {
    const auto down = [](int v) { return v >= 0 ? v / kCoarse : -((-v - 1) / kCoarse) - 1; };
    const QRect few(QPoint(down(rect.left()), down(rect.top())),
                    QPoint(down(rect.right()), down(rect.bottom())));
    QImage coarse(few.size(), QImage::Format_RGB32);
    draw_layers(scene.layers, scene.colours,
                {placement_.origin / kCoarse, placement_.zoom / kCoarse}, few, coarse, {}, kGround);
    for (int y = rect.top(); y <= rect.bottom(); ++y) {
        const auto* from =
            reinterpret_cast<const QRgb*>(coarse.constScanLine(down(y) - few.top())) - few.left();
        QRgb* to = pixels(y) - part_.left();
        for (int x = rect.left(); x <= rect.right(); ++x) to[x] = from[down(x)];
    }
}

void ShownImage::finish(const ShownScene& scene) {
    for (const QRect& rect : std::exchange(stands_in_, {})) draw(scene, rect);
}

void ShownImage::refine(const ShownScene& scene, int milliseconds) {
    QElapsedTimer timer;
    for (timer.start(); !is_exact() && timer.elapsed() < milliseconds;) {
        const QRect all = stands_in_.boundingRect();
        if (next_row_ < all.top() || next_row_ > all.bottom()) next_row_ = all.top();
        const int rows = std::max(1, kBand / all.width());
        const QRect band = QRect(all.left(), next_row_, all.width(), rows) & all;
        next_row_ += rows;
        for (const QRect& rect : stands_in_& band) draw(scene, rect);
        stands_in_ -= band;
    }
}

}  // namespace weft::editor
