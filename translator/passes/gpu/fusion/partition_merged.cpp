// Merging of groups, pair by pair.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "passes/gpu/fusion/kernel_graph.h"
#include "passes/gpu/fusion/partition.h"

namespace weft {

namespace {

using Group = std::vector<Id<GpuKernel>>;

Group united(const Group& a, const Group& b) {
    Group both;
    std::merge(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
    return both;
}

class Merging {
  public:
    Merging(const GpuPlan& plan, const GroupCost& cost) : graph_(kernel_graph(plan)), cost_(cost) {
        for (const Id<GpuKernel> k : plan.kernels.ids()) groups_.push_back({k});
    }

    Partition run() {
        while (merge_best()) ++merges_;
        Partition partition = groups_;
        std::erase_if(partition, [](const Group& group) { return group.size() < 2; });
        std::sort(partition.begin(), partition.end());
        return partition;
    }
    int merges() const { return merges_; }

  private:
    bool merge_best() {
        double best = 0;
        std::size_t first = 0, second = 0;
        for (std::size_t a = 0; a < groups_.size(); ++a)
            for (std::size_t b = a + 1; b < groups_.size(); ++b) {
                if (!are_near(groups_[a], groups_[b])) continue;
                const double saving =
                    cost_(groups_[a]) + cost_(groups_[b]) - cost_(united(groups_[a], groups_[b]));
                // Where neither they nor both together have a form, it is not a number.
                if (!(saving > best) || waits_between(a, b) || waits_between(b, a)) continue;
                best = saving;
                first = a;
                second = b;
            }
        if (best <= 0) return false;
        groups_[first] = united(groups_[first], groups_[second]);
        groups_.erase(groups_.begin() + static_cast<std::ptrdiff_t>(second));
        return true;
    }

    bool are_near(const Group& a, const Group& b) const {
        return std::any_of(a.begin(), a.end(), [&](Id<GpuKernel> k) {
            return std::any_of(b.begin(), b.end(),
                               [&](Id<GpuKernel> l) { return graph_.are_near(k, l); });
        });
    }

    /// Whether some third group waits for `from`, by way of others too, while `to` waits for it.
    bool waits_between(std::size_t from, std::size_t to) const {
        std::set<std::size_t> seen;
        std::vector<std::size_t> open = readers_of(from);
        std::erase(open, to);
        while (!open.empty()) {
            const std::size_t g = open.back();
            open.pop_back();
            if (g == to) return true;
            if (!seen.insert(g).second) continue;
            const std::vector<std::size_t> more = readers_of(g);
            open.insert(open.end(), more.begin(), more.end());
        }
        return false;
    }

    std::vector<std::size_t> readers_of(std::size_t group) const {
        std::vector<std::size_t> result;
        for (std::size_t g = 0; g < groups_.size(); ++g) {
            if (g == group) continue;
            const bool reads =
                std::any_of(groups_[group].begin(), groups_[group].end(), [&](Id<GpuKernel> k) {
                    const std::vector<Id<GpuKernel>>& readers = graph_.readers[k];
                    return std::any_of(readers.begin(), readers.end(), [&](Id<GpuKernel> r) {
                        return std::binary_search(groups_[g].begin(), groups_[g].end(), r);
                    });
                });
            if (reads) result.push_back(g);
        }
        return result;
    }

    const KernelGraph graph_;
    const GroupCost& cost_;
    std::vector<Group> groups_;
    int merges_ = 0;
};

}  // namespace

Partition merged_partition(const GpuPlan& plan, const GroupCost& cost, Decisions& decisions) {
    Merging merging(plan, cost);
    Partition partition = merging.run();
    decisions.add(plan.name,
                  fmt::format("{} merges of two groups into one saved time", merging.merges()));
    return partition;
}

}  // namespace weft
