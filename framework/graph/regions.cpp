// Shapes forward and regions backward over a graph.
#include "graph/regions.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "graph/descriptor.h"
#include "graph/host_error.h"
#include "graph/windows.h"

namespace weft {

namespace {

using Wide = long long;

/// Stands for what lies too far out for an int to be sure of.
constexpr Wide kFarOutside = -2LL * kMaxCoordinate;

std::string to_text(const Rect& r) {
    return fmt::format("{}x{} at {},{}", r.width(), r.height(), r.x0, r.y0);
}

/// An edge of `r` that lies beyond the coordinates that there are, if one does.
std::optional<int> edge_beyond(const Rect& r) {
    for (const int v : {r.x0, r.y0, r.x1, r.y1})
        if (v < -kMaxCoordinate || v > kMaxCoordinate) return v;
    return std::nullopt;
}

Status check_input(const GraphInput& input, const ImageShape& shape) {
    const Rect& d = shape.domain;
    if (const std::optional<int> edge = edge_beyond(d))
        return Error{ErrorKind::kInput,
                     fmt::format("input \"{}\" reaches to the coordinate {}: coordinates lie from "
                                 "{} to {}",
                                 input.name, *edge, -kMaxCoordinate, kMaxCoordinate)};
    if (d.empty())
        return Error{ErrorKind::kInput,
                     fmt::format("input \"{}\" has no pixels ({})", input.name, to_text(d))};
    if (shape.planes < 1 || shape.planes > kMaxPlanes)
        return Error{ErrorKind::kInput,
                     fmt::format("input \"{}\" has {} planes: from 1 to {} are allowed", input.name,
                                 shape.planes, kMaxPlanes)};
    if (!d.contains(shape.frame))
        return Error{ErrorKind::kInput,
                     fmt::format("input \"{}\" is {}, but its frame is {}: a picture's domain "
                                 "holds its frame",
                                 input.name, to_text(d), to_text(shape.frame))};
    return {};
}

/// Plane counts of a node: what its planewise outputs have, and its pixelwise ones.
struct OutputPlanes {
    int component = 1, pixel = 1;
};

Result<OutputPlanes> output_planes(const Node& node, const FunctorDescriptor& d,
                                   const std::map<ImageId, ImageShape>& shapes) {
    const bool per_pixel = d.per_pixel();
    OutputPlanes most;
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        int& count = d.inputs[i].granularity == ePixel ? most.pixel : most.component;
        count = std::max(count, shapes.at(node.inputs[i]).planes);
    }
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        const int planes = shapes.at(node.inputs[i]).planes;
        if (d.inputs[i].granularity == ePixel || planes == 1) continue;
        if (per_pixel)
            return Error{
                ErrorKind::kDocument,
                fmt::format("node \"{}\": input \"{}\" of {} reads a single plane, but its "
                            "picture has {}",
                            node.name, d.inputs[i].name, node.functor, planes)};
        if (planes != most.component)
            return Error{
                ErrorKind::kDocument,
                fmt::format("node \"{}\": its inputs have {} and {} planes: they must have "
                            "equally many, or one",
                            node.name, planes, most.component)};
    }
    return most;
}

std::string named(const Node& node) {
    return fmt::format("node \"{}\" ({})", node.name, node.functor);
}

Error bad_shape(const Node& node, const std::string& what) {
    return {ErrorKind::kDocument, fmt::format("node \"{}\": {} {}", node.name, node.functor, what)};
}

/// Whether a kernel of this kind can fill an output of so many planes.
Status check_planes(const Node& node, const FunctorDescriptor& d, const IndexerDescriptor& output,
                    int planes, int read_by_plane) {
    if (planes < 1 || planes > kMaxPlanes)
        return bad_shape(
            node, fmt::format("makes {} planes: from 1 to {} are allowed", planes, kMaxPlanes));
    if (output.granularity == ePixel) return {};
    if (d.per_pixel() && planes != 1)
        return bad_shape(node, fmt::format("makes {} planes of \"{}\", which it writes a single "
                                           "plane of",
                                           planes, output.name));
    if (read_by_plane > 1 && planes != read_by_plane)
        return bad_shape(node, fmt::format("makes {} planes from {}, one by one: they must be "
                                           "equally many",
                                           planes, read_by_plane));
    return {};
}

