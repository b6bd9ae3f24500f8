#include "passes/pipeline.h"

#include <fmt/format.h>

#include <algorithm>

#include "passes/gpu/check_kernels.h"
#include "passes/gpu/gpu_passes.h"
#include "passes/passes.h"
#include "passes/run_passes.h"
#include "support/nearest.h"

namespace weft {

const std::vector<Pass>& gpu_passes() {
    static const std::vector<Pass> list = {
        {"cull", "remove stages that no output depends on", cull, nullptr, true, PlanPhase::kBound},
        {"launch", "give every stage a kernel of its own", launch, nullptr, true,
         PlanPhase::kKernels},
        {"advance", "carry the state of moving averages from element to element", advance_scans,
         rebuilt_scans, false, PlanPhase::kKernels},
        {"transpose", "run on transposed pictures what reaches across memory", transpose, unchanged,
         false, PlanPhase::kKernels},
        {"cancel", "remove transpositions that undo one another", cancel, unchanged, false,
         PlanPhase::kKernels},
        {"split_scans", "restart moving averages part-way for more threads", split_scans,
         whole_scans, false, PlanPhase::kKernels},
        {"fuse", "compute many stages in one kernel", fuse_kernels, unchanged, false,
         PlanPhase::kKernels},
        {"stage", "copy what a block's threads read in common to shared memory", stage_shared,
         unchanged, false, PlanPhase::kKernels},
        {"realign", "renumber threads so that copies begin on a boundary", realign, unchanged,
         false, PlanPhase::kKernels},
        {"minimise_blocks", "give point operations a fixed number of blocks", minimise_blocks,
         unchanged, false, PlanPhase::kKernels},
        {"shape", "choose the size, shape and count of blocks", shape_blocks, plain_shapes, false,
         PlanPhase::kTiles},
        {"order", "launch kernels so that the fewest bytes are alive at once", order_kernels,
         unchanged, false, PlanPhase::kTiles},
        {"allocate", "share memory between pictures", place_pictures, place_pictures_apart, false,
         PlanPhase::kMemory},
    };
    return list;
}

namespace {

/// Names that may be turned off, of both lists, each once.
std::vector<std::string> optional_names() {
    std::vector<std::string> names;
    for (const std::vector<Pass>* list : {&passes(), &gpu_passes()})
        for (const Pass& pass : *list)
            if (!pass.required && std::find(names.begin(), names.end(), pass.name) == names.end())
                names.push_back(pass.name);
    return names;
}

/// The pass of either list, so that one set of switches serves every device; null for no pass.
const Pass* find_pass(const std::string& name) {
    const Pass* found = nullptr;
    for (const std::vector<Pass>* list : {&passes(), &gpu_passes()})
        for (const Pass& pass : *list)
            if (name == pass.name && (found == nullptr || found->required)) found = &pass;
    return found;
}

}  // namespace

Status check_pass_names(const std::vector<std::string>& disabled) {
    for (const std::string& name : disabled) {
        if (name == "all") continue;
        const Pass* pass = find_pass(name);
        if (pass == nullptr)
            return Error{
                ErrorKind::kUsage,
                fmt::format("unknown pass '{}'{}; passes that may be turned off: {}, or all", name,
                            did_you_mean(name, optional_names()),
                            fmt::join(optional_names(), ", "))};
        if (pass->required)
            return Error{ErrorKind::kUsage,
                         fmt::format("pass '{}' cannot be turned off; these can: {}, or all", name,
                                     fmt::join(optional_names(), ", "))};
    }
    return {};
}

Result<Plan> make_plan(const PlanContext& context, const std::vector<std::string>& disabled,
                       const PassObserver& observer) {
    if (Status ok = check_pass_names(disabled); !ok) return ok.error();
    const auto is_off = [&](const Pass& pass) {
        return !pass.required &&
               std::any_of(disabled.begin(), disabled.end(), [&](const std::string& name) {
                   return name == "all" || name == pass.name;
               });
    };
    Result<Plan> plan =
        run_passes(context.gpu ? gpu_passes() : passes(), context, is_off, observer);
    if (plan && context.gpu)
        if (Status ok = check_kernels(*plan); !ok) return ok.error();
    return plan;
}

}  // namespace weft
