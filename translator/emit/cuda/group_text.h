// The words of a group's text: names of what it has, and the call that evaluates a stage. Used by
// the printers of its loops in shared memory and of its bodies in registers.
#pragma once

#include <fmt/format.h>

#include <functional>
#include <string>
#include <vector>

#include "emit/writer.h"
#include "plan/external.h"
#include "plan/gpu_plan.h"
#include "plan/group_levels.h"

namespace weft {

/// " + 3", " - 3", "" for 0.
std::string plus(int n);

class GroupText {
  public:
    GroupText(const GpuPlan& plan, const GpuKernel& kernel, const ExternalImages& external,
              std::string symbol);

    const GpuPlan& plan;
    const GpuKernel& kernel;
    const ExternalImages& external;
    const GpuGroup& group;
    const bool rows;           ///< u is x
    const std::string symbol;  ///< of the kernel
    const std::string args;    ///< the type of its arguments

    const Stage& stage(Id<Stage> s) const { return plan.stages[s]; }
    const PlanImage& image(Id<PlanImage> i) const { return plan.images[i]; }
    const GroupTile& tile(Id<GroupTile> t) const { return group.tiles[t]; }
    const GroupPart& part(Id<GroupTile> t) const { return group.parts[t]; }
    const GroupLoop& loop(Id<GroupLoop> l) const { return group.loops[l]; }
    const GpuInput& input(Id<GpuInput> i) const { return kernel.inputs[i]; }
    /// The first element of the loop's level: a variable of the function that runs the loops.
    std::string first_of(const GroupLoop& loop) const {
        return loop.level == kResultsLevel ? "first"
                                           : fmt::format("level{}.first", loop.level.number());
    }
    /// The argument that says where no read of the level leaves a domain.
    static std::string inner_of(Id<GroupLevel> level) {
        return level == kResultsLevel ? "args.inner" : fmt::format("args.inner{}", level.number());
    }
    /// Whether it holds rows in flight alone: each warp has one, numbered as the team's warps are.
    bool has_a_row_of_each_warp(Id<GroupTile> t) const { return holds_rows_in_flight(group, t); }
    bool is_last(Id<GroupLoop> l) const { return l.index() + 1 == group.loops.size(); }
    bool by_columns(Id<PlanImage> image) const {
        return storage_of(plan, image).layout == Layout::kColumns;
    }
    /// The halo, or a window of taps, along memory: u as x.
    Window uv(const Window& w) const { return in_uv(w, kernel.layout); }
    Window taps(Id<Stage> s, Id<StageInput> input) const;

    /// The stage's number in the text: the plan's other stages are no part of it.
    int number(Id<Stage> s) const;
    std::string baked(Id<Stage> s) const;
    std::string input_name(Id<Stage> s, const IndexerFacts& i) const;
    std::string output_name(Id<Stage> s, const IndexerFacts& o) const;
    /// The variable that holds a picture's value at the element.
    std::string value(Id<PlanImage> i) const;
    /// Planes of a picture that a thread holds at once.
    int held_planes(Id<PlanImage> i) const {
        return group.planes_inside ? image(i).shape.planes : 1;
    }
    bool over_planes(Id<Stage> s) const { return group.planes_inside && stage(s).planes > 1; }
    std::string loop_names(Id<GroupLoop> l) const;
    static std::string plane_loop(int planes);

    /// Offset along x and y in terms of (u, v): "first.x + u".
    std::string element_at(const std::string& u, const std::string& v) const;

    /// How an evaluation reaches an input that is in a tile: storage and what it is made of.
    struct Reach {
        std::string storage, place;
    };
    using ReachTile = std::function<Reach(const GroupEvaluation&, Id<StageInput> input,
                                          Id<GroupTile> tile, const std::string& metadata)>;

    /// The tiles on levels other than the results', whose begins at `first` and whose extents are
    /// the variables that begin with `extent`.
    void declare_levels(const std::string& first, Writer& out,
                        const std::string& extent = "extent_") const;

    /// The variables of what an evaluation writes.
    void declare_values(const GroupEvaluation& e, Writer& out) const;
    /// Evaluates it at `e`. `sides`: which sides reads of memory may leave.
    void evaluate(const GroupEvaluation& e, const char* sides, const ReachTile& reach,
                  Writer& out) const;

  private:
    std::vector<std::string> accessors(const GroupEvaluation& e, const char* sides,
                                       const ReachTile& reach) const;
};

}  // namespace weft
