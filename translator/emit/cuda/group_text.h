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

    const Stage& stage(int s) const { return plan.stages[static_cast<std::size_t>(s)]; }
    const PlanImage& image(int i) const { return plan.images[static_cast<std::size_t>(i)]; }
    const GroupTile& tile(int t) const { return group.tiles[static_cast<std::size_t>(t)]; }
    const GroupPart& part(int t) const { return group.parts[static_cast<std::size_t>(t)]; }
    const GroupLoop& loop(std::size_t l) const { return group.loops[l]; }
    const GpuInput& input(int i) const { return kernel.inputs[static_cast<std::size_t>(i)]; }
    /// The first element of the loop's level: a variable of the function that runs the loops.
    std::string first_of(const GroupLoop& loop) const {
        return loop.level == 0 ? "first" : fmt::format("level{}.first", loop.level);
    }
    /// The argument that says where no read of the level leaves a domain.
    static std::string inner_of(int level) {
        return level == 0 ? "args.inner" : fmt::format("args.inner{}", level);
    }
    bool is_last(std::size_t l) const { return l + 1 == group.loops.size(); }
    bool by_columns(int image) const { return storage_of(plan, image).layout == Layout::kColumns; }
    /// The halo, or a window of taps, along memory: u as x.
    Window uv(const Window& w) const { return in_uv(w, kernel.layout); }
    Window taps(int s, std::size_t input) const;

    /// The stage's number in the text: the plan's other stages are no part of it.
    int number(int s) const;
    std::string baked(int s) const;
    std::string input_name(int s, const IndexerFacts& i) const;
    std::string output_name(int s, const IndexerFacts& o) const;
    /// The variable that holds a picture's value at the element.
    std::string value(int i) const;
    /// Planes of a picture that a thread holds at once.
    int held_planes(int i) const { return group.planes_inside ? image(i).shape.planes : 1; }
    bool over_planes(int s) const { return group.planes_inside && stage(s).planes > 1; }
    std::string loop_names(std::size_t l) const;
    static std::string plane_loop(int planes);

    /// Offset along x and y in terms of (u, v): "first.x + u".
    std::string element_at(const std::string& u, const std::string& v) const;

    /// How an evaluation reaches input i, which is in a tile: storage and what it is made of.
    struct Reach {
        std::string storage, place;
    };
    using ReachTile = std::function<Reach(const GroupEvaluation&, std::size_t input,
                                          const std::string& metadata)>;

    /// The tiles on levels other than the results', whose is so large, from `first` on.
    void declare_levels(const std::string& first, Writer& out) const;

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
