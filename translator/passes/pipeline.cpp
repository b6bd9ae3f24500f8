#include "passes/pipeline.h"

#include <fmt/format.h>

#include <algorithm>

#include "passes/bind.h"
#include "passes/passes.h"

namespace weft {

namespace {

Plan unchanged(Plan plan, const PlanContext&, Decisions&) { return plan; }

}  // namespace

const std::vector<Pass>& passes() {
    static const std::vector<Pass> list = {
        {"cull", "remove stages that no output depends on", cull, nullptr, true},
        {"fuse", "compute many stages in one kernel", fuse, one_kernel_per_stage, false},
        {"nest", "keep values in registers between stages", nest, one_loop_per_stage, false},
        {"vectorise", "compute several elements at once", vectorise, scalar, false},
        {"lower", "give loops their rows and rings", lower, nullptr, true},
        {"batch", "compute several rows in one call where they read the same rows", batch,
         unchanged, false},
        {"tile", "cut pictures into strips and column blocks that fit the caches", tile,
         one_block_per_row, false},
        {"stream", "write large pictures around the caches", stream, unchanged, false},
        {"allocate", "share buffers between pictures", allocate, one_buffer_per_picture, false},
    };
    return list;
}

namespace {

Status check_names(const std::vector<std::string>& disabled) {
    for (const std::string& name : disabled) {
        if (name == "all") continue;
        const auto found = std::find_if(passes().begin(), passes().end(),
                                        [&](const Pass& p) { return name == p.name; });
        std::string names;
        for (const Pass& pass : passes())
            if (!pass.required) names += fmt::format("{}{}", names.empty() ? "" : ", ", pass.name);
        if (found == passes().end())
            return Error{ErrorKind::kUsage,
                         fmt::format("unknown pass '{}'; passes that may be turned off: {}, or all",
                                     name, names)};
        if (found->required)
            return Error{
                ErrorKind::kUsage,
                fmt::format("pass '{}' cannot be turned off; these can: {}, or all", name, names)};
    }
    return {};
}

}  // namespace

Result<Plan> make_plan(const PlanContext& context, const std::vector<std::string>& disabled) {
    if (Status ok = check_names(disabled); !ok) return ok.error();
    Result<Plan> bound = bind(context);
    if (!bound) return bound;
    Plan plan = *std::move(bound);
    const auto is_off = [&](const Pass& pass) {
        return !pass.required &&
               std::any_of(disabled.begin(), disabled.end(), [&](const std::string& name) {
                   return name == "all" || name == pass.name;
               });
    };
    for (const Pass& pass : passes()) {
        std::vector<Decision> made;
        Decisions decisions(made, pass.name);
        plan = (is_off(pass) ? pass.off : pass.run)(std::move(plan), context, decisions);
        plan.decisions.insert(plan.decisions.end(), made.begin(), made.end());
    }
    return plan;
}

}  // namespace weft
