// Which part of a domain bordered reads land in, without visiting every read.
#include <algorithm>

#include "graph/descriptor.h"
#include "graph/regions.h"

namespace weft {

namespace {

using Wide = long long;

/// `v` modulo `n`, never negative.
Wide wrap(Wide v, Wide n) {
    const Wide m = v % n;
    return m < 0 ? m + n : m;
}

/// Where half-sample mirroring of n elements puts m, 0 <= m < 2n.
Wide fold(Wide m, Wide n) { return m < n ? m : 2 * n - 1 - m; }

}  // namespace

Interval footprint(Interval elements, int dmin, int dmax, Interval domain, BorderMode border) {
    if (elements.first >= elements.last || domain.first >= domain.last || dmin > dmax) return {};
    const Wide lo = domain.first, n = Wide{domain.last} - domain.first;
    // The reads as distances from the domain's first element, both ends included.
    const Wide first = Wide{elements.first} + dmin - lo;
    const Wide last = Wide{elements.last} - 1 + dmax - lo;
    const auto interval = [&](Wide from, Wide to) {
        return Interval{static_cast<int>(lo + from), static_cast<int>(lo + to + 1)};
    };
    if (first >= 0 && last < n) return interval(first, last);

    switch (border) {
        case eClamp:
            return interval(std::clamp(first, Wide{0}, n - 1), std::clamp(last, Wide{0}, n - 1));
        case eConstant:
            if (last < 0 || first >= n) return {};
            return interval(std::max(first, Wide{0}), std::min(last, n - 1));
        case eRepeat: {
            const Wide begin = wrap(first, n);
            const Wide end = begin + (last - first);
            return end < n ? interval(begin, end) : interval(0, n - 1);
        }
        case eMirror: {
            // Positions within mirrored periods of 2n: the fold falls and rises again at their ends
            // and turns at n - 1.
            const Wide begin = wrap(first, 2 * n);
            const Wide end = begin + (last - first);
            if (end - begin >= 2 * n - 1) return interval(0, n - 1);
            const Wide a = fold(begin, n), b = fold(wrap(end, 2 * n), n);
            const bool at_first = end >= 2 * n - 1 || begin == 0;
            const bool at_last = (begin <= n - 1 && end >= n - 1) || end >= 3 * n - 1;
            return interval(at_first ? 0 : std::min(a, b), at_last ? n - 1 : std::max(a, b));
        }
    }
    return interval(0, n - 1);
}

Rect footprint(const Rect& readers, const IndexerBase& indexer, const Rect& domain) {
    const Rect elements = scaled(indexer.ScaleX, indexer.ScaleY, readers);
    const auto area = [&](const OffsetBounds& b) {
        const Interval x = footprint({elements.x0, elements.x1}, b.x_min, b.x_max,
                                     {domain.x0, domain.x1}, indexer.border.mode);
        const Interval y = footprint({elements.y0, elements.y1}, b.y_min, b.y_max,
                                     {domain.y0, domain.y1}, indexer.border.mode);
        const Rect r{x.first, y.first, x.last, y.last};
        return r.empty() ? Rect{} : r;
    };
    if (elements.empty() || domain.empty()) return {};
    if (indexer.freedom == eRandom) return domain;
    if (indexer.freedom != eSparse) return area(offset_bounds(indexer));
    // One by one: the hull of far offsets may wrap where none of them does.
    Rect all;
    for (int i = 0; i < indexer.Offsets.count; ++i) {
        const Offset o = indexer.Offsets.items[i];
        all = hull(all, area({o.x, o.x, o.y, o.y}));
    }
    return all;
}

}  // namespace weft
