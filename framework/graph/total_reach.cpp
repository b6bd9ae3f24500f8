// Composes what nodes read: floor((a i + b) / d) plus an offset, one after the other.
#include "graph/total_reach.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "graph/descriptor.h"

namespace weft {

namespace {

/// Element i reads an input from scale i + low to scale i + high, on one axis.
struct Span {
    double scale = 1.0;
    double low = 0.0, high = 0.0;
    double begun = 0.0;  ///< low, from where moving averages are begun
    bool whole = false;  ///< the whole line, along a recurrence
};

/// What an image is made of, of one of the graph's inputs.
struct Spans {
    Span x, y;
    bool anywhere = false;
};

/// By the number of the graph's input; those that count are there.
using Sources = std::map<int, Spans>;

/// Reads from `least` to `most` around the element that `scale` gives, of a picture whose elements
/// read `source`.
Span read_through(const Span& source, const Scale& scale, int least, int most) {
    const double times = scale.times, plus = scale.plus, over = scale.over;
    // What floor() drops of times i + plus: from plus modulo the divisor that both share.
    const int shared = std::gcd(scale.times, scale.over);
    const int dropped = ((scale.plus % shared) + shared) % shared;
    const double most_dropped = scale.over - shared + dropped;
    Span span = source;
    span.scale = source.scale * times / over;
    const double first = source.scale * (least + (plus - most_dropped) / over);
    span.low = source.low + first;
    span.begun = source.begun + first;
    span.high = source.high + source.scale * (most + (plus - dropped) / over);
    return span;
}

/// Of a scan's outputs: what the elements before read too.
void scan(const FunctorBase& functor, const Node& node, Span& span) {
    if (functor.dependence() == eRecurrence) span.whole = true;
    if (functor.dependence() == eMovingAverage)
        span.begun -= span.scale * (node.restart_period - 1);
}

Spans read_through(const Spans& source, const IndexerBase& indexer) {
    const OffsetBounds b = offset_bounds(indexer);
    Spans spans;
    spans.x = read_through(source.x, indexer.ScaleX, b.x_min, b.x_max);
    spans.y = read_through(source.y, indexer.ScaleY, b.y_min, b.y_max);
    spans.anywhere = source.anywhere || indexer.freedom == eRandom;
    return spans;
}

void join(Span& all, const Span& one) {
    all.low = std::min(all.low, one.low);
    all.high = std::max(all.high, one.high);
    all.begun = std::min(all.begun, one.begun);
    all.whole = all.whole || one.whole;
}

/// Of one input, read at two ways: at two resolutions the distance grows with the place.
void join(Sources& all, int input, const Spans& one) {
    const auto [at, is_first] = all.try_emplace(input, one);
    if (is_first) return;
    Spans& spans = at->second;
    spans.anywhere = spans.anywhere || one.anywhere || spans.x.scale != one.x.scale ||
                     spans.y.scale != one.y.scale;
    join(spans.x, one.x);
    join(spans.y, one.y);
}

/// Pixels, which lie at whole places: where elements do too, a part of one is not reached.
int pixels(double distance, double scale) {
    constexpr double kRounding = 1e-6, kMost = 2.0 * kMaxCoordinate;
    const bool whole = scale == std::floor(scale);
    const double count = whole ? std::floor(distance + kRounding) : std::ceil(distance - kRounding);
    return static_cast<int>(std::clamp(count, 0.0, kMost));
}

Sources sources_of(const Node& node, const Library& library,
                   const std::map<ImageId, Sources>& known) {
    const std::unique_ptr<FunctorBase> functor = instantiate(node, library);
    Sources sources;
    std::size_t input = 0;
    for (const NamedIndexer& n : indexers_of(*functor)) {
        if (n.indexer->direction != eInput) continue;
        const ImageId image = node.inputs[input++];
        if (reads_nothing(*n.indexer)) continue;
        for (const auto& [number, source] : known.at(image)) {
            Spans spans = read_through(source, *n.indexer);
            spans.anywhere = spans.anywhere || functor->dependence() == eReduction;
            scan(*functor, node, functor->ScanAxis == eHorizontal ? spans.x : spans.y);
            join(sources, number, spans);
        }
    }
    return sources;
}

}  // namespace

TotalReach total_reach(const Graph& graph, const Library& library) {
    std::map<ImageId, Sources> known;
    for (int i = 0; i < static_cast<int>(graph.inputs.size()); ++i)
        known[{NodeId{}, i}] = {{i, Spans{}}};
    for (const Node& node : graph.nodes) {
        const Sources sources = sources_of(node, library, known);
        const std::size_t outputs = describe(*library.find(node.functor)).outputs.size();
        for (int o = 0; o < static_cast<int>(outputs); ++o) known[{node.id, o}] = sources;
    }
    TotalReach reach;
    for (const GraphOutput& output : graph.outputs)
        for (const auto& [input, spans] : known.at(output.image)) {
            const auto& [x, y, anywhere] = spans;
            reach.anywhere = reach.anywhere || anywhere;
            reach.rows = reach.rows || x.whole;
            reach.columns = reach.columns || y.whole;
            reach.left = std::max(reach.left, pixels(-x.low, x.scale));
            reach.right = std::max(reach.right, pixels(x.high, x.scale));
            reach.above = std::max(reach.above, pixels(-y.low, y.scale));
            reach.below = std::max(reach.below, pixels(y.high, y.scale));
            reach.begun_left = std::max(reach.begun_left, pixels(x.low - x.begun, x.scale));
            reach.begun_above = std::max(reach.begun_above, pixels(y.low - y.begun, y.scale));
        }
    return reach;
}

}  // namespace weft
