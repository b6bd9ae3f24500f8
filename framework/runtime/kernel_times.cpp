#include "runtime/kernel_times.h"

#include <algorithm>
#include <numeric>
#include <type_traits>

namespace weft {

namespace {

bool are_of_one_plan(const std::vector<KernelTimes>& a, const std::vector<KernelTimes>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& k, const auto& l) {
        return k.name == l.name &&
               std::equal(k.sections.begin(), k.sections.end(), l.sections.begin(),
                          l.sections.end(), [](const SectionTime& p, const SectionTime& q) {
                              return p.kind == q.kind && p.stage == q.stage && p.name == q.name;
                          });
    });
}

/// Combines runs of one plan into one, number by number, by `fold` (a median, a minimum). Empty
/// where there are none, or of different plans.
template <class Fold>
std::vector<KernelTimes> folded(const std::vector<std::vector<KernelTimes>>& runs, Fold fold) {
    if (runs.empty()) return {};
    for (const std::vector<KernelTimes>& run : runs)
        if (!are_of_one_plan(run, runs.front())) return {};
    std::vector<KernelTimes> one = runs.front();
    for (std::size_t k = 0; k < one.size(); ++k) {
        const auto over_runs = [&](auto value) {
            std::vector<std::decay_t<decltype(value(one[k]))>> values;
            for (const std::vector<KernelTimes>& run : runs) values.push_back(value(run[k]));
            return fold(values);
        };
        for (std::size_t p = 0; p < one[k].sections.size(); ++p) {
            SectionTime& section = one[k].sections[p];
            section.seconds =
                over_runs([&](const KernelTimes& run) { return run.sections[p].seconds; });
            section.elements =
                over_runs([&](const KernelTimes& run) { return run.sections[p].elements; });
        }
        one[k].begin = over_runs([](const KernelTimes& run) { return run.begin; });
        one[k].elapsed = over_runs([](const KernelTimes& run) { return run.elapsed; });
        one[k].seconds = over_runs([](const KernelTimes& run) { return run.seconds; });
    }
    return one;
}

}  // namespace

const char* name_of(SectionKind kind) {
    switch (kind) {
        case SectionKind::kNode: return "node";
        case SectionKind::kLoad: return "load";
        case SectionKind::kCopy: return "copy";
        case SectionKind::kStore: return "store";
        case SectionKind::kRest: break;
    }
    return "rest";
}

std::vector<KernelTimes> mean_of(const std::vector<std::vector<KernelTimes>>& runs) {
    return folded(runs, [](const auto& values) {
        using Value = std::decay_t<decltype(values.front())>;
        return std::accumulate(values.begin(), values.end(), Value{}) /
               static_cast<Value>(values.size());
    });
}

std::vector<KernelTimes> least_of(const std::vector<std::vector<KernelTimes>>& runs) {
    std::vector<KernelTimes> least = folded(
        runs, [](const auto& values) { return *std::min_element(values.begin(), values.end()); });
    for (KernelTimes& kernel : least) {
        kernel.seconds = 0;
        for (const SectionTime& section : kernel.sections) kernel.seconds += section.seconds;
    }
    return least;
}

}  // namespace weft
