#include "engine/differential.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <random>

#include "engine/engine.h"
#include "engine/reach_variants.h"
#include "engine/reference/reference_backend.h"
#include "graph/border_modes.h"
#include "graph/descriptor.h"

namespace weft {

namespace {

std::string sized(const Rect& r) {
    return fmt::format("{}x{}+{}+{}", r.width(), r.height(), r.x0, r.y0);
}

/// The graph as the case has it.
Graph graph_of_case(Graph graph, const DifferentialCase& c) {
    if (!c.keep_borders)
        for (Node& node : graph.nodes)
            for (Border& b : node.borders) b = c.border;
    if (c.unbounded) graph.intermediates = Intermediates::kUnbounded;
    return graph;
}

/// Pixel-interleaved samples: what a file reader hands over.
struct Interleaved {
    std::vector<float> samples;
    PictureView view;

    explicit Interleaved(Rect domain, int planes)
        : samples(static_cast<std::size_t>(domain.area()) * static_cast<std::size_t>(planes)) {
        view.base = reinterpret_cast<std::byte*>(samples.data());
        view.x_stride = std::ptrdiff_t{planes} * 4;
        view.y_stride = view.x_stride * domain.width();
        view.plane_stride = 4;
        view.domain = domain;
        view.planes = planes;
    }
};

void copy(const PictureView& from, const PictureView& to) {
    for (int p = 0; p < from.planes; ++p)
        for (int y = from.domain.y0; y < from.domain.y1; ++y)
            for (int x = from.domain.x0; x < from.domain.x1; ++x)
                *reinterpret_cast<float*>(to.at(x, y, p)) =
                    *reinterpret_cast<const float*>(from.at(x, y, p));
}

bool equal_bits(float a, float b) {
    return (std::isnan(a) && std::isnan(b)) ||
           std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
}

/// Shapes and regions of a graph's outputs for one case.
struct OutputShape {
    Rect region;
    int planes;
    Rect data_window;
};

/// Where the pixels of input `i` lie in a case whose frame is `f`.
Rect window_of_input(const DifferentialCase& c, std::size_t i) {
    const Rect& f = c.domain;
    const int w = f.width(), h = f.height();
    switch (c.windows == 0 ? 0 : (i + static_cast<std::size_t>(c.windows)) % kWindowKinds) {
        case 1: return {f.x0 - (w + 1) / 2, f.y0 - (h + 1) / 2, f.x1 - w / 2, f.y1 - h / 2};
        case 2: return {f.x0 + w / 3, f.y0 + h / 3, f.x1 - w / 3, f.y1 - h / 3};
        case 3: return {f.x1 + 2, f.y0, f.x1 + 2 + (w + 2) / 3, f.y1};
        default: return f;
    }
}

/// Of every second input the frame is smaller, where windows differ.
std::vector<ImageShape> input_shapes(const Graph& graph, const Library& library,
                                     const DifferentialCase& c) {
    std::vector<ImageShape> shapes = usual_input_shapes(graph, library, c.domain, c.planes);
    if (c.windows == 0) return shapes;
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        ImageShape& shape = shapes[i];
        shape.data_window = window_of_input(c, i);
        shape.frame = c.domain;
        if (i % 2 == 1) shape.frame.x1 -= c.domain.width() / 2;
        shape.domain = hull(shape.frame, shape.data_window);
    }
    return shapes;
}

/// The picture of an input: zeros beyond its window.
Picture input_picture(const ImageShape& shape, std::uint64_t seed, bool special_values) {
    Picture picture = test_picture(shape.domain, shape.planes, seed, special_values);
    if (shape.data_window.empty()) return picture;
    for (int p = 0; p < shape.planes; ++p)
        for (int y = shape.domain.y0; y < shape.domain.y1; ++y)
            for (int x = shape.domain.x0; x < shape.domain.x1; ++x)
                if (!shape.data_window.contains(x, y)) picture.at(x, y, p) = 0.0f;
    return picture;
}

/// What is asked of an output: the case's region, or all of it; of a picture that its functor made
/// large a window as large as the case's pictures, away from the picture's corners.
Rect region_of(const DifferentialCase& c, const Rect& domain) {
    constexpr long long kLarge = 1 << 16;
    const Rect asked = c.region.empty() ? domain : intersect(c.region, domain);
    const Rect region = asked.empty() ? domain : asked;
    if (region.area() <= std::max(kLarge, c.domain.area())) return region;
    const int width = std::min(region.width(), c.domain.width());
    const int height = std::min(region.height(), c.domain.height());
    const int x = region.x0 + (region.width() - width) / 3;
    const int y = region.y0 + (region.height() - height) / 3;
    return {x, y, x + width, y + height};
}

Result<std::vector<OutputShape>> output_shapes(const Graph& graph, const Library& library,
                                               const DifferentialCase& c) {
    auto shapes = infer_shapes(graph, library, input_shapes(graph, library, c));
    if (!shapes) return shapes.error();
    std::vector<OutputShape> result;
    for (const GraphOutput& output : graph.outputs) {
        const ImageShape& shape = shapes->at(output.image);
        result.push_back({region_of(c, shape.domain), shape.planes, shape.data_window});
    }
    return result;
}

Result<std::vector<Picture>> run_case(const Graph& graph, const Library& library,
                                      const DifferentialCase& c,
                                      const std::vector<OutputShape>& shapes,
                                      const std::shared_ptr<HostCompiler>& compiler) {
    const Result<const BackendInfo*> device = find_backend(c.device);
    if (!device) return device.error();
    EngineOptions options;
    options.device = c.device;
    if ((*device)->pretends) options.target = c.target;
    options.gpu = c.gpu;
    options.threads = c.threads;
    options.math = c.math;
    options.disabled_passes = c.disabled;
    options.strip_height = c.strip_height;
    options.block_width = c.block_width;
    options.batch_rows = c.batch_rows;
    options.plane_by_plane = c.plane_by_plane;
    options.verify = true;
    options.shared_compiler = compiler;
    Engine engine(options);

    std::vector<Picture> pictures;
    std::vector<Interleaved> interleaved_inputs, interleaved_outputs;
    std::vector<PictureView> inputs, outputs;
    const std::vector<ImageShape> given = input_shapes(graph, library, c);
    for (std::size_t i = 0; i < given.size(); ++i) {
        pictures.push_back(input_picture(given[i], c.seed + i, c.special_values));
        interleaved_inputs.emplace_back(given[i].domain, given[i].planes);
        copy(pictures.back().view(), interleaved_inputs.back().view);
    }
    std::vector<Picture> results;
    std::vector<Rect> regions;
    for (const OutputShape& shape : shapes) {
        results.emplace_back(shape.region, shape.planes);
        interleaved_outputs.emplace_back(shape.region, shape.planes);
        regions.push_back(shape.region);
    }
    for (std::size_t i = 0; i < pictures.size(); ++i)
        inputs.push_back(c.planar ? pictures[i].view() : interleaved_inputs[i].view);
    for (std::size_t o = 0; o < results.size(); ++o)
        outputs.push_back(c.planar ? results[o].view() : interleaved_outputs[o].view);

    PrepareRequest request{graph, library, given, regions};
    request.planar_inputs.assign(inputs.size(), c.planar);
    request.planar_outputs.assign(outputs.size(), c.planar);
    if (c.in_range) request.range = reach_variants(graph, library);
    auto prepared = engine.prepare(request);
    if (!prepared) return prepared.error();
    if (Status ok = (*prepared)->run(inputs, outputs, {}); !ok) return ok.error();
    if (!c.planar)
        for (std::size_t o = 0; o < results.size(); ++o) copy(outputs[o], results[o].view());
    return results;
}

}  // namespace

