// A cache of GPU plans that were searched for, in the disk cache of compiled kernels.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "compile/disk_cache.h"
#include "compile/host_compiler.h"
#include "passes/gpu/compiled_forms.h"
#include "passes/gpu/fusion/found_groups.h"

namespace weft {

/// The result of a search, with what is needed to check that applying it yields the same kernels.
struct FoundPlan {
    FoundFusion fusion;
    CompiledForms compiled;  ///< GpuContext::compiled of the plan
    std::string kernels;     ///< hash of the kernels' texts

    friend bool operator==(const FoundPlan&, const FoundPlan&) = default;
};

/// To and from JSON. Nothing where the text is malformed, or describes groups that `target` cannot
/// launch.
std::string to_json(const FoundPlan& found);
std::optional<FoundPlan> found_plan_from_json(std::string_view text, const GpuTarget& target);

/// Thread-safe; processes may share the folder.
class PlanCache {
  public:
    /// Uses the folder and limits in `options`. Without use_cache it stores and finds nothing.
    explicit PlanCache(const CompilerOptions& options);

    /// The entry under `key`, which is plan_key()'s. Nothing when it is absent or damaged.
    std::optional<FoundPlan> find(const std::string& key, const GpuTarget& target);
    void store(const std::string& key, const FoundPlan& found);

  private:
    const bool used_;
    DiskCache cache_;
};

}  // namespace weft
