// The plan: how a graph is computed, as a value. Passes refine it; emitters print it; executors run
// it. Nothing in a plan refers to memory or to a device.
//
//   bound graph = images + stages                        plan/bound_graph.h
//   CPU plan    = a bound graph + kernels of loops       plan/cpu_plan.h
//   GPU plan    = a bound graph + kernels of threads     plan/gpu_plan.h
#pragma once

#include <utility>
#include <variant>

#include "plan/cpu_plan.h"
#include "plan/gpu_plan.h"

namespace weft {

/// A plan for either kind of device.
using Plan = std::variant<CpuPlan, GpuPlan>;

/// The graph that it computes.
inline const BoundGraph& bound(const Plan& plan) {
    if (const auto* cpu = std::get_if<CpuPlan>(&plan)) return *cpu;
    return std::get<GpuPlan>(plan);
}

}  // namespace weft
