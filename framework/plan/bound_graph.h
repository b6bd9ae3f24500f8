// A bound graph: pictures and stages, before anything is decided of how they are computed.
//
//   Stage = a functor with its structure bound: exact taps, borders, planes, kernel members
//
// What is decided for a device stands beside it, in a CpuPlan or a GpuPlan (plan/plan.h). Nothing
// in either refers to memory or to a device.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/rect.h"
#include "graph/graph.h"
#include "graph/regions.h"
#include "plan/facts.h"
#include "plan/sample_type.h"

namespace weft {

/// Pixels that whoever runs the plan brings along: which of the graph's inputs.
struct FromInput {
    int index = 0;
    friend bool operator==(const FromInput&, const FromInput&) = default;
};

/// Pixels that a stage makes: which stage.
struct FromStage {
    int stage = 0;
    friend bool operator==(const FromStage&, const FromStage&) = default;
};

/// Pixels of another picture, in another layout: which picture.
struct CopyOf {
    int image = 0;
    friend bool operator==(const CopyOf&, const CopyOf&) = default;
};

/// Nobody's: nothing that is needed reads the picture, or only what a constant border says it is
/// beyond its domain.
struct FromNowhere {
    friend bool operator==(const FromNowhere&, const FromNowhere&) = default;
};

/// A picture of a bound graph.
struct PlanImage {
    std::string name;  ///< "node.Output" or the graph input's name
    ImageShape shape;  ///< domain of definition and planes
    Rect region;       ///< the part that is computed; within the domain
    std::variant<FromNowhere, FromInput, FromStage, CopyOf> source;
    SampleType samples = SampleType::kFloat32;
    int state_floats = 0;  ///< floats of one state, where these are a reduction's states; else 0
    std::vector<int> graph_outputs;  ///< the graph outputs that are this picture

    bool is_state() const { return state_floats > 0; }
    /// The graph input that it is, or nothing.
    std::optional<int> graph_input() const {
        const auto* input = std::get_if<FromInput>(&source);
        return input ? std::optional(input->index) : std::nullopt;
    }
    /// The stage that makes it, or nothing.
    std::optional<int> producer() const {
        const auto* made = std::get_if<FromStage>(&source);
        return made ? std::optional(made->stage) : std::nullopt;
    }
    /// The picture of which it is a copy, or nothing.
    std::optional<int> original() const {
        const auto* copy = std::get_if<CopyOf>(&source);
        return copy ? std::optional(copy->image) : std::nullopt;
    }
    friend bool operator==(const PlanImage&, const PlanImage&) = default;
};

/// Radii and offsets of one run, where kernels take them as arguments.
struct DynamicStencil {
    int radius = 0, radius_x = 0, radius_y = 0;
    std::vector<Offset> offsets;  ///< of an eSparse input, in order
    friend bool operator==(const DynamicStencil&, const DynamicStencil&) = default;
};

/// One input of a stage, bound.
struct StageInput {
    int image = -1;
    Border border;
    Granularity granularity = eComponent;
    Freedom freedom = e0D;
    Axis axis = eHorizontal;
    int radius = 0, radius_x = 0, radius_y = 0;  ///< as declared
    Scale scale_x, scale_y;                      ///< which element is read around
    std::vector<Offset> offsets;                 ///< of an eSparse input, in order
    /// Where it reads relative to the element that scaled() gives: exact, or the whole declared
    /// window. Sorted by y, x.
    std::vector<Offset> taps;
    /// The reach of this run, where radii or offsets are arguments of the kernel. The radii, the
    /// number of offsets and the taps above are then the largest of all runs; the offsets above are
    /// those of one of them.
    std::optional<DynamicStencil> own = {};

