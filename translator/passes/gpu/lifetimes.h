// When each picture of a GPU plan holds something: from the kernel that writes it to the last that
// reads it.
#pragma once

#include <cstddef>
#include <vector>

#include "plan/gpu_plan.h"

namespace weft {

/// Pictures begin on boundaries of this many bytes in the arena.
inline constexpr std::size_t kArenaAlignment = 256;

/// Kernels by their place in the launch order. Graph inputs are there before the first kernel (-1),
/// graph outputs after the last. Pictures that no kernel touches have no bytes.
struct Lifetime {
    int first = 0, last = -1;
    std::size_t bytes = 0;  ///< in whole units of kArenaAlignment

    bool meets(const Lifetime& o) const { return first <= o.last && o.first <= last; }
};

/// One for each picture, for the kernels in their present order.
Table<Lifetime, PlanImage> lifetimes(const GpuPlan& plan);

/// The most bytes that are alive at once; a kernel's inputs and outputs are alive while it runs.
std::size_t peak_bytes(const Table<Lifetime, PlanImage>& lifetimes);

/// Images that a kernel reads, each once.
std::vector<Id<PlanImage>> images_read(const GpuKernel& kernel);

/// Bytes that a picture takes of the arena.
std::size_t arena_bytes(const GpuPlan& plan, Id<PlanImage> image);

}  // namespace weft
