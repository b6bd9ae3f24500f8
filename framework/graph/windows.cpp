// Data windows forward.
#include "graph/windows.h"

#include <algorithm>
#include <cstddef>
#include <memory>

#include "core/scale.h"
#include "graph/descriptor.h"
#include "graph/regions.h"

namespace weft {
namespace {

bool yields_nothing(const Border& border) {
    return border.mode == eConstant && border.value == 0.0f;
}

/// One axis of a window that is seen through a border that clamps.
Interval clamped(Interval window, Interval domain) {
    return {window.first == domain.first ? -kFarthest : window.first,
            window.last == domain.last ? kFarthest : window.last};
}

/// Zeros to be read around the one element of a domain, and what the functor writes there.
class ZeroRun {
  public:
    explicit ZeroRun(FunctorBase& functor) : functor_(functor), indexers_(indexers_of(functor)) {
        for (const NamedIndexer& n : indexers_) {
            IndexerBase& indexer = *n.indexer;
            written_.emplace_back(static_cast<std::size_t>(indexer.Planes), 0.0f);
            planes_.emplace_back();
            for (float& sample : written_.back()) planes_.back().push_back({&sample, 1, kElement});
            if (indexer.direction == eInput) indexer.border = {eConstant, 0.0f};
            indexer.bind(planes_.back().data(), indexer.Planes);
        }
    }

    /// Whether every element of `plane` is zero, whatever its place: the next is as this one where
    /// the functor has no state, or the same after it as before.
    bool makes_zeros(int plane) {
        functor_.move_to(0, 0, plane);
        for (const NamedIndexer& n : indexers_) n.indexer->move_to(0, 0, plane);
        try {
            const HostCall bounded("Kernel()");
            functor_.asked_place();
            functor_.initialise();
            for (int element = 0; element < kMostElements; ++element) {
                if (functor_.asked_place()) return false;
                const std::vector<std::byte> before = object();
                functor_.kernel();
                if (functor_.asked_place() || !wrote_zeros()) return false;
                if (object() == before) return true;
            }
        } catch (...) {
        }
        return false;
    }

  private:
    static constexpr Rect kElement{0, 0, 1, 1};
    static constexpr int kMostElements = 3;  ///< in which a state comes to rest, if it does

    bool wrote_zeros() const {
        for (std::size_t i = 0; i < indexers_.size(); ++i)
            if (indexers_[i].indexer->direction == eOutput)
                for (const float sample : written_[i])
                    if (sample != 0.0f) return false;
        return true;
    }

    /// All members of the functor.
    std::vector<std::byte> object() const {
        const auto* const first = reinterpret_cast<const std::byte*>(&functor_);
        return {first, first + functor_.object_size()};
    }

