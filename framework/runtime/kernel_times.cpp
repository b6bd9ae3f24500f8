#include "runtime/kernel_times.h"

#include <algorithm>

namespace weft {

namespace {

bool are_of_one_plan(const std::vector<KernelTimes>& a, const std::vector<KernelTimes>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& k, const auto& l) {
        return k.name == l.name &&
               std::equal(k.parts.begin(), k.parts.end(), l.parts.begin(), l.parts.end(),
                          [](const PartTime& p, const PartTime& q) {
                              return p.kind == q.kind && p.stage == q.stage && p.name == q.name;
                          });
    });
}

}  // namespace

const char* name_of(PartKind kind) {
    switch (kind) {
        case PartKind::kNode: return "node";
        case PartKind::kLoad: return "load";
        case PartKind::kCopy: return "copy";
        case PartKind::kStore: return "store";
        case PartKind::kRest: break;
    }
    return "rest";
}

std::vector<KernelTimes> mean_of(const std::vector<std::vector<KernelTimes>>& runs) {
    if (runs.empty()) return {};
    for (const std::vector<KernelTimes>& run : runs)
        if (!are_of_one_plan(run, runs.front())) return {};
    const double count = static_cast<double>(runs.size());
    std::vector<KernelTimes> mean = runs.front();
    for (std::size_t k = 0; k < mean.size(); ++k) {
        const auto over_runs = [&](auto value) {
            decltype(value(mean[k])) sum{};
            for (const std::vector<KernelTimes>& run : runs) sum += value(run[k]);
            return sum / static_cast<decltype(sum)>(count);
        };
        for (std::size_t p = 0; p < mean[k].parts.size(); ++p) {
            mean[k].parts[p].seconds =
                over_runs([&](const KernelTimes& one) { return one.parts[p].seconds; });
            mean[k].parts[p].elements =
                over_runs([&](const KernelTimes& one) { return one.parts[p].elements; });
        }
        mean[k].begin = over_runs([](const KernelTimes& one) { return one.begin; });
        mean[k].elapsed = over_runs([](const KernelTimes& one) { return one.elapsed; });
        mean[k].seconds = over_runs([](const KernelTimes& one) { return one.seconds; });
    }
    return mean;
}

}  // namespace weft
