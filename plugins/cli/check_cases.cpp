#include "cli/check_cases.h"

#include <fmt/format.h>

namespace weft {
namespace {

/// Widths around this are tried: the widest vectors there are.
constexpr int kLanes = 16;

}  // namespace

Result<std::vector<DifferentialCase>> check_cases(const EngineOptions& options, bool all_plans) {
    const Result<const BackendInfo*> device = find_backend(options.device);
    if (!device) return device.error();
    const PlansFor plans = (*device)->plans;
    if (plans == PlansFor::kNone)
        return Error{ErrorKind::kUsage,
                     fmt::format("cannot check the device '{}' against the reference; there are {}",
                                 options.device, backend_names([](const BackendInfo& b) {
                                     return b.plans != PlansFor::kNone;
                                 }))};
    std::vector<DifferentialCase> cases =
        plans == PlansFor::kCpu ? strict_and_fast_cases(kLanes) : simt_cases();
    for (DifferentialCase& c : cases) {
        c.device = options.device;
        c.disabled.insert(c.disabled.end(), options.disabled_passes.begin(),
                          options.disabled_passes.end());
        if (options.threads > 0) c.threads = options.threads;
        if (options.math == MathMode::kFast) c.math = MathMode::kFast;
        if (plans == PlansFor::kCpu) continue;
        if (!(*device)->pretends) c.target.clear();
        if (!options.target.empty()) c.target = options.target;
        if (!all_plans) c.gpu = options.gpu;
    }
    return cases;
}

}  // namespace weft
