// Domains forward, regions of interest backward, plane counts forward.
//
// Domain of definition of a node's outputs: the hull of its inputs' domains, or what its functor
// says (Shape() in core/functor.h). Every read outside the producer's domain obeys the reading
// indexer's border, so every element is defined.
// Region of interest of a picture: the hull, over its readers, of what each needs, intersected with
// the picture's domain after applying the border (repeat and far mirrors may need the far side).
// Where the graph's intermediates are unbounded a node's pictures are needed wherever they are
// read; only the graph's inputs are cut and have borders, and what a reduction came to.
//
// A moving average computes its elements in order from a place where its state is rebuilt, so it
// reads for more elements than are asked of it: computed_elements() says which. The region of its
// outputs stays what their readers need.
#pragma once

#include <map>
#include <vector>

#include "core/image_shape.h"
#include "core/rect.h"
#include "graph/graph.h"

namespace weft {

/// Default shapes for a graph's inputs: `domain`, and `planes` planes, or one where a functor that
/// is evaluated per pixel reads the input by eComponent.
std::vector<ImageShape> usual_input_shapes(const Graph& graph, const Library& library,
                                           const Rect& domain, int planes);

/// Shapes of all pictures in the graph, from those of the graph's inputs.
/// Plane counts: a functor whose indexers are all eComponent runs once per plane; its inputs have
/// n planes or 1 (a single plane serves all), its outputs n. A functor with an ePixel indexer runs
/// once per pixel: its eComponent inputs must have 1 plane, its eComponent outputs have 1, and its
/// ePixel outputs have as many as its ePixel inputs (the most, when they differ; 1 without any).
/// A functor with a Shape() says domain and planes itself; all its outputs have one domain, and as
/// many planes as the rules above let the kernel write.
/// Errors: an empty input, more than kMaxPlanes, plane counts that do not agree, a Shape() that
/// breaks these rules (names the node), a Prepare() or Shape() that was aborted (core/host_call.h).
/// Requires a validated graph.
Result<std::map<ImageId, ImageShape>> infer_shapes(const Graph& graph, const Library& library,
                                                   const std::vector<ImageShape>& inputs);

/// Whether `image` depends on a functor with a Shape(). Requires a validated graph.
bool has_own_shape(const Graph& graph, const Library& library, ImageId image);

/// Tells a functor of its pictures: Domain and Planes of its indexers, then Measure(). `inputs` and
/// `outputs` are in the order of its indexers. An error where Measure() was aborted; it names
/// `node`, whose functor it is.
Status set_pictures(const Node& node, FunctorBase& functor, const std::vector<ImageShape>& inputs,
                    const std::vector<ImageShape>& outputs);

/// What of a picture is of use where nobody asks for a part: its frame, or all of its domain where
/// one of `inputs`, those of the graph, is defined beyond its own frame.
Rect usual_region(const ImageShape& picture, const std::vector<ImageShape>& inputs);

/// The rectangles that are computed for `regions`, which has one per graph output or none at all:
/// an absent or empty one stands for the output's whole domain, any other is cut to it. An error
/// where a region lies outside its output's domain; it names the output.
Result<std::vector<Rect>> resolve_regions(const Graph& graph,
                                          const std::map<ImageId, ImageShape>& shapes,
                                          const std::vector<Rect>& regions);

/// The part of each picture that is needed for `regions` of the outputs (one per graph output;
/// each is intersected with the output's domain). Pictures not needed are absent, those that only
/// constant borders stand in for among them. Exact taps are the translator's knowledge: here an
/// indexer is taken to read everything within its declared radii or all its listed offsets.
/// The error names a node that unbounded intermediates would have computed beyond kMaxCoordinate.
Result<std::map<ImageId, Rect>> infer_regions(const Graph& graph, const Library& library,
                                              const std::map<ImageId, ImageShape>& shapes,
                                              const std::vector<Rect>& regions);

/// The elements that a node computes so that `needed` of its outputs is right: `needed` itself or,
/// for a moving average, begun at the last multiple of restart_period from the origin of `domain`
/// (its outputs') along the scan axis at or before the first needed element, which may lie before
/// the origin too; for a recurrence, begun at the first element of `domain` along the scan axis,
/// or the last one where it runs backwards.
Rect computed_elements(const Node& node, const FunctorBase& functor, const Rect& domain,
                       const Rect& needed);

/// The elements that a reduction combines, for any part of its outputs: the hull of its inputs'
/// domains, without those of eRandom inputs unless all are. `inputs` are in order.
Rect reduced_elements(FunctorBase& functor, const std::vector<ImageShape>& inputs);

/// The part of `domain` that an input indexer, its border included, reads for the elements
/// `readers`; Rect{} where all reads yield the border's constant.
Rect footprint(const Rect& readers, const IndexerBase& indexer, const Rect& domain);

/// A half-open interval of coordinates, empty when first == last.
struct Interval {
    int first = 0, last = 0;
    friend bool operator==(const Interval&, const Interval&) = default;
};

/// The smallest interval of `domain` that holds all reads at e + d, for e in `elements` and
/// dmin <= d <= dmax, once the border is applied. Empty where all yield the constant.
Interval footprint(Interval elements, int dmin, int dmax, Interval domain, BorderMode border);

}  // namespace weft
