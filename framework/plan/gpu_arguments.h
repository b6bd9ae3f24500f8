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

/// GpuBounds: of a group where the reads of a level leave no domain, or the domain of a loop; of a
/// reduction the elements that it collects.
struct BoundsArgument {
    enum class Of { kLevel, kLoop, kElements };
    Of of = Of::kElements;
    std::size_t index = 0;  ///< of the level or loop
    Rect bounds;
};

/// GpuPicture: what a transposition copies, what kernel.inputs[index] reads, or
/// kernel.outputs[index].
struct PictureArgument {
    enum class As { kSource, kInput, kOutput };
    As as = As::kInput;
    std::size_t index = 0;
    int image = -1;
    float outside = 0;  ///< what the input's border holds, where it is constant
};

/// A float: what the border of a group's tile holds, where it is constant.
struct TileBorderArgument {
    std::size_t tile = 0;
    float value = 0;
};

/// The functor's Members of a stage that has any.
struct MembersArgument {
    int stage = -1;
};

/// An array of int: the reach of a stage's input that is no constant of the kernel
/// (plan/reach_arguments.h).
struct ReachArgument {
    int stage = -1;
    std::size_t input = 0;
    std::vector<int> numbers;
};

using GpuArgument = std::variant<RangeArgument, BoundsArgument, PictureArgument, TileBorderArgument,
                                 MembersArgument, ReachArgument>;

std::vector<GpuArgument> gpu_arguments(const GpuPlan& plan, const GpuKernel& kernel);

}  // namespace weft