namespace {

std::string to_string(const GpuChoices& choices) {
    std::string text = fmt::format(", fusion {}", name_of(choices.fusion));
    if (choices.tile.kind) text += fmt::format(", tile {}", name_of(*choices.tile.kind));
    if (choices.tile.tenths) text += fmt::format(", {} tenths in registers", *choices.tile.tenths);
    if (choices.tile.split)
        text += fmt::format(", split along {}", *choices.tile.split == eHorizontal ? "x" : "y");
    if (choices.tile.planes)
        text += fmt::format(", {} of the planes in a thread", name_of(*choices.tile.planes));
    if (choices.borders)
        text += fmt::format(", borders {}", name_of(*choices.borders));
    else if (choices.border_rule != BorderRule::kTime)
        text += fmt::format(", borders {}", name_of(choices.border_rule));
    if (choices.nesting) text += fmt::format(", nesting {}", name_of(*choices.nesting));
    if (choices.groups.empty()) return text;
    text += ", groups";
    for (const std::vector<Id<Stage>>& group : choices.groups) {
        std::vector<int> numbers;
        for (const Id<Stage> s : group) numbers.push_back(s.number());
        text += fmt::format(" {{{}}}", fmt::join(numbers, " "));
    }
    return text;
}

}  // namespace

std::string to_string(const DifferentialCase& c) {
    std::string text = fmt::format("{} planes {} {}", sized(c.domain), c.planes,
                                   c.keep_borders ? "own borders" : name_of(c.border.mode));
    if (c.windows != 0) text += fmt::format(" windows {}", c.windows);
    if (!c.region.empty()) text += " region " + sized(c.region);
    if (c.unbounded) text += " unbounded";
    const Result<const BackendInfo*> device = find_backend(c.device);
    if (device && (*device)->plans == PlansFor::kCpu)
        text += fmt::format(" threads {} strip {} block {} batch {}", c.threads, c.strip_height,
                            c.block_width, c.batch_rows);
    else
        text += fmt::format(" on {} as {}", c.device, c.target) + to_string(c.gpu);
    if (!c.disabled.empty()) text += fmt::format(" without {}", fmt::join(c.disabled, ","));
    if (c.plane_by_plane) text += " plane by plane";
    if (c.in_range) text += " in a range";
    if (!c.planar) text += " interleaved";
    if (c.math == MathMode::kFast) text += " fast";
    return text + fmt::format(" seed {}", c.seed);
}