Status check_domain(const Node& node, const ImageShape& shape) {
    const Rect& domain = shape.domain;
    if (domain.empty())
        return bad_shape(node, fmt::format("makes no pixels ({})", to_text(domain)));
    if (const std::optional<int> edge = edge_beyond(domain))
        return bad_shape(node, fmt::format("makes a picture that reaches to the coordinate {}: "
                                           "coordinates lie from {} to {}",
                                           *edge, -kMaxCoordinate, kMaxCoordinate));
    if (!domain.contains(shape.frame))
        return bad_shape(node, fmt::format("makes a picture of {} with the frame {}: the domain "
                                           "holds the frame",
                                           to_text(domain), to_text(shape.frame)));
    return {};
}

/// What the shape of an output leaves open, as its inputs have it: the frame of the first that is
/// as large, the first one's pixels, the colours of the first with as many planes, of which one
/// with alpha comes first.
ImageShape like_inputs(ImageShape shape, const std::vector<ImageShape>& inputs) {
    if (shape.frame.empty())
        for (const ImageShape& input : inputs) {
            if (input.domain != shape.domain) continue;
            shape.frame = input.frame;
            break;
        }
    if (shape.pixel_aspect == 0.0f && !inputs.empty())
        shape.pixel_aspect = inputs.front().pixel_aspect;
    if (shape.colours > 0) return shape;
    for (const ImageShape& input : inputs) {
        if (input.planes != shape.planes || (shape.colours > 0 && input.alpha < 0)) continue;
        shape.colours = input.colours;
        shape.alpha = input.alpha;
        if (shape.alpha >= 0) break;
    }
    return shape;
}

/// What a functor says of its own outputs, checked.
Result<std::vector<ImageShape>> own_shapes(const Node& node, const FunctorDescriptor& d,
                                           const FunctorBase& functor, const OutputPlanes& planes,
                                           const std::vector<ImageShape>& inputs) {
    std::vector<ImageShape> shapes;
    for (std::size_t o = 0; o < d.outputs.size(); ++o) {
        ImageShape shape = functor.shape(static_cast<int>(o), inputs.data());
        if (Status s = host_status(functor.fault(), named(node)); !s) return s.error();
        shape = like_inputs(shape, inputs);
        shape.data_window = {};  // is inferred
        if (Status s = check_domain(node, shape); !s) return s.error();
        if (Status s = check_planes(node, d, d.outputs[o], shape.planes, planes.component); !s)
            return s.error();
        const bool differs = o > 0 && (shape.domain != shapes[0].domain ||
                                       (!d.per_pixel() && shape.planes != shapes[0].planes));
        if (differs)
            return bad_shape(node,
                             "makes outputs of different sizes: a kernel writes all its "
                             "outputs at the same elements");
        shapes.push_back(shape);
    }
    return shapes;
}

/// Where all that the inputs are defined in comes to lie, of a functor that moves them with nothing
/// around them; else nothing.
Rect moved_to(const FunctorBase& functor, std::vector<ImageShape> inputs) {
    constexpr Rect kAnywhere{-kMaxCoordinate, -kMaxCoordinate, kMaxCoordinate, kMaxCoordinate};
    if (!functor.has_data_window() || !ends_all_inputs(functor)) return {};
    for (ImageShape& input : inputs) input.data_window = input.domain;
    const Rect window = window_of(functor, inputs, kAnywhere);
    return window == kAnywhere ? Rect{} : window;
}

