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
#include "core/reduction.h"
#include "graph/graph.h"
#include "graph/regions.h"
#include "plan/accumulation.h"
#include "plan/facts.h"
#include "plan/sample_type.h"
#include "support/id.h"

namespace weft {

struct PlanImage;
struct StageInput;
struct Stage;

/// Pixels that whoever runs the plan brings along: which of the graph's inputs.
struct FromInput {
    Id<GraphInput> input;
    friend bool operator==(const FromInput&, const FromInput&) = default;
};

/// Pixels that a stage makes: which stage.
struct FromStage {
    Id<Stage> stage;
    friend bool operator==(const FromStage&, const FromStage&) = default;
};

/// Pixels of another picture, in another layout: which picture.
struct CopyOf {
    Id<PlanImage> image;
    friend bool operator==(const CopyOf&, const CopyOf&) = default;
};

/// Nobody's: nothing that is needed reads the picture, or only what a constant border says it is
/// beyond its domain.
struct FromNowhere {
    friend bool operator==(const FromNowhere&, const FromNowhere&) = default;
};

/// Elements that are collected in the same states (core/reduction.h).
struct Leaf {
    int width = kLeafWidth, height = kLeafHeight;
    friend bool operator==(const Leaf&, const Leaf&) = default;
};

/// A picture of a bound graph.
struct PlanImage {
    std::string name;  ///< "node.Output" or the graph input's name
    ImageShape shape;  ///< domain of definition and planes
    Rect region;       ///< the part that is computed; within the domain
    std::variant<FromNowhere, FromInput, FromStage, CopyOf> source;
    SampleType samples = SampleType::kFloat32;
    int state_floats = 0;  ///< floats of one state, where these are a reduction's states; else 0
    Leaf leaf;             ///< of such: the elements of a state
    std::vector<Id<GraphOutput>> graph_outputs;  ///< the graph outputs that are this picture

    bool is_state() const { return state_floats > 0; }
    /// The graph input that it is, or nothing.
    std::optional<Id<GraphInput>> graph_input() const {
        const auto* from = std::get_if<FromInput>(&source);
        return from ? std::optional(from->input) : std::nullopt;
    }
    /// The stage that makes it, or nothing.
    std::optional<Id<Stage>> producer() const {
        const auto* made = std::get_if<FromStage>(&source);
        return made ? std::optional(made->stage) : std::nullopt;
    }
    /// The picture of which it is a copy, or nothing.
    std::optional<Id<PlanImage>> original() const {
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
    Id<PlanImage> image;
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
    Table<StageInput> inputs;
    std::vector<Id<PlanImage>> outputs;
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
    std::optional<BoundAccumulation> accumulation;  ///< of an eAccumulation functor
    /// The input that all outputs equal, bit for bit, as parameters are; in all graphs served.
    std::optional<Id<StageInput>> copies = {};

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
    Table<PlanImage> images;
    Table<Stage> stages;                        ///< topological order
    Table<Id<PlanImage>, GraphOutput> outputs;  ///< image of each graph output
    Table<Rect, GraphOutput> output_regions;
    Table<std::string, GraphOutput> output_names;
    std::vector<Decision> decisions;  ///< of all passes so far

    friend bool operator==(const BoundGraph&, const BoundGraph&) = default;
};

/// The picture that `image` is a copy of, or a copy of a copy; itself where it is none.
inline Id<PlanImage> original_of(const BoundGraph& plan, Id<PlanImage> image) {
    while (const auto original = plan.images[image].original()) image = *original;
    return image;
}

/// Who reads a picture: an input of a stage.
struct ReadBy {
    Id<Stage> stage;
    Id<StageInput> input;
    friend auto operator<=>(const ReadBy&, const ReadBy&) = default;
};

/// Who makes one: an output of a stage, by its place in Stage::outputs.
struct MadeBy {
    Id<Stage> stage;
    std::size_t output = 0;
    friend bool operator==(const MadeBy&, const MadeBy&) = default;
};

inline const StageInput& input_of(const BoundGraph& plan, const ReadBy& by) {
    return plan.stages[by.stage].inputs[by.input];
}

/// What a CpuPlan or a GpuPlan has for kernels.
template <class P>
using KernelOf = typename decltype(P::kernels)::value_type;

/// The kernel of each stage of a CpuPlan or a GpuPlan; nothing where it has none, and of several
/// the last.
template <class P>
Table<std::optional<Id<KernelOf<P>>>, Stage> kernels_of_stages(const P& plan) {
    Table<std::optional<Id<KernelOf<P>>>, Stage> result(plan.stages.size());
    for (const Id<KernelOf<P>> k : plan.kernels.ids())
        for (const Id<Stage> s : plan.kernels[k].stages) result[s] = k;
    return result;
}

}  // namespace weft