    FunctorBase& functor_;
    std::vector<NamedIndexer> indexers_;
    std::vector<std::vector<float>> written_;  ///< of inputs: the zeros
    std::vector<std::vector<PlaneRef>> planes_;
};

/// Whether the functor makes zeros of zeros at every place.
bool keeps_nothing(const FunctorBase& functor) {
    const std::unique_ptr<FunctorBase> copy(functor.clone());
    bool per_pixel = false;
    int planes = 1;
    for (const NamedIndexer& n : indexers_of(*copy)) {
        per_pixel |= n.indexer->granularity == ePixel;
        if (n.indexer->direction == eOutput) planes = std::max(planes, n.indexer->Planes);
    }
    ZeroRun run(*copy);
    for (int plane = 0; plane < (per_pixel ? 1 : planes); ++plane)
        if (!run.makes_zeros(plane)) return false;
    return true;
}

/// Whether some of `elements` of one axis read beyond `domain`.
bool goes_beyond(Interval elements, const Scale& scale, int from, int to, Interval domain) {
    return elements.first < elements.last && (scaled(scale, elements.first) + from < domain.first ||
                                              scaled(scale, elements.last - 1) + to >= domain.last);
}

/// Elements of one axis: those of `elements` that read within `window`, reading from `from` to `to`
/// around the one that `scale` says, of a picture that ends at `domain`.
Interval readers(Interval elements, const Scale& scale, int from, int to, Interval window,
                 Interval domain, const Border& border) {
    const auto first_that = [&](const auto& reached) {  // of elements in order
        int low = elements.first, high = elements.last;
        while (low < high) {
            const int middle = low + (high - low) / 2;
            if (reached(middle))
                high = middle;
            else
                low = middle + 1;
        }
        return low;
    };
    const auto farthest = [&](int e) { return static_cast<long long>(scaled(scale, e)) + to; };
    const auto nearest = [&](int e) { return static_cast<long long>(scaled(scale, e)) + from; };
    const bool beyond =
        elements.first < elements.last &&
        (nearest(elements.first) < domain.first || farthest(elements.last - 1) >= domain.last);
    if (beyond && (reads_far_side(border.mode) || reflects(border.mode))) return elements;
    const Interval seen = border.mode == eClamp ? clamped(window, domain) : window;
    return {first_that([&](int e) { return farthest(e) >= seen.first; }),
            first_that([&](int e) { return nearest(e) >= seen.last; })};
}

/// The elements of `domain` that may read anything but zeros from a picture.
Rect readers_of(const IndexerBase& indexer, const ImageShape& image, const Rect& domain) {
    if (reads_nothing(indexer)) return {};
    const OffsetBounds b = offset_bounds(indexer);
    const Rect &w = image.data_window, &d = image.domain;
    const Interval columns{domain.x0, domain.x1}, rows{domain.y0, domain.y1};
    // Beyond one side all is the constant, wherever the element lies along the other axis.
    if (indexer.border.mode == eConstant && !yields_nothing(indexer.border) &&
        (goes_beyond(columns, indexer.ScaleX, b.x_min, b.x_max, {d.x0, d.x1}) ||
         goes_beyond(rows, indexer.ScaleY, b.y_min, b.y_max, {d.y0, d.y1})))
        return domain;
    const Interval x = readers(columns, indexer.ScaleX, b.x_min, b.x_max, {w.x0, w.x1},
                               {d.x0, d.x1}, indexer.border);
    const Interval y =
        readers(rows, indexer.ScaleY, b.y_min, b.y_max, {w.y0, w.y1}, {d.y0, d.y1}, indexer.border);
    return intersect({x.first, y.first, x.last, y.last}, domain);
}

}  // namespace

Rect seen_window(const ImageShape& picture, const Border& border) {
    constexpr Rect kAll{-kFarthest, -kFarthest, kFarthest, kFarthest};
    const Rect &w = picture.data_window, &d = picture.domain;
    if (yields_nothing(border)) return w;
    if (border.mode != eClamp) return kAll;
    const Interval x = clamped({w.x0, w.x1}, {d.x0, d.x1}), y = clamped({w.y0, w.y1}, {d.y0, d.y1});
    return {x.first, y.first, x.last, y.last};
}

bool ends_all_inputs(const FunctorBase& functor) {
    const std::unique_ptr<FunctorBase> copy(functor.clone());
    const std::vector<NamedIndexer> indexers = indexers_of(*copy);
    return std::all_of(indexers.begin(), indexers.end(), [](const NamedIndexer& n) {
        return n.indexer->direction == eOutput || yields_nothing(n.indexer->border);
    });
}

Rect window_of(const FunctorBase& functor, const std::vector<ImageShape>& inputs,
               const Rect& domain) {
    const std::unique_ptr<FunctorBase> copy(functor.clone());
    bool anywhere = false;
    std::vector<ImageShape> seen;
    for (const NamedIndexer& n : indexers_of(*copy)) {
        if (n.indexer->direction != eInput) continue;
        anywhere |= n.indexer->freedom == eRandom;
        seen.push_back(inputs[seen.size()]);
        seen.back().data_window = seen_window(seen.back(), n.indexer->border);
    }
    if (const int copied = functor.copied_input(); copied >= 0)
        return intersect(seen[static_cast<std::size_t>(copied)].data_window, domain);
    if (functor.has_data_window()) {
        const Rect window = functor.data_window(seen.data());
        return functor.fault().kind == HostFault::kNone ? intersect(window, domain) : domain;
    }
    if (anywhere || functor.dependence() == eReduction) return domain;
    if (!keeps_nothing(functor)) return domain;
    Rect window;
    std::size_t input = 0;
    for (const NamedIndexer& n : indexers_of(*copy))
        if (n.indexer->direction == eInput)
            window = hull(window, readers_of(*n.indexer, inputs[input++], domain));
    if (window.empty() || is_elementwise(functor.dependence())) return window;
    if (functor.ScanAxis == eHorizontal) return {domain.x0, window.y0, domain.x1, window.y1};
    return {window.x0, domain.y0, window.x1, domain.y1};
}

}  // namespace weft