/// The shapes of outputs that are as large as the inputs together, and hold them where they are
/// moved to.
std::vector<ImageShape> shapes_like(const std::vector<ImageShape>& inputs,
                                    const FunctorBase& functor, const FunctorDescriptor& d,
                                    const OutputPlanes& planes) {
    ImageShape shape;
    shape.domain = moved_to(functor, inputs);
    for (const ImageShape& input : inputs) shape.domain = hull(shape.domain, input.domain);
    const auto from = static_cast<std::size_t>(functor.frame_input());
    if (from < inputs.size()) {
        shape.frame = inputs[from].frame;
        shape.pixel_aspect = inputs[from].pixel_aspect;
    }
    std::vector<ImageShape> result;
    for (const IndexerDescriptor& output : d.outputs) {
        shape.planes = output.granularity == ePixel ? planes.pixel : planes.component;
        result.push_back(like_inputs(shape, inputs));
    }
    return result;
}

/// The window of a picture that holds zeros alone: no window is empty, so one pixel of its frame.
Rect nothing(const ImageShape& shape) {
    return {shape.frame.x0, shape.frame.y0, shape.frame.x0 + 1, shape.frame.y0 + 1};
}

/// The shapes of a node's outputs.
Result<std::vector<ImageShape>> output_shapes(const Node& node, const Library& library,
                                              const std::map<ImageId, ImageShape>& shapes) {
    const std::unique_ptr<FunctorBase> functor = instantiate(node, library);
    if (Status s = host_status(functor->fault(), named(node)); !s) return s.error();
    const FunctorDescriptor d = describe(*functor);
    const Result<OutputPlanes> planes = output_planes(node, d, shapes);
    if (!planes) return planes.error();
    std::vector<ImageShape> inputs;
    for (const ImageId& input : node.inputs) inputs.push_back(shapes.at(input));
    Result<std::vector<ImageShape>> result = functor->has_shape()
                                                 ? own_shapes(node, d, *functor, *planes, inputs)
                                                 : shapes_like(inputs, *functor, d, *planes);
    if (!result) return result;
    for (ImageShape& shape : *result) shape = completed(shape);
    const bool whole = std::all_of(inputs.begin(), inputs.end(), [](const ImageShape& input) {
        return input.data_window == input.domain;
    });
    if (whole && !functor->has_data_window()) return result;
    if (Status s = set_pictures(node, *functor, inputs, *result); !s) return s.error();
    const Rect window = window_of(*functor, inputs, result->front().domain);
    for (ImageShape& shape : *result) shape.data_window = window.empty() ? nothing(shape) : window;
    return result;
}

}  // namespace

std::vector<ImageShape> usual_input_shapes(const Graph& graph, const Library& library,
                                           const Rect& domain, int planes) {
    std::vector<ImageShape> shapes(graph.inputs.size(), {domain, planes});
    for (const Node& node : graph.nodes) {
        const FunctorType* type = library.find(node.functor);
        if (type == nullptr) continue;
        const FunctorDescriptor d = describe(*type);
        if (!d.per_pixel()) continue;
        for (std::size_t i = 0; i < node.inputs.size() && i < d.inputs.size(); ++i)
            for (std::size_t g = 0; g < shapes.size(); ++g)
                if (d.inputs[i].granularity == eComponent &&
                    node.inputs[i] == ImageId{NodeId{}, static_cast<int>(g)})
                    shapes[g].planes = 1;
    }
    return shapes;
}

Result<std::map<ImageId, ImageShape>> infer_shapes(const Graph& graph, const Library& library,
                                                   const std::vector<ImageShape>& inputs) {
    if (inputs.size() != graph.inputs.size())
        return Error{ErrorKind::kUsage,
                     fmt::format("the effect \"{}\" takes {} inputs, but {} were "
                                 "given",
                                 graph.name, graph.inputs.size(), inputs.size())};
    std::map<ImageId, ImageShape> shapes;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        if (Status s = check_input(graph.inputs[i], inputs[i]); !s) return s.error();
        shapes[{NodeId{}, static_cast<int>(i)}] = completed(inputs[i]);
    }
    for (const Node& node : graph.nodes) {
        const Result<std::vector<ImageShape>> outputs = output_shapes(node, library, shapes);
        if (!outputs) return outputs.error();
        for (std::size_t o = 0; o < outputs->size(); ++o)
            shapes[{node.id, static_cast<int>(o)}] = (*outputs)[o];
    }
    return shapes;
}

