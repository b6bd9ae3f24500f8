// The edges of a plan: what each stage reads, and where it finds it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "plan/plan.h"

namespace weft {

/// Where a stage finds a picture that it reads.
enum class EdgeWay {
    kValue,       ///< in a register: computed just before in the same loop
    kTile,        ///< in a tile of shared memory, computed by the same GPU kernel
    kLineBuffer,  ///< in a line buffer of the same CPU kernel
    kMemory,      ///< in a picture in memory
};

/// "value", "tile", "line buffer", "memory".
const char* name_of(EdgeWay way);

/// One input of one stage.
struct PlanEdge {
    /// The stage that computes the picture; nothing where it is a graph's input or a copy.
    std::optional<Id<Stage>> from;
    ReadBy to;
    Id<PlanImage> image;  ///< which that input reads
    Window window;        ///< of the taps
    EdgeWay way = EdgeWay::kMemory;
    bool staged = false;  ///< kMemory: through a copy in shared memory, or in a line buffer

    /// The stages are in one kernel, and what passes between them does not go through memory.
    bool fused() const { return way != EdgeWay::kMemory; }
    friend bool operator==(const PlanEdge&, const PlanEdge&) = default;
};

/// All edges of a CPU or GPU plan, ordered by the reading stage and its inputs. Where a stage is
/// evaluated by several loops or kernels, which may read by different ways, the slowest counts:
/// memory before tiles before values.
std::vector<PlanEdge> plan_edges(const CpuPlan& plan);
std::vector<PlanEdge> plan_edges(const GpuPlan& plan);

/// "3x3": how wide and how high a window or a rectangle is.
std::string size_text(const Window& window);
std::string size_text(const Rect& rect);

}  // namespace weft
