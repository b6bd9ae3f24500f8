// Dynamic programming over the sets of kernels that may have run already.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <set>

#include "passes/gpu/fusion/kernel_graph.h"
#include "passes/gpu/fusion/partition.h"

namespace weft {

namespace {

using Set = Table<bool, GpuKernel>;
struct Before {
    bool operator()(const Set& a, const Set& b) const { return a.values() < b.values(); }
};

/// How a set of kernels that have run was reached at the least cost.
struct Reached {
    double cost = 0;
    Set before;
    std::vector<Id<GpuKernel>> group;
};

class CheapestSearch {
  public:
    CheapestSearch(const GpuPlan& plan, const GroupCost& cost)
        : graph_(kernel_graph(plan)), cost_(cost) {}

    Partition run() {
        const std::size_t n = graph_.readers.size();
        std::vector<std::map<Set, Reached, Before>> by_size(n + 1);
        by_size[0][Set(n)] = {};
        for (std::size_t size = 0; size < n; ++size)
            for (const auto& [done, reached] : pruned(by_size[size]))
                for (const std::vector<Id<GpuKernel>>& group : groups_after(done)) {
                    const double cost = reached.cost + cost_of(group);
                    Set after = done;
                    for (const Id<GpuKernel> k : group) after[k] = true;
                    auto& slot = by_size[size + group.size()];
                    const auto [at, is_new] = slot.try_emplace(after);
                    if (is_new || cost < at->second.cost) at->second = {cost, done, group};
                }
        Partition partition;
        Set at(n, true);
        for (std::size_t size = n; size > 0;) {
            const Reached& reached = by_size[size].at(at);
            if (reached.group.empty()) break;
            if (reached.group.size() > 1) partition.push_back(reached.group);
            size -= reached.group.size();
            at = reached.before;
        }
        std::sort(partition.begin(), partition.end());
        return partition;
    }

    bool is_bounded() const { return bounded_; }
    std::size_t groups() const { return costs_.size(); }

  private:
    /// The cheapest of the sets of one size, where there are too many.
    std::vector<std::pair<Set, Reached>> pruned(const std::map<Set, Reached, Before>& sets) {
        std::vector<std::pair<Set, Reached>> all(sets.begin(), sets.end());
        const std::size_t most = kMaxSets / graph_.readers.size() + 1;
        if (all.size() <= most) return all;
        bounded_ = true;
        std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
            return a.second.cost < b.second.cost;
        });
        all.resize(most);
        return all;
    }

    bool is_ready(Id<GpuKernel> k, const Set& done) const {
        const std::vector<Id<GpuKernel>>& writers = graph_.writers[k];
        return std::all_of(writers.begin(), writers.end(),
                           [&](Id<GpuKernel> w) { return done[w]; });
    }

    /// All groups of finite cost that can run next; each has grown from one kernel by what is then
    /// ready. Its parts may have nothing in common until a later one joins them.
    Partition groups_after(const Set& done) {
        std::set<std::vector<Id<GpuKernel>>>
            seen;  // of any cost: a part may be refused where the whole is not
        Partition open;
        const auto reach = [&](std::vector<Id<GpuKernel>> group) {
            std::sort(group.begin(), group.end());
            if (group.size() > kMaxStages) {
                bounded_ = true;
                return;
            }
            if (static_cast<int>(seen.size()) >= kMaxGroups) {
                bounded_ = true;
                return;
            }
            if (seen.insert(group).second) open.push_back(std::move(group));
        };
        for (const Id<GpuKernel> k : done.ids())
            if (!done[k] && is_ready(k, done)) reach({k});
        while (!open.empty()) {
            const std::vector<Id<GpuKernel>> group = std::move(open.back());
            open.pop_back();
            Set then = done;
            for (const Id<GpuKernel> k : group) then[k] = true;
            for (const Id<GpuKernel> k : done.ids()) {
                if (then[k] || !is_ready(k, then)) continue;
                std::vector<Id<GpuKernel>> larger = group;
                larger.push_back(k);
                reach(std::move(larger));
            }
        }
        Partition groups;
        for (const std::vector<Id<GpuKernel>>& group : seen)
            if (group.size() == 1 || cost_of(group) < std::numeric_limits<double>::infinity())
                groups.push_back(group);
        return groups;
    }

    double cost_of(const std::vector<Id<GpuKernel>>& group) {
        const auto known = costs_.find(group);
        if (known != costs_.end()) return known->second;
        if (group.size() > 1 && static_cast<int>(costs_.size()) >= kMaxGroups) {
            bounded_ = true;
            return std::numeric_limits<double>::infinity();
        }
        return costs_[group] = cost_(group);
    }

    const KernelGraph graph_;
    const GroupCost& cost_;
    std::map<std::vector<Id<GpuKernel>>, double> costs_;
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