bool has_own_shape(const Graph& graph, const Library& library, ImageId image) {
    std::set<ImageId> shaped;  // nodes follow what they read
    for (const Node& node : graph.nodes) {
        const FunctorDescriptor d = describe(*library.find(node.functor));
        const bool follows =
            std::any_of(node.inputs.begin(), node.inputs.end(),
                        [&](const ImageId& input) { return shaped.count(input) > 0; });
        if (!d.has_shape && !follows) continue;
        for (std::size_t o = 0; o < d.outputs.size(); ++o)
            shaped.insert({node.id, static_cast<int>(o)});
    }
    return shaped.count(image) > 0;
}

Status set_pictures(const Node& node, FunctorBase& functor, const std::vector<ImageShape>& inputs,
                    const std::vector<ImageShape>& outputs) {
    std::size_t input = 0, output = 0;
    for (const NamedIndexer& n : indexers_of(functor)) {
        const ImageShape& shape =
            n.indexer->direction == eInput ? inputs[input++] : outputs[output++];
        n.indexer->Domain = shape.domain;
        n.indexer->Planes = shape.planes;
        n.indexer->Colours = shape.colours;
        n.indexer->Alpha = shape.alpha;
        n.indexer->Frame = shape.frame;
        n.indexer->DataWindow = n.indexer->direction == eInput
                                    ? seen_window(shape, n.indexer->border)
                                    : shape.data_window;
    }
    functor.measure();
    return host_status(functor.fault(), named(node));
}

Rect usual_region(const ImageShape& picture, const std::vector<ImageShape>& inputs) {
    const bool overscan = std::any_of(inputs.begin(), inputs.end(), [](const ImageShape& input) {
        return !input.frame.contains(input.data_window);
    });
    return overscan ? picture.domain : picture.frame;
}

Result<std::vector<Rect>> resolve_regions(const Graph& graph,
                                          const std::map<ImageId, ImageShape>& shapes,
                                          const std::vector<Rect>& regions) {
    if (!regions.empty() && regions.size() != graph.outputs.size())
        return Error{ErrorKind::kUsage, fmt::format("{} regions were given for {} outputs",
                                                    regions.size(), graph.outputs.size())};
    std::vector<Rect> resolved;
    for (std::size_t i = 0; i < graph.outputs.size(); ++i) {
        const Rect& domain = shapes.at(graph.outputs[i].image).domain;
        const Rect asked = regions.empty() ? Rect{} : regions[i];
        const Rect region = asked.empty() ? domain : intersect(asked, domain);
        if (region.empty())
            return Error{ErrorKind::kUsage,
                         fmt::format("the region {} lies outside output \"{}\", which is {}",
                                     to_text(asked), graph.outputs[i].name, to_text(domain))};
        resolved.push_back(region);
    }
    return resolved;
}

Rect computed_elements(const Node& node, const FunctorBase& functor, const Rect& domain,
                       const Rect& needed) {
    if (needed.empty()) return needed;
    const bool horizontal = functor.ScanAxis == eHorizontal;
    Rect r = needed;
    int& first = horizontal ? r.x0 : r.y0;
    const int origin = horizontal ? domain.x0 : domain.y0;
    if (functor.dependence() == eRecurrence) {
        if (functor.ScanBackwards)
            (horizontal ? r.x1 : r.y1) = horizontal ? domain.x1 : domain.y1;
        else
            first = origin;
    }
    if (functor.dependence() != eMovingAverage) return r;
    const Wide distance = Wide{first} - origin, period = node.restart_period;
    const Wide periods = distance / period - (distance % period < 0 ? 1 : 0);
    first = static_cast<int>(std::max(origin + periods * period, kFarOutside));
    return r;
}

