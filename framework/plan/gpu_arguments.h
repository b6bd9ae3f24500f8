// The argument of a GPU kernel, described once: a struct whose members are these, in order, each at
// its own alignment (at most 8). A kernel's text declares it (emit/cuda/cuda_arguments.h), a launch
// fills it in (runtime/gpu/pack_args.h), and a list of launches says where its pictures stand.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "plan/gpu_plan.h"

namespace weft {

/// GpuRange (runtime/gpu/kernel_args.h): what the launch computes.
struct RangeArgument {};

/// GpuBounds of a group: where the reads of a level leave no domain.
struct LevelArgument {
    Id<GroupLevel> level;
    Rect bounds;
};

/// GpuBounds of a group: the domain of a loop.
struct LoopArgument {
    Id<GroupLoop> loop;
    Rect bounds;
};

/// GpuBounds of a kernel of one stage that tells borders apart: the elements no read of which
/// leaves a domain.
struct InnerArgument {
    Rect bounds;
};

/// GpuBounds of a reduction: the elements that it collects.
struct ElementsArgument {
    Rect bounds;
};

/// GpuPicture: what a transposition copies.
struct SourceArgument {
    Id<PlanImage> image;
};

/// GpuPicture: what an input of the kernel reads.
struct InputArgument {
    Id<GpuInput> input;
    Id<PlanImage> image;
    float outside = 0;  ///< what the input's border holds, where it is constant
};

/// GpuPicture: kernel.outputs[index].
struct OutputArgument {
    std::size_t index = 0;
    Id<PlanImage> image;
};

/// A float: what the border of a group's tile holds, where it is constant.
struct TileBorderArgument {
    Id<GroupTile> tile;
    float value = 0;
};

/// The functor's Members of a stage that has any.
struct MembersArgument {
    Id<Stage> stage;
};

/// An array of int: the reach of a stage's input that is no constant of the kernel
/// (plan/reach_arguments.h).
struct ReachArgument {
    ReadBy by;
    std::vector<int> numbers;
};

using GpuArgument = std::variant<RangeArgument, LevelArgument, LoopArgument, InnerArgument,
                                 ElementsArgument, SourceArgument, InputArgument, OutputArgument,
                                 TileBorderArgument, MembersArgument, ReachArgument>;

std::vector<GpuArgument> gpu_arguments(const GpuPlan& plan, const GpuKernel& kernel);

}  // namespace weft
