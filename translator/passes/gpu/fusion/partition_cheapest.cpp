// Dynamic programming over the sets of kernels that may have run already.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include "passes/gpu/fusion/kernel_graph.h"
#include "passes/gpu/fusion/partition.h"

namespace weft {

namespace {

/// A set of kernels: bit k is the kernel of number k.
using Set = std::uint64_t;

Set only(Id<GpuKernel> k) { return Set{1} << k.number(); }

Set set_of(const std::vector<Id<GpuKernel>>& kernels) {
    Set set = 0;
    for (const Id<GpuKernel> k : kernels) set |= only(k);
    return set;
}

/// Ascending.
std::vector<Id<GpuKernel>> kernels_of(Set set) {
    std::vector<Id<GpuKernel>> kernels;
    for (; set != 0; set &= set - 1) kernels.push_back(Id<GpuKernel>(std::countr_zero(set)));
    return kernels;
}

/// The least kernel that one of two different sets has and the other has not.
Set first_difference(Set a, Set b) { return (a ^ b) & ~((a ^ b) - 1); }

/// Sets that have run, by which has what another has not: the later first.
struct Before {
    bool operator()(Set a, Set b) const { return a != b && (b & first_difference(a, b)) != 0; }
};

/// Groups in the order of their lists of kernels.
bool lists_before(Set a, Set b) {
    if (a == b) return false;
    const Set first = first_difference(a, b);
    const Set beyond = ~(first | (first - 1));
    return (a & first) != 0 ? (b & beyond) != 0 : (a & beyond) == 0;
}

/// How a set of kernels that have run was reached at the least cost.
struct Reached {
    double cost = 0;
    Set before = 0, group = 0;
};

class CheapestSearch {
  public:
    CheapestSearch(const GpuPlan& plan, const GroupCost& cost) : cost_(cost) {
        for (const std::vector<Id<GpuKernel>>& writers : kernel_graph(plan).writers)
            writers_.push_back(set_of(writers));
    }

    Partition run() {
        const std::size_t n = writers_.size();
        std::vector<std::map<Set, Reached, Before>> by_size(n + 1);
        by_size[0][0] = {};
        for (std::size_t size = 0; size < n; ++size)
            for (const auto& [done, reached] : pruned(by_size[size]))
                for (const Set group : groups_after(done)) {
                    const double cost = reached.cost + cost_of(group);
                    auto& slot = by_size[size + static_cast<std::size_t>(std::popcount(group))];
                    const auto [at, is_new] = slot.try_emplace(done | group);
                    if (is_new || cost < at->second.cost) at->second = {cost, done, group};
                }
        Partition partition;
        Set at = n == kMaxKernels ? ~Set{0} : (Set{1} << n) - 1;
        for (std::size_t size = n; size > 0;) {
            const Reached& reached = by_size[size].at(at);
            if (reached.group == 0) break;
            const std::vector<Id<GpuKernel>> group = kernels_of(reached.group);
            if (group.size() > 1) partition.push_back(group);
            size -= group.size();
            at = reached.before;
        }
        std::sort(partition.begin(), partition.end());
        return partition;
    }

    bool is_bounded() const { return bounded_; }
    std::size_t groups() const { return costs_.size(); }

  private:
    /// The cheapest of the sets of one size, where there are too many: the more kernels there are,
    /// the more sizes, and groups to try after each set.
    std::vector<std::pair<Set, Reached>> pruned(const std::map<Set, Reached, Before>& sets) {
        std::vector<std::pair<Set, Reached>> all(sets.begin(), sets.end());
        const std::size_t most = kMaxSets / (writers_.size() * writers_.size()) + 1;
        if (all.size() <= most) return all;
        bounded_ = true;
        std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
            return a.second.cost < b.second.cost;
        });
        all.resize(most);
        return all;
    }

    /// The kernels that can run once those of the set have, each as a set of its own.
    std::vector<Set> ready_after(Set done) const {
        std::vector<Set> ready;
        for (std::size_t k = 0; k < writers_.size(); ++k) {
            const Set kernel = Set{1} << k;
            if ((done & kernel) == 0 && (writers_[k] & ~done) == 0) ready.push_back(kernel);
        }
        return ready;
    }

    /// All groups of finite cost that can run next; each has grown from one kernel by what is then
    /// ready. Its parts may have nothing in common until a later one joins them.
    std::vector<Set> groups_after(Set done) {
        // Of any cost: a part may be refused where the whole is not.
        std::unordered_set<Set> seen;
        std::vector<Set> open;
        const auto reach = [&](Set group) {
            if (std::popcount(group) > kMaxStages || static_cast<int>(seen.size()) >= kMaxGroups)
                bounded_ = true;
            else if (seen.insert(group).second)
                open.push_back(group);
        };
        for (const Set kernel : ready_after(done)) reach(kernel);
        while (!open.empty()) {
            const Set group = open.back();
            open.pop_back();
            for (const Set kernel : ready_after(done | group)) reach(group | kernel);
        }
        std::vector<Set> groups(seen.begin(), seen.end());
        std::sort(groups.begin(), groups.end(), lists_before);
        std::erase_if(groups, [&](Set group) {
            return std::popcount(group) > 1 &&
                   !(cost_of(group) < std::numeric_limits<double>::infinity());
        });
        return groups;
    }

    double cost_of(Set group) {
        const auto known = costs_.find(group);
        if (known != costs_.end()) return known->second;
        if (std::popcount(group) > 1 && static_cast<int>(costs_.size()) >= kMaxGroups) {
            bounded_ = true;
            return std::numeric_limits<double>::infinity();
        }
        return costs_[group] = cost_(kernels_of(group));
    }

    const GroupCost& cost_;
    std::vector<Set> writers_;  ///< of each kernel
    std::unordered_map<Set, double> costs_;
    bool bounded_ = false;
};

}  // namespace

Partition cheapest_partition(const GpuPlan& plan, const GroupCost& cost, Decisions& decisions) {
    CheapestSearch search(plan, cost);
    Partition partition = search.run();
    decisions.add(plan.name,
                  fmt::format("{} groups looked at{}", search.groups(),
                              search.is_bounded() ? "; a bound cut the search short" : ", all"));
    return partition;
}

double total_cost(const GpuPlan& plan, const Partition& partition, const GroupCost& cost) {
    double total = 0;
    Table<bool, GpuKernel> grouped(plan.kernels.size());
    for (const std::vector<Id<GpuKernel>>& group : partition) {
        total += cost(group);
        for (const Id<GpuKernel> k : group) grouped[k] = true;
    }
    for (const Id<GpuKernel> k : grouped.ids())
        if (!grouped[k]) total += cost({k});
    return total;
}

}  // namespace weft
