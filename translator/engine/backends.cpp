// The table of devices: a line for each folder.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/automatic/automatic_backend.h"
#include "engine/backend.h"
#include "engine/cpu/cpu_backend.h"
#include "engine/cuda/cuda_backend.h"
#include "engine/reference/reference_backend.h"
#include "engine/simt/simt_backend.h"
#include "support/nearest.h"

namespace weft {

std::span<const BackendInfo> backends() {
    static const BackendInfo kAll[] = {kAutomaticBackend, kCudaBackend, kCpuBackend, kSimtBackend,
                                       kReferenceBackend};
    return kAll;
}

Result<const BackendInfo*> find_backend(const std::string& name) {
    std::vector<std::string> names;
    for (const BackendInfo& backend : backends()) {
        if (backend.name == name) return &backend;
        names.emplace_back(backend.name);
    }
    return Error{ErrorKind::kUsage, fmt::format("unknown device '{}'{}; devices: {}", name,
                                                did_you_mean(name, names), fmt::join(names, ", "))};
}

std::string backend_names(bool (*so)(const BackendInfo&)) {
    std::vector<std::string> names;
    for (const BackendInfo& backend : backends())
        if (so(backend)) names.emplace_back(backend.name);
    if (names.size() < 2) return fmt::format("{}", fmt::join(names, ""));
    const std::string last = names.back();
    names.pop_back();
    return fmt::format("{} and {}", fmt::join(names, ", "), last);
}

}  // namespace weft
