// Plans that were searched for before, in the disk cache beside compiled kernels.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "compile/disk_cache.h"
#include "compile/host_compiler.h"
#include "passes/gpu/compiled_forms.h"
#include "passes/gpu/fusion/found_groups.h"

namespace weft {

/// What a search ended with, and enough to see that applying it gave the same kernels.
struct FoundPlan {
    FoundFusion fusion;
    CompiledForms compiled;  ///< GpuContext::compiled of the plan
    std::string kernels;     ///< hash of the kernels' texts

    friend bool operator==(const FoundPlan&, const FoundPlan&) = default;
};

/// As JSON. Reading gives nothing where the text is no such thing, or what no GPU could launch.
std::string to_json(const FoundPlan& found);
std::optional<FoundPlan> found_plan_from_json(std::string_view text, const GpuTarget& target);

/// Safe to call from several threads; several processes may share the folder.
class PlanCache {
  public:
    /// The cache's part of the options. Without use_cache it holds nothing.
    explicit PlanCache(const CompilerOptions& options);

    /// By plan_key(). Nothing when absent, damaged, or not what to_json() writes.
    std::optional<FoundPlan> find(const std::string& key, const GpuTarget& target);
    void store(const std::string& key, const FoundPlan& found);

  private:
    const bool used_;
    DiskCache cache_;
};

}  // namespace weft