Picture test_picture(Rect domain, int planes, std::uint64_t seed, bool special_values) {
    static constexpr float kSpecial[] = {std::numeric_limits<float>::quiet_NaN(),
                                         std::numeric_limits<float>::infinity(),
                                         -std::numeric_limits<float>::infinity(),
                                         std::numeric_limits<float>::denorm_min(),
                                         -1e-40f,
                                         -0.0f,
                                         0.0f,
                                         std::numeric_limits<float>::max()};
    Picture picture(domain, planes);
    std::mt19937_64 random(seed * 0x9e3779b97f4a7c15ull + 1);
    auto unit = [&] { return static_cast<float>(random() >> 40) * 0x1p-24f; };
    for (int p = 0; p < planes; ++p)
        for (int y = domain.y0; y < domain.y1; ++y)
            for (int x = domain.x0; x < domain.x1; ++x) {
                const std::uint64_t kind = random() % 16;
                float v =
                    0.5f * unit() + 0.5f * static_cast<float>((x * 7 + y * 3 + p * 11) & 63) / 63;
                if (kind == 0) v = 8 * unit() - 4;
                if (kind == 1 && special_values) v = kSpecial[random() % std::size(kSpecial)];
                picture.at(x, y, p) = v;
            }
    return picture;
}

Result<DifferentialOutcome> compare_devices(const Graph& original, const Library& library,
                                            const DifferentialCase& c, const Tolerance& tolerance,
                                            const std::shared_ptr<HostCompiler>& compiler) {
    const Graph graph = graph_of_case(original, c);
    auto shapes = output_shapes(graph, library, c);
    if (!shapes) return shapes.error();
    DifferentialCase oracle = c;
    oracle.device = kReferenceBackend.name;
    oracle.planar = true;
    oracle.in_range = false;
    auto expected = run_case(graph, library, oracle, *shapes, compiler);
    if (!expected) return expected.error();
    auto actual = run_case(graph, library, c, *shapes, compiler);
    if (!actual) return actual.error();

    DifferentialOutcome outcome;
    outcome.agrees = true;
    long long samples = 0, beyond = 0;
    for (std::size_t o = 0; o < expected->size(); ++o) {
        const Picture& e = (*expected)[o];
        const Picture& a = (*actual)[o];
        for (int p = 0; p < e.planes(); ++p)
            for (int y = e.domain().y0; y < e.domain().y1; ++y)
                for (int x = e.domain().x0; x < e.domain().x1; ++x) {
                    const float want = e.at(x, y, p), got = a.at(x, y, p);
                    ++samples;
                    if (want != 0.0f && !(*shapes)[o].data_window.contains(x, y)) {
                        outcome.agrees = false;
                        outcome.difference = fmt::format(
                            "{} plane {} at {},{}: reference {:.9g}, beyond the window "
                            "{}, where all is zero",
                            graph.outputs[o].name, p, x, y, want, sized((*shapes)[o].data_window));
                        return outcome;
                    }
                    if (equal_bits(want, got)) continue;
                    if (c.math == MathMode::kFast) {
                        const double allowed =
                            tolerance.absolute + tolerance.relative * std::abs(double{want});
                        const double ratio = std::abs(double{want} - double{got}) / allowed;
                        outcome.largest = std::max(outcome.largest, ratio);
                        if (ratio <= 1 || want == got) continue;
                    }
                    ++beyond;
                    if (outcome.difference.empty())
                        outcome.difference =
                            fmt::format("{} plane {} at {},{}: reference {:.9g}, {} {:.9g}",
                                        graph.outputs[o].name, p, x, y, want, c.device, got);
                }
    }
    const double allowed =
        c.math == MathMode::kFast ? tolerance.outliers * static_cast<double>(samples) : 0;
    outcome.agrees = static_cast<double>(beyond) <= allowed;
    if (!outcome.agrees)
        outcome.difference += fmt::format("; {} of {} samples differ", beyond, samples);
    return outcome;
}

}  // namespace weft