    bool is_scaled() const { return scale_x != Scale{} || scale_y != Scale{}; }
    bool at_element_only() const { return taps.size() == 1 && taps[0] == Offset{} && !is_scaled(); }
    friend bool operator==(const StageInput&, const StageInput&) = default;
};

/// A baked member and its value as C++ text: {"Level", "int", "3"}.
struct BakedValue {
    std::string name, type, text;
    friend bool operator==(const BakedValue&, const BakedValue&) = default;
};

/// Which part of its functor a stage computes.
enum class Phase {
    kWhole,
    kReduce,  ///< a reduction's elements, which it collects in states
    kResult,  ///< a reduction's outputs, from what all states come to
};

/// What one evaluation of a stage takes: the facts' counts with its structure filled in. Where they
/// cannot be evaluated (a count that depends on pixels), loads fall back on the taps and the rest
/// on them too: one operation a tap.
struct StageOperations {
    double fp = 0, integer = 0, special = 0;
    double functions = 0;  ///< of special: those that are neither divisions nor square roots
    double loads = 0;      ///< of all inputs
    double stores = 0;     ///< of all outputs

    friend bool operator==(const StageOperations&, const StageOperations&) = default;
};

/// A functor of the graph with its structure bound. A reduction is two stages, one after the other:
/// the first has the inputs and leaves the states of leaves behind, as if they were a picture; the
/// second reads them and has the outputs (core/reduction.h).
struct Stage {
    NodeId node;
    std::string name;     ///< the node's
    std::string functor;  ///< class name
    FunctorFacts facts;
    std::vector<StageInput> inputs;
    std::vector<int> outputs;  ///< images
    std::vector<Granularity> output_granularity;
    bool per_pixel = false;  ///< evaluated once per pixel, not once per plane
    int planes = 1;          ///< how often it is evaluated: planes, or 1
    Phase phase = Phase::kWhole;
    /// Its outputs'; a moving average's begins where its state is rebuilt; of kReduce the elements
    /// that it collects.
    Rect domain;
    Axis scan_axis = eHorizontal;  ///< of a scan
    bool scan_backwards = false;   ///< of a recurrence that begins at its lines' last elements
    int restart_period = 0;        ///< of a moving average; 0 otherwise
    std::vector<BakedValue> baked;
    std::vector<std::byte> members;  ///< argument values, laid out as the kernel text's Members
    int members_size = 0;
    StageOperations operations;

    bool is_scan() const { return facts.dependence == eMovingAverage || is_recurrence(); }
    bool is_recurrence() const { return facts.dependence == eRecurrence; }
    friend bool operator==(const Stage&, const Stage&) = default;
};

/// Why a pass did what it did, for `weft explain`.
struct Decision {
    std::string pass, subject, text;
    friend bool operator==(const Decision&, const Decision&) = default;
};

/// Pictures and stages, and what is asked of them.
struct BoundGraph {
    std::string name;
    bool fast_math = false;
    /// Unbounded: a stage's pictures have the domain that their readers need, so that no read of
    /// one meets a border, and nothing after bind() has to know of it.
    Intermediates intermediates = Intermediates::kBounded;
    std::vector<PlanImage> images;
    std::vector<Stage> stages;  ///< topological order
    std::vector<int> outputs;   ///< image of each graph output
    std::vector<Rect> output_regions;
    std::vector<std::string> output_names;
    std::vector<Decision> decisions;  ///< of all passes so far

    friend bool operator==(const BoundGraph&, const BoundGraph&) = default;
};

inline const Stage& stage_of(const BoundGraph& plan, int stage) {
    return plan.stages[static_cast<std::size_t>(stage)];
}

inline const PlanImage& image_of(const BoundGraph& plan, int image) {
    return plan.images[static_cast<std::size_t>(image)];
}

/// The picture that `image` is a copy of, or a copy of a copy; itself where it is none.
inline int original_of(const BoundGraph& plan, int image) {
    while (const std::optional<int> original = image_of(plan, image).original()) image = *original;
    return image;
}

/// The kernel of each stage of a CpuPlan or a GpuPlan, by its index in plan.kernels; -1: none.
template <class P>
std::vector<int> kernels_of_stages(const P& plan) {
    std::vector<int> result(plan.stages.size(), -1);
    for (std::size_t k = 0; k < plan.kernels.size(); ++k)
        for (int s : plan.kernels[k].stages)
            result[static_cast<std::size_t>(s)] = static_cast<int>(k);
    return result;
}

}  // namespace weft
