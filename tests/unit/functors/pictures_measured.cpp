#include "pictures_measured.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <optional>

#include "harness.h"

namespace weft::test {
namespace {

constexpr Rect kScene{0, 0, 128, 96};
constexpr Rect kFrames[] = {kScene, {4, 2, 120, 90}, {2, 0, 124, 94}};
constexpr Rect kWindows[] = {{48, 36, 68, 52}, {60, 44, 88, 60}, {52, 40, 80, 56}};
constexpr Rect kSmall{0, 0, 24, 16};
constexpr Rect kSmallPart{5, 3, 19, 12};

using Shapes = std::vector<ImageShape>;
using Value = std::function<float(const Picture&, int x, int y, int plane)>;

Shapes usual_shapes(const Graph& graph, const Rect& domain, int planes) {
    return usual_input_shapes(graph, builtin_library(), domain, planes);
}

Shapes shapes_with_windows(const Graph& graph) {
    Shapes shapes = usual_shapes(graph, kScene, 3);
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        shapes[i].frame = kFrames[i % std::size(kFrames)];
        shapes[i].data_window = kWindows[i % std::size(kWindows)];
    }
    return shapes;
}

/// Pictures of these shapes, zero beyond their windows.
std::vector<Picture> pictures_of(const Shapes& shapes) {
    std::vector<Picture> pictures;
    for (const ImageShape& open : shapes) {
        const ImageShape shape = completed(open);
        pictures.push_back(
            random_picture(shape.domain, shape.planes, static_cast<unsigned>(pictures.size()) + 1));
        for (int p = 0; p < shape.planes; ++p)
            for (int y = shape.domain.y0; y < shape.domain.y1; ++y)
                for (int x = shape.domain.x0; x < shape.domain.x1; ++x)
                    if (!shape.data_window.contains(x, y)) pictures.back().at(x, y, p) = 0.0f;
    }
    return pictures;
}

std::vector<Picture> run_all(const Graph& graph, const Shapes& shapes,
                             const std::vector<Picture>& pictures) {
    std::vector<const Picture*> inputs;
    for (const Picture& picture : pictures) inputs.push_back(&picture);
    return run(graph, shapes, inputs);
}

std::optional<ImageShape> result_shape(const Graph& graph, const Shapes& shapes) {
    const auto all = infer_shapes(graph, builtin_library(), shapes);
    if (!all) return std::nullopt;
    return all->at(graph.outputs[0].image);
}

bool same_planes(const Picture& a, int plane_a, const Picture& b, int plane_b) {
    if (a.domain() != b.domain()) return false;
    for (int y = a.domain().y0; y < a.domain().y1; ++y)
        for (int x = a.domain().x0; x < a.domain().x1; ++x) {
            const float one = a.at(x, y, plane_a), other = b.at(x, y, plane_b);
            if (one != other && !(std::isnan(one) && std::isnan(other))) return false;
        }
    return true;
}

bool same_first_planes(const Picture& a, const Picture& b, int planes) {
    for (int p = 0; p < planes; ++p)
        if (!same_planes(a, p, b, p)) return false;
    return true;
}

std::string sized(const Rect& r) {
    return fmt::format("{} x {} at {}, {}", r.width(), r.height(), r.x0, r.y0);
}

/// What becomes of `given` along an axis; "" where it is no matter of growing.
std::string along(int from, int to, int first, int last, int domain_first, int domain_last) {
    const int before = from - first, after = last - to;
    if (before == 0 && after == 0) return "kept";
    if (first == domain_first && last == domain_last) return "whole";
    if (before < 0 || after < 0) return {};
    return before == after ? fmt::format("grows by {}", before)
                           : fmt::format("grows by {} and {}", before, after);
}

/// How `made` follows from `given` in the same domain; "" where it does not simply.
std::string growth(const Rect& given, const Rect& made, const Rect& domain) {
    const std::string x = along(given.x0, given.x1, made.x0, made.x1, domain.x0, domain.x1);
    const std::string y = along(given.y0, given.y1, made.y0, made.y1, domain.y0, domain.y1);
    if (x.empty() || y.empty()) return {};
    if (x == y) return x;
    return fmt::format("across {}, down {}", x, y);
}

std::string ordinal(std::size_t i) {
    constexpr const char* kNames[] = {"first", "second", "third"};
    return i < std::size(kNames) ? kNames[i] : std::to_string(i + 1) + "th";
}

std::string window_text(const Shapes& inputs, const ImageShape& made) {
    const Rect &w = made.data_window, &d = made.domain;
    if (w == d) return "whole";
    if (inputs.empty()) return sized(w);
    for (std::size_t i = 0; i < inputs.size(); ++i)
        if (w == inputs[i].data_window) return inputs.size() == 1 ? "kept" : "the " + ordinal(i);
    Rect all, common = inputs[0].data_window;
    for (const ImageShape& input : inputs) {
        all = hull(all, input.data_window);
        common = intersect(common, input.data_window);
    }
    if (w == common) return "intersection";
    if (d == inputs[0].domain) {
        const std::string text = growth(all, w, d);
        if (inputs.size() == 1 && !text.empty()) return text;
        if (!text.empty()) return text == "kept" ? "hull" : "hull, " + text;
    }
    const Rect& first = inputs[0].data_window;
    if (w.width() == first.width() && w.height() == first.height())
        return fmt::format("moved by {}, {}", w.x0 - first.x0, w.y0 - first.y0);
    return sized(w);
}

std::string frame_text(const Shapes& inputs, const ImageShape& made) {
    for (std::size_t i = 0; i < inputs.size(); ++i)
        if (made.frame == inputs[i].frame)
            return inputs.size() == 1 ? "kept" : "the " + ordinal(i) + "'s";
    return sized(made.frame);
}

void expect_zeros_beyond(const std::string& name, const Picture& picture, const Rect& window) {
    const Rect& d = picture.domain();
    for (int p = 0; p < picture.planes(); ++p)
        for (int y = d.y0; y < d.y1; ++y)
            for (int x = d.x0; x < d.x1; ++x)
                if (picture.at(x, y, p) != 0.0f && !window.contains(x, y)) {
                    ADD_FAILURE() << name << " has " << picture.at(x, y, p) << " at " << x << ", "
                                  << y << ", plane " << p << ", beyond its data window "
                                  << sized(window);
                    return;
                }
}

/// Pictures on which channels are tried, their samples replaced by `value`, plane after plane.
struct Trial {
    Shapes shapes;
    std::vector<Picture> pictures;
};
Trial trial(const Graph& graph, int planes, const Value& value) {
    Trial made{usual_shapes(graph, kSmall, planes), {}};
    for (ImageShape& shape : made.shapes) shape.data_window = kSmallPart;
    made.pictures = pictures_of(made.shapes);
    for (Picture& picture : made.pictures) {
        for (int p = 0; p < picture.planes(); ++p)
            for (int y = kSmallPart.y0; y < kSmallPart.y1; ++y)
                for (int x = kSmallPart.x0; x < kSmallPart.x1; ++x)
                    picture.at(x, y, p) = value(picture, x, y, p);
    }
    return made;
}

Picture result_of(const Graph& graph, const Trial& t) {
    std::vector<Picture> all = run_all(graph, t.shapes, t.pictures);
    return all.empty() ? Picture(Rect{0, 0, 1, 1}, 1) : std::move(all[0]);
}

float as_given(const Picture& given, int x, int y, int p) { return given.at(x, y, p); }
float as_first(const Picture& given, int x, int y, int) { return given.at(x, y, 0); }

/// All as it is but plane `changed`.
Value with_other(int changed) {
    return [changed](const Picture& given, int x, int y, int p) {
        return p == changed ? 0.9f - 0.5f * given.at(x, y, p) : given.at(x, y, p);
    };
}

/// Where plane `plane` of a result comes from.
std::string origin(const Graph& graph, int planes, int plane, int made_plane) {
    const Trial usual = trial(graph, planes, as_given);
    const Picture made = result_of(graph, usual);
    for (std::size_t i = 0; i < usual.pictures.size(); ++i)
        if (usual.pictures[i].planes() > plane &&
            same_planes(made, made_plane, usual.pictures[i], plane))
            return usual.pictures.size() == 1 ? "passed" : "the " + ordinal(i) + "'s";
    const Picture alike = result_of(graph, trial(graph, planes, as_first));
    return same_planes(alike, 0, alike, made_plane) ? "as colours" : "made";
}

bool depends_on(const Graph& graph, int planes, int plane, int colours) {
    const Picture one = result_of(graph, trial(graph, planes, as_given));
    const Picture other = result_of(graph, trial(graph, planes, with_other(plane)));
    return !same_first_planes(one, other, colours);
}

/// What input `i` counts as where it has no alpha; "" where that is no matter.
std::string without_alpha(const Graph& graph, std::size_t i) {
    Trial bare = trial(graph, 4, as_given);
    if (bare.shapes[i].planes < 4) return {};
    Picture colours(kSmall, 3);
    for (int p = 0; p < 3; ++p)
        for (int y = kSmall.y0; y < kSmall.y1; ++y)
            for (int x = kSmall.x0; x < kSmall.x1; ++x)
                colours.at(x, y, p) = bare.pictures[i].at(x, y, p);
    bare.shapes[i].planes = 3;
    bare.pictures[i] = std::move(colours);
    if (!result_shape(graph, bare.shapes)) return "refused";
    const Picture made = result_of(graph, bare);
    const auto filled = [&](const Rect& part) {
        Trial full = trial(graph, 4, as_given);
        for (int y = kSmall.y0; y < kSmall.y1; ++y)
            for (int x = kSmall.x0; x < kSmall.x1; ++x)
                full.pictures[i].at(x, y, 3) = part.contains(x, y) ? 1.0f : 0.0f;
        const Picture with = result_of(graph, full);
        return same_first_planes(made, with, std::min(made.planes(), with.planes()));
    };
    const bool opaque = filled(kSmallPart), everywhere = filled(kSmall), clear = filled({});
    if (opaque && everywhere && clear) return {};
    if (opaque) return "opaque";
    if (everywhere) return "opaque everywhere";
    return clear ? "transparent" : "otherwise";
}

std::string alpha_text(const Graph& graph) {
    const auto shape = result_shape(graph, usual_shapes(graph, kSmall, 4));
    if (!shape) return "refused";
    std::string text =
        shape->alpha < 0 || shape->planes < 2 ? "dropped" : origin(graph, 4, 3, shape->alpha);
    const int colours = shape->alpha < 0 ? shape->planes : shape->colours;
    const bool used = depends_on(graph, 4, 3, colours);
    if (used) text += ", counts in colours";
    std::vector<std::string> missing;
    for (std::size_t i = 0; i < graph.inputs.size(); ++i)
        if (const std::string one = without_alpha(graph, i);
            !one.empty() && std::find(missing.begin(), missing.end(), one) == missing.end())
            missing.push_back(one);
    return missing.empty() ? text : fmt::format("{}; without: {}", text, fmt::join(missing, ", "));
}

std::string others_text(const Graph& graph) {
    const auto shape = result_shape(graph, usual_shapes(graph, kSmall, 5));
    if (!shape) return "refused";
    std::string text = shape->planes < 5 ? "dropped" : origin(graph, 5, 4, 4);
    if (depends_on(graph, 5, 4, std::min(shape->planes, 4))) text += ", counts in colours";
    return text;
}

}  // namespace

Treatment treatment_of(const std::string& name, const Graph& graph) {
    const Shapes inputs = shapes_with_windows(graph);
    const auto shape = result_shape(graph, inputs);
    if (!shape) return {"refused", "refused", "refused", "refused"};
    const std::vector<Picture> made = run_all(graph, inputs, pictures_of(inputs));
    if (!made.empty()) expect_zeros_beyond(name, made[0], shape->data_window);
    Treatment t{window_text(inputs, *shape), frame_text(inputs, *shape), "made", "made"};
    if (graph.inputs.empty()) return t;
    t.alpha = alpha_text(graph);
    t.others = others_text(graph);
    return t;
}

bool keeps_whole_numbers(const Graph& graph) {
    const Picture made =
        result_of(graph, trial(graph, 3, [](const Picture& given, int x, int y, int p) {
                      return std::floor(200.0f * std::abs(given.at(x, y, p)));
                  }));
    for (int p = 0; p < made.planes(); ++p)
        for (int y = made.domain().y0; y < made.domain().y1; ++y)
            for (int x = made.domain().x0; x < made.domain().x1; ++x)
                if (made.at(x, y, p) != std::floor(made.at(x, y, p))) return false;
    return true;
}

}  // namespace weft::test
