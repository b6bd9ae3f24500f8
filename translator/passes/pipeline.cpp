#include "passes/pipeline.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "support/nearest.h"

namespace weft {

namespace {

/// Of both lists.
std::vector<const Pass*> all_passes() {
    std::vector<const Pass*> all;
    for (const Pass& pass : cpu_passes()) all.push_back(&pass);
    for (const Pass& pass : gpu_passes()) all.push_back(&pass);
    return all;
}

/// Names that may be turned off, of both lists, each once.
std::vector<std::string> optional_names() {
    std::vector<std::string> names;
    for (const Pass* pass : all_passes())
        if (!pass->required && std::find(names.begin(), names.end(), pass->name) == names.end())
            names.push_back(pass->name);
    return names;
}

/// The pass of either list, so that one set of switches serves every device; null for no pass.
const Pass* find_pass(const std::string& name) {
    const Pass* found = nullptr;
    for (const Pass* pass : all_passes())
        if (name == pass->name && (found == nullptr || found->required)) found = pass;
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

namespace {

/// Whether a pass is turned off by these names, which outlive the answer.
std::function<bool(const Pass&)> is_among(const std::vector<std::string>& disabled) {
    return [&disabled](const Pass& pass) {
        return !pass.required &&
               std::any_of(disabled.begin(), disabled.end(), [&](const std::string& name) {
                   return name == "all" || name == pass.name;
               });
    };
}

}  // namespace

Result<CpuPlan> make_plan(const CpuContext& context, const std::vector<std::string>& disabled,
                          const PassObserver& observer) {
    if (Status ok = check_pass_names(disabled); !ok) return ok.error();
    return make_cpu_plan(context, is_among(disabled), observer);
}

Result<GpuPlan> make_plan(const GpuContext& context, const std::vector<std::string>& disabled,
                          const PassObserver& observer) {
    if (Status ok = check_pass_names(disabled); !ok) return ok.error();
    return make_gpu_plan(context, is_among(disabled), observer);
}

}  // namespace weft
