#include "engine/differential.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>

#include "graph/descriptor.h"

namespace weft {

namespace {

const char* mode_name(BorderMode mode) {
    switch (mode) {
        case eClamp: return "clamp";
        case eMirror: return "mirror";
        case eRepeat: return "repeat";
        case eConstant: return "constant";
    }
    return "";
}

std::string sized(const Rect& r) {
    return fmt::format("{}x{}+{}+{}", r.width(), r.height(), r.x0, r.y0);
}

Graph with_border(Graph graph, const Border& border) {
    for (Node& node : graph.nodes)
        for (Border& b : node.borders) b = border;
    return graph;
}

/// Pixel-interleaved samples: what a file reader hands over.
struct Interleaved {
    std::vector<float> samples;
    PictureView view;

    explicit Interleaved(Rect domain, int planes)
        : samples(static_cast<std::size_t>(domain.area()) * static_cast<std::size_t>(planes)) {
        view.base = reinterpret_cast<std::byte*>(samples.data());
        view.x_stride = planes * 4;
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

/// What the graph's inputs are given: pictures of the case's planes, or of one plane where a node
/// that sees whole pixels reads it by planes.
std::vector<ImageShape> input_shapes(const Graph& graph, const Library& library,
                                     const DifferentialCase& c) {
    std::vector<ImageShape> shapes(graph.inputs.size(), {c.domain, c.planes});
    for (const Node& node : graph.nodes) {
        const FunctorType* type = library.find(node.functor);
        if (type == nullptr) continue;
        const FunctorDescriptor d = describe(*type);
        for (std::size_t i = 0; i < node.inputs.size() && i < d.inputs.size(); ++i)
            for (std::size_t g = 0; g < shapes.size(); ++g)
                if (d.per_pixel() && d.inputs[i].granularity == eComponent &&
                    node.inputs[i] == ImageId{NodeId{}, static_cast<int>(g)})
                    shapes[g].planes = 1;
    }
    return shapes;
}

/// Shapes and regions of a graph's outputs for one case.
struct OutputShape {
    Rect region;
    int planes;
};

Result<std::vector<OutputShape>> output_shapes(const Graph& graph, const Library& library,
                                               const DifferentialCase& c) {
    auto shapes = infer_shapes(graph, library, input_shapes(graph, library, c));
    if (!shapes) return shapes.error();
    std::vector<OutputShape> result;
    for (const GraphOutput& output : graph.outputs) {
        const ImageShape& shape = shapes->at(output.image);
        result.push_back(
            {c.region.empty() ? shape.domain : intersect(c.region, shape.domain), shape.planes});
    }
    return result;
}

Result<std::vector<Picture>> run_on(const std::string& device, const Graph& graph,
                                    const Library& library, const DifferentialCase& c,
                                    const std::vector<OutputShape>& shapes,
                                    const std::shared_ptr<HostCompiler>& compiler) {
    EngineOptions options;
    options.device = device;
    options.threads = c.threads;
    options.math = c.math;
    options.disabled_passes = c.disabled;
    options.strip_height = c.strip_height;
    options.block_width = c.block_width;
    options.batch_rows = c.batch_rows;
    options.shared_compiler = compiler;
    Engine engine(options);

    std::vector<Picture> pictures;
    std::vector<Interleaved> interleaved_inputs, interleaved_outputs;
    std::vector<PictureView> inputs, outputs;
    const std::vector<ImageShape> given = input_shapes(graph, library, c);
    for (std::size_t i = 0; i < given.size(); ++i) {
        pictures.push_back(test_picture(c.domain, given[i].planes, c.seed + i, c.special_values));
        interleaved_inputs.emplace_back(c.domain, given[i].planes);
        copy(pictures.back().view(), interleaved_inputs.back().view);
    }
    std::vector<Picture> results;
    std::vector<Rect> regions;
    for (const OutputShape& shape : shapes) {
        results.emplace_back(shape.region, shape.planes);
        interleaved_outputs.emplace_back(shape.region, shape.planes);
        regions.push_back(shape.region);
    }
    const bool native = c.native || device == "reference";
    for (std::size_t i = 0; i < pictures.size(); ++i)
        inputs.push_back(native ? pictures[i].view() : interleaved_inputs[i].view);
    for (std::size_t o = 0; o < results.size(); ++o)
        outputs.push_back(native ? results[o].view() : interleaved_outputs[o].view);

    PrepareRequest request{graph, library, given, regions};
    request.native_inputs.assign(inputs.size(), native);
    request.native_outputs.assign(outputs.size(), native);
    auto prepared = engine.prepare(request);
    if (!prepared) return prepared.error();
    if (Status ok = (*prepared)->run(inputs, outputs, {}); !ok) return ok.error();
    if (!native)
        for (std::size_t o = 0; o < results.size(); ++o) copy(outputs[o], results[o].view());
    return results;
}

}  // namespace

std::string to_string(const DifferentialCase& c) {
    std::string text = fmt::format("{} planes {} {}", sized(c.domain), c.planes,
                                   c.keep_borders ? "own borders" : mode_name(c.border.mode));
    if (!c.region.empty()) text += " region " + sized(c.region);
    text += fmt::format(" threads {} strip {} block {} batch {}", c.threads, c.strip_height,
                        c.block_width, c.batch_rows);
    if (!c.disabled.empty()) text += fmt::format(" without {}", fmt::join(c.disabled, ","));
    if (!c.native) text += " interleaved";
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
    const Graph graph = c.keep_borders ? original : with_border(original, c.border);
    auto shapes = output_shapes(graph, library, c);
    if (!shapes) return shapes.error();
    auto expected = run_on("reference", graph, library, c, *shapes, compiler);
    if (!expected) return expected.error();
    auto actual = run_on("cpu", graph, library, c, *shapes, compiler);
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
                            fmt::format("{} plane {} at {},{}: reference {:.9g}, cpu {:.9g}",
                                        graph.outputs[o].name, p, x, y, want, got);
                }
    }
    const double allowed =
        c.math == MathMode::kFast ? tolerance.outliers * static_cast<double>(samples) : 0;
    outcome.agrees = static_cast<double>(beyond) <= allowed;
    if (!outcome.agrees)
        outcome.difference += fmt::format("; {} of {} samples differ", beyond, samples);
    return outcome;
}

std::vector<DifferentialCase> standard_cases(int lanes) {
    std::vector<DifferentialCase> cases;
    std::uint64_t seed = 1;
    auto add = [&](DifferentialCase c) {
        c.seed = seed++;
        cases.push_back(std::move(c));
    };
    const Border borders[] = {{eClamp, 0}, {eMirror, 0}, {eRepeat, 0}, {eConstant, 0.25f}};
    const Rect sizes[] = {{0, 0, 1, 1},        {0, 0, 1, 9},         {0, 0, 9, 1},
                          {0, 0, 2, 2},        {0, 0, 7, 5},         {0, 0, 17, 33},
                          {0, 0, 127, 61},     {0, 0, lanes - 1, 4}, {0, 0, lanes, 4},
                          {0, 0, lanes + 1, 4}};
    for (const Border& border : borders)
        for (const Rect& size : sizes) add({.domain = size, .border = border});
    for (const Border& border : borders) {
        // Strips and blocks of every alignment, several threads, domains away from the origin.
        add({.domain = {-3, 5, 98, 66}, .border = border, .threads = 2, .strip_height = 7});
        add({.domain = {-3, 5, 98, 66},
             .border = border,
             .threads = 7,
             .strip_height = 1,
             .block_width = 64});
        add({.domain = {11, -20, 211, 17}, .border = border, .threads = 2, .block_width = 64});
        add({.domain = {0, 0, 127, 61}, .border = border, .region = {5, 3, 66, 40}});
        add({.domain = {0, 0, 141, 23}, .border = border, .batch_rows = 4});
        add({.domain = {-7, 3, 90, 30},
             .border = border,
             .threads = 2,
             .strip_height = 7,
             .batch_rows = 3,
             .native = false});
        add({.domain = {-9, -9, 60, 50}, .border = border, .region = {-1, -2, 3, 1}, .threads = 2});
        add({.domain = {0, 0, 127, 61}, .border = border, .region = {126, 60, 127, 61}});
        add({.domain = {0, 0, 65, 23}, .border = border, .native = false});
        add({.domain = {-5, 2, 60, 25},
             .border = border,
             .region = {0, 3, 50, 20},
             .threads = 2,
             .strip_height = 5,
             .native = false});
        for (const char* pass : {"fuse", "nest", "tile", "all"})
            add({.domain = {0, 0, 67, 29}, .border = border, .disabled = {pass}});
    }
    for (int planes : {1, 4, 5}) {
        add({.domain = {0, 0, 37, 19}, .planes = planes});
        add({.domain = {0, 0, 37, 19},
             .planes = planes,
             .border = {eMirror, 0},
             .strip_height = 3});
    }
    return cases;
}

std::vector<DifferentialCase> strict_and_fast_cases(int lanes) {
    std::vector<DifferentialCase> cases = standard_cases(lanes);
    const std::size_t strict = cases.size();
    for (std::size_t i = 0; i < strict; i += 7) {
        cases.push_back(cases[i]);
        cases.back().math = MathMode::kFast;
        cases.back().special_values = false;
    }
    return cases;
}

}  // namespace weft
