#include "passes/gpu/memory_order.h"

#include <algorithm>
#include <bitset>
#include <functional>
#include <queue>
#include <unordered_map>

namespace weft {

namespace {

constexpr std::size_t kMaxTasks = 256;        // of a search; beyond, depth first alone
constexpr std::size_t kBoundedStates = 4000;  // of a search that need not prove anything

using TaskSet = std::bitset<kMaxTasks>;

/// Who writes and who reads each piece.
struct Uses {
    std::vector<int> writer;
    std::vector<std::vector<int>> readers;

    explicit Uses(const MemoryGraph& graph)
        : writer(graph.bytes.size(), -1), readers(graph.bytes.size()) {
        for (std::size_t t = 0; t < graph.tasks.size(); ++t) {
            for (int piece : graph.tasks[t].writes)
                writer[static_cast<std::size_t>(piece)] = static_cast<int>(t);
            for (int piece : graph.tasks[t].reads)
                readers[static_cast<std::size_t>(piece)].push_back(static_cast<int>(t));
        }
    }
    bool is_used(const MemoryGraph& graph, std::size_t piece) const {
        return graph.live_out[piece] || !readers[piece].empty();
    }
};

/// Bytes that are alive before the first task.
std::size_t bytes_at_start(const MemoryGraph& graph, const Uses& uses) {
    std::size_t bytes = 0;
    for (std::size_t p = 0; p < graph.bytes.size(); ++p)
        if (uses.writer[p] < 0 && uses.is_used(graph, p)) bytes += graph.bytes[p];
    return bytes;
}

class OrderSearch {
  public:
    explicit OrderSearch(const MemoryGraph& graph)
        : graph_(graph), uses_(graph), count_(graph.tasks.size()) {
        predecessors_.resize(count_);
        for (std::size_t t = 0; t < count_; ++t)
            for (int piece : graph.tasks[t].reads)
                if (const int w = uses_.writer[static_cast<std::size_t>(piece)]; w >= 0)
                    predecessors_[t].set(static_cast<std::size_t>(w));
        readers_.resize(graph.bytes.size());
        for (std::size_t p = 0; p < graph.bytes.size(); ++p)
            for (int t : uses_.readers[p]) readers_[p].set(static_cast<std::size_t>(t));
    }

    /// The best order found within `most_states`, below `bound`; empty tasks when there is none.
    MemoryOrder run(std::size_t bound, std::size_t most_states) {
        MemoryOrder result;
        const std::size_t start = bytes_at_start(graph_, uses_);
        std::priority_queue<Node, std::vector<Node>, Later> open;
        add(open, {{}, start, std::max(start, lower_bound()), 0}, -1, {});
        while (!open.empty()) {
            const Node node = open.top();
            open.pop();
            if (node.peak >= bound) break;  // all that is left is no better
            if (seen_.at(node.done).peak < node.peak) continue;
            ++result.states;
            if (node.depth == count_) {
                result.tasks = path_to(node.done);
                result.peak = node.peak;
                result.optimal = true;
                return result;
            }
            if (result.states > most_states) return result;
            expand(node, open);
        }
        result.optimal = true;  // nothing below the bound
        return result;
    }

  private:
    struct Node {
        TaskSet done;
        std::size_t live = 0, peak = 0, depth = 0;
    };
    /// Lowest peak first; of equal ones the most advanced, then the one that holds least.
    struct Later {
        bool operator()(const Node& a, const Node& b) const {
            if (a.peak != b.peak) return a.peak > b.peak;
            if (a.depth != b.depth) return a.depth < b.depth;
            return a.live > b.live;
        }
    };
    struct Seen {
        std::size_t peak;
        TaskSet from;
        int task;
    };
    using Queue = std::priority_queue<Node, std::vector<Node>, Later>;

    struct Step {
        std::size_t allocated = 0, freed = 0;
    };
    Step step(const TaskSet& done, std::size_t t) const {
        Step s;
        for (int piece : graph_.tasks[t].writes) {
            const auto p = static_cast<std::size_t>(piece);
            s.allocated += graph_.bytes[p];
            if (!uses_.is_used(graph_, p)) s.freed += graph_.bytes[p];
        }
        TaskSet after = done;
        after.set(t);
        for (int piece : graph_.tasks[t].reads) {
            const auto p = static_cast<std::size_t>(piece);
            if (!graph_.live_out[p] && (readers_[p] & ~after).none()) s.freed += graph_.bytes[p];
        }
        return s;
    }

    bool is_ready(const TaskSet& done, std::size_t t) const {
        return !done.test(t) && (predecessors_[t] & ~done).none();
    }

    Node after(const Node& node, std::size_t t, const Step& s) const {
        Node next = node;
        next.done.set(t);
        next.peak = std::max(node.peak, node.live + s.allocated);
        next.live = node.live + s.allocated - s.freed;
        ++next.depth;
        return next;
    }

    void expand(const Node& node, Queue& open) {
        std::vector<std::pair<std::size_t, Step>> ready;
        for (std::size_t t = 0; t < count_; ++t) {
            if (!is_ready(node.done, t)) continue;
            ready.emplace_back(t, step(node.done, t));
            const Step& s = ready.back().second;
            if (s.freed < s.allocated || node.live + s.allocated > node.peak) continue;
            add(open, after(node, t, s), static_cast<int>(t), node.done);
            return;
        }
        for (const auto& [t, s] : ready)
            add(open, after(node, t, s), static_cast<int>(t), node.done);
    }

