// Binds a functor's indexers to pictures and walks it over the elements.
#include "runtime/reference/run_node.h"

#include <algorithm>
#include <memory>

#include "core/reduction.h"
#include "graph/descriptor.h"

namespace weft {

namespace {

/// The functor's indexers bound to planes, moved together.
class Cursor {
  public:
    Cursor(FunctorBase& functor, const NodePictures& pictures) : functor_(functor) {
        std::size_t input = 0, output = 0;
        for (const NamedIndexer& n : indexers_of(functor)) {
            const Picture& picture = n.indexer->direction == eInput ? *pictures.inputs[input++]
                                                                    : *pictures.outputs[output++];
            planes_.push_back(picture.plane_refs());
            indexers_.push_back(n.indexer);
        }
        for (std::size_t i = 0; i < indexers_.size(); ++i)
            indexers_[i]->bind(planes_[i].data(), static_cast<int>(planes_[i].size()));
    }

    void move_to(int x, int y, int plane) const {
        functor_.move_to(x, y, plane);
        for (IndexerBase* indexer : indexers_) indexer->move_to(x, y, plane);
    }

  private:
    FunctorBase& functor_;
    std::vector<std::vector<PlaneRef>> planes_;
    std::vector<IndexerBase*> indexers_;
};

bool run_parallel(FunctorBase& functor, const Cursor& cursor, const Rect& elements, int plane,
                  Progress& progress) {
    for (int y = elements.y0; y < elements.y1; ++y) {
        if (progress.cancelled()) return false;
        for (int x = elements.x0; x < elements.x1; ++x) {
            cursor.move_to(x, y, plane);
            functor.kernel();
        }
        progress.done(1);
    }
    return true;
}

/// Line by line along the scan axis; the state lives in the functor from element to element. A
/// recurrence's (period 0) is built where the elements of a line begin, in its direction.
bool run_scan(FunctorBase& functor, const Cursor& cursor, const Rect& elements, int plane,
              int origin, int period, Progress& progress) {
    const bool horizontal = functor.ScanAxis == eHorizontal;
    const int first = horizontal ? elements.x0 : elements.y0;
    const int last = horizontal ? elements.x1 : elements.y1;
    const int first_line = horizontal ? elements.y0 : elements.x0;
    const int last_line = horizontal ? elements.y1 : elements.x1;
    for (int line = first_line; line < last_line; ++line) {
        if (progress.cancelled()) return false;
        for (int n = 0; n < last - first; ++n) {
            const int i = functor.ScanBackwards ? last - 1 - n : first + n;
            cursor.move_to(horizontal ? i : line, horizontal ? line : i, plane);
            if (period == 0 ? n == 0 : (i - origin) % period == 0) functor.initialise();
            functor.kernel();
        }
        progress.done(1);
    }
    return true;
}

bool scans(const FunctorBase& functor) {
    return functor.dependence() == eMovingAverage || functor.dependence() == eRecurrence;
}

/// One lane of a reduction's leaf, or what several came to: a functor with its state, at pictures.
struct Lane {
    Lane(const FunctorBase& functor, const NodePictures& pictures)
        : functor(functor.clone()), cursor(*this->functor, pictures) {}

    std::unique_ptr<FunctorBase> functor;
    Cursor cursor;
};
using Lanes = std::vector<std::unique_ptr<Lane>>;

void combine_lanes(Lanes& lanes) {
    combine_neighbours(static_cast<int>(lanes.size()), [&](int a, int b) {
        lanes[static_cast<std::size_t>(a)]->functor->combine(
            *lanes[static_cast<std::size_t>(b)]->functor);
    });
}

/// What a leaf comes to (core/reduction.h).
std::unique_ptr<Lane> reduce_leaf(const FunctorBase& functor, const NodePictures& pictures,
                                  const Rect& leaf, int plane) {
    Lanes lanes;
    for (int k = 0; k < kLeafLanes; ++k) {
        lanes.push_back(std::make_unique<Lane>(functor, pictures));
        lanes.back()->functor->initialise();
    }
    for (int y = leaf.y0; y < leaf.y1; ++y)
        for (int x = leaf.x0; x < leaf.x1; ++x) {
            const Lane& lane = *lanes[static_cast<std::size_t>((x - leaf.x0) % kLeafLanes)];
            lane.cursor.move_to(x, y, plane);
            lane.functor->kernel();
        }
    combine_lanes(lanes);
    return std::move(lanes.front());
}

bool run_reduction(const FunctorBase& functor, const NodePictures& pictures, const Rect& elements,
                   int plane, Progress& progress) {
    Lanes leaves;
    for (int y = elements.y0; y < elements.y1; y += kLeafHeight) {
        if (progress.cancelled()) return false;
        for (int x = elements.x0; x < elements.x1; x += kLeafWidth) {
            const Rect leaf = intersect({x, y, x + kLeafWidth, y + kLeafHeight}, elements);
            leaves.push_back(reduce_leaf(functor, pictures, leaf, plane));
        }
        progress.done(std::min(kLeafHeight, elements.y1 - y));
    }
    combine_lanes(leaves);
    const Lane& all = *leaves.front();
    const Rect& outputs = pictures.outputs.front()->domain();
    for (int y = outputs.y0; y < outputs.y1; ++y)
        for (int x = outputs.x0; x < outputs.x1; ++x) {
            all.cursor.move_to(x, y, plane);
            all.functor->result();
        }
    return true;
}

}  // namespace

int count_passes(FunctorBase& functor, const std::vector<int>& output_planes) {
    return describe(functor).per_pixel()
               ? 1
               : *std::max_element(output_planes.begin(), output_planes.end());
}

long long count_rows(const FunctorBase& functor, const Rect& elements, int passes) {
    const bool columns = scans(functor) && functor.ScanAxis == eVertical;
    return static_cast<long long>(passes) * (columns ? elements.width() : elements.height());
}

bool run_node(const Node& node, FunctorBase& functor, const NodePictures& pictures,
              const Rect& domain, const Rect& elements, Progress& progress) {
    const Cursor cursor(functor, pictures);
    std::vector<int> planes;
    for (const Picture* output : pictures.outputs) planes.push_back(output->planes());
    const int passes = count_passes(functor, planes);
    const int origin = functor.ScanAxis == eHorizontal ? domain.x0 : domain.y0;
    for (int plane = 0; plane < passes; ++plane) {
        const bool done =
            functor.dependence() == eReduction
                ? run_reduction(functor, pictures, elements, plane, progress)
            : scans(functor)
                ? run_scan(functor, cursor, elements, plane, origin, node.restart_period, progress)
                : run_parallel(functor, cursor, elements, plane, progress);
        if (!done) return false;
    }
    return true;
}

}  // namespace weft