Rect reduced_elements(FunctorBase& functor, const std::vector<ImageShape>& inputs) {
    Rect elements, anywhere;
    std::size_t input = 0;
    for (const NamedIndexer& n : indexers_of(functor)) {
        if (n.indexer->direction != eInput) continue;
        Rect& all = n.indexer->freedom == eRandom ? anywhere : elements;
        all = hull(all, inputs[input++].domain);
    }
    return elements.empty() ? anywhere : elements;
}

namespace {

/// Every element that an indexer may read for `elements`, were there no end to its picture.
Rect reads(const Rect& elements, const IndexerBase& indexer) {
    if (reads_nothing(indexer)) return {};
    const OffsetBounds b = offset_bounds(indexer);
    const Rect r = scaled(indexer.ScaleX, indexer.ScaleY, elements);
    return {r.x0 + b.x_min, r.y0 + b.y_min, r.x1 + b.x_max, r.y1 + b.y_max};
}

Status check_reach(const Node& node, const Rect& elements) {
    if (edge_beyond(elements))
        return Error{ErrorKind::kDocument,
                     fmt::format("node \"{}\": with unbounded intermediates it is computed "
                                 "beyond the coordinates that there are, {} to {}; shorten "
                                 "the restart periods or radii, or bound the intermediates",
                                 node.name, -kMaxCoordinate, kMaxCoordinate)};
    return {};
}

}  // namespace

Result<std::map<ImageId, Rect>> infer_regions(const Graph& graph, const Library& library,
                                              const std::map<ImageId, ImageShape>& shapes,
                                              const std::vector<Rect>& regions) {
    if (!regions.empty() && regions.size() != graph.outputs.size())
        return Error{ErrorKind::kUsage, fmt::format("{} regions were given for {} outputs",
                                                    regions.size(), graph.outputs.size())};
    const bool unbounded = graph.intermediates == Intermediates::kUnbounded;
    std::map<ImageId, Rect> needed;
    const auto need = [&](ImageId image, const Rect& region) {
        if (region.empty()) return;
        Rect& all = needed[image];
        all = hull(all, region);
    };
    for (std::size_t i = 0; i < regions.size(); ++i) {
        const ImageId image = graph.outputs[i].image;
        need(image, intersect(regions[i], shapes.at(image).domain));
    }
    std::set<NodeId> reductions;
    for (const Node& node : graph.nodes)
        if (instantiate(node, library)->dependence() == eReduction) reductions.insert(node.id);
    for (auto node = graph.nodes.rbegin(); node != graph.nodes.rend(); ++node) {
        const std::unique_ptr<FunctorBase> functor = instantiate(*node, library);
        Rect elements;
        int output = 0;
        std::size_t input = 0;
        const std::vector<NamedIndexer> indexers = indexers_of(*functor);
        for (const NamedIndexer& n : indexers) {
            if (n.indexer->direction != eOutput) continue;
            if (const auto at = needed.find({node->id, output}); at != needed.end())
                elements = hull(elements, at->second);
            ++output;
        }
        if (elements.empty()) continue;
        std::vector<ImageShape> inputs;
        for (const ImageId& image : node->inputs) inputs.push_back(shapes.at(image));
        elements =
            reductions.contains(node->id)
                ? reduced_elements(*functor, inputs)
                : computed_elements(*node, *functor, shapes.at({node->id, 0}).domain, elements);
        if (Status s = check_reach(*node, elements); !s) return s.error();
        for (const NamedIndexer& n : indexers) {
            if (n.indexer->direction != eInput) continue;
            const ImageId image = node->inputs[input++];
            const bool endless =
                unbounded && !image.is_graph_input() && !reductions.contains(image.node);
            need(image, endless ? reads(elements, *n.indexer)
                                : footprint(elements, *n.indexer, shapes.at(image).domain));
        }
    }
    return needed;
}

}  // namespace weft