    void add(Queue& open, const Node& node, int task, const TaskSet& from) {
        const auto [at, is_new] = seen_.try_emplace(node.done, Seen{node.peak, from, task});
        if (!is_new) {
            if (at->second.peak <= node.peak) return;
            at->second = {node.peak, from, task};
        }
        open.push(node);
    }

    std::vector<int> path_to(TaskSet done) const {
        std::vector<int> order;
        while (done.any()) {
            const Seen& seen = seen_.at(done);
            order.push_back(seen.task);
            done = seen.from;
        }
        std::reverse(order.begin(), order.end());
        return order;
    }

    /// What no order can do without: each task's own pieces; and with the last task, everything
    /// that is kept beside what that task reads.
    std::size_t lower_bound() const {
        std::size_t bound = 0, live_out = 0;
        for (std::size_t p = 0; p < graph_.bytes.size(); ++p)
            if (graph_.live_out[p]) live_out += graph_.bytes[p];
        std::size_t last = static_cast<std::size_t>(-1);
        for (const MemoryTask& task : graph_.tasks) {
            std::size_t own = 0, beside = 0;
            for (int p : task.writes) {
                own += graph_.bytes[static_cast<std::size_t>(p)];
                if (!graph_.live_out[static_cast<std::size_t>(p)])
                    beside += graph_.bytes[static_cast<std::size_t>(p)];
            }
            for (int p : task.reads) {
                own += graph_.bytes[static_cast<std::size_t>(p)];
                if (!graph_.live_out[static_cast<std::size_t>(p)])
                    beside += graph_.bytes[static_cast<std::size_t>(p)];
            }
            bound = std::max(bound, own);
            last = std::min(last, beside);
        }
        return graph_.tasks.empty() ? live_out : std::max(bound, live_out + last);
    }

    const MemoryGraph& graph_;
    Uses uses_;
    std::size_t count_;
    std::vector<TaskSet> predecessors_, readers_;
    std::unordered_map<TaskSet, Seen> seen_;
};

}  // namespace

std::size_t peak_of(const MemoryGraph& graph, const std::vector<int>& order) {
    const Uses uses(graph);
    std::vector<std::size_t> left(graph.bytes.size());
    for (std::size_t p = 0; p < left.size(); ++p) left[p] = uses.readers[p].size();
    std::size_t live = bytes_at_start(graph, uses), peak = live;
    for (int t : order) {
        const MemoryTask& task = graph.tasks[static_cast<std::size_t>(t)];
        for (int p : task.writes) live += graph.bytes[static_cast<std::size_t>(p)];
        peak = std::max(peak, live);
        for (int piece : task.reads) {
            const auto p = static_cast<std::size_t>(piece);
            if (--left[p] == 0 && !graph.live_out[p]) live -= graph.bytes[p];
        }
        for (int piece : task.writes) {
            const auto p = static_cast<std::size_t>(piece);
            if (!uses.is_used(graph, p)) live -= graph.bytes[p];
        }
    }
    return peak;
}

std::vector<int> depth_first_order(const MemoryGraph& graph) {
    const Uses uses(graph);
    std::vector<int> order;
    std::vector<bool> done(graph.tasks.size());
    const std::function<void(int)> finish = [&](int t) {
        if (done[static_cast<std::size_t>(t)]) return;
        done[static_cast<std::size_t>(t)] = true;
        for (int piece : graph.tasks[static_cast<std::size_t>(t)].reads)
            if (const int w = uses.writer[static_cast<std::size_t>(piece)]; w >= 0) finish(w);
        order.push_back(t);
    };
    for (int t = static_cast<int>(graph.tasks.size()) - 1; t >= 0; --t) {
        // Tasks that nobody waits for; the others come before their readers.
        bool is_last = true;
        for (int piece : graph.tasks[static_cast<std::size_t>(t)].writes)
            is_last &= uses.readers[static_cast<std::size_t>(piece)].empty();
        if (is_last) finish(t);
    }
    return order;
}

MemoryOrder least_memory_order(const MemoryGraph& graph) {
    MemoryOrder best;
    best.tasks = depth_first_order(graph);
    best.peak = best.depth_first_peak = peak_of(graph, best.tasks);
    std::vector<int> given(graph.tasks.size());
    for (std::size_t t = 0; t < given.size(); ++t) given[t] = static_cast<int>(t);
    if (const std::size_t peak = peak_of(graph, given); peak < best.peak) {
        best.tasks = given;
        best.peak = peak;
    }
    if (graph.tasks.size() > kMaxTasks) return best;
    const bool exact = graph.tasks.size() <= kExactTasks;
    MemoryOrder found =
        OrderSearch(graph).run(best.peak, exact ? static_cast<std::size_t>(-1) : kBoundedStates);
    best.states = found.states;
    best.optimal = found.optimal;
    if (!found.tasks.empty() || graph.tasks.empty()) {
        best.tasks = std::move(found.tasks);
        best.peak = found.peak;
    }
    return best;
}

}  // namespace weft
