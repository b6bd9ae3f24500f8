#include "passes/gpu/memory_order.h"

#include <algorithm>
#include <bitset>
#include <functional>
#include <optional>
#include <queue>
#include <ranges>
#include <unordered_map>

namespace weft {

namespace {

constexpr std::size_t kMaxTasks = 256;        // of a search; beyond, depth first alone
constexpr std::size_t kBoundedStates = 4000;  // of a search that need not prove anything

using TaskSet = std::bitset<kMaxTasks>;

/// Who writes and who reads each piece.
struct Uses {
    Table<std::optional<Id<MemoryTask>>, MemoryPiece> writer;
    Table<std::vector<Id<MemoryTask>>, MemoryPiece> readers;

    explicit Uses(const MemoryGraph& graph)
        : writer(graph.pieces.size()), readers(graph.pieces.size()) {
        for (const Id<MemoryTask> t : graph.tasks.ids()) {
            for (const Id<MemoryPiece> p : graph.tasks[t].writes) writer[p] = t;
            for (const Id<MemoryPiece> p : graph.tasks[t].reads) readers[p].push_back(t);
        }
    }
    bool is_used(const MemoryGraph& graph, Id<MemoryPiece> piece) const {
        return graph.pieces[piece].live_out || !readers[piece].empty();
    }
};

/// Bytes that are alive before the first task.
std::size_t bytes_at_start(const MemoryGraph& graph, const Uses& uses) {
    std::size_t bytes = 0;
    for (const Id<MemoryPiece> p : graph.pieces.ids())
        if (!uses.writer[p] && uses.is_used(graph, p)) bytes += graph.pieces[p].bytes;
    return bytes;
}

class OrderSearch {
  public:
    explicit OrderSearch(const MemoryGraph& graph)
        : graph_(graph), uses_(graph), count_(graph.tasks.size()) {
        predecessors_.resize(count_);
        for (const Id<MemoryTask> t : graph.tasks.ids())
            for (const Id<MemoryPiece> p : graph.tasks[t].reads)
                if (const auto w = uses_.writer[p]) predecessors_[t].set(w->index());
        readers_.resize(graph.pieces.size());
        for (const Id<MemoryPiece> p : graph.pieces.ids())
            for (const Id<MemoryTask> t : uses_.readers[p]) readers_[p].set(t.index());
    }

    /// The best order found within `most_states`, below `bound`; empty tasks when there is none.
    MemoryOrder run(std::size_t bound, std::size_t most_states) {
        MemoryOrder result;
        const std::size_t start = bytes_at_start(graph_, uses_);
        std::priority_queue<Node, std::vector<Node>, Later> open;
        add(open, {{}, start, std::max(start, lower_bound()), 0}, {}, {});
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
        Id<MemoryTask> task;
    };
    using Queue = std::priority_queue<Node, std::vector<Node>, Later>;

    struct Step {
        std::size_t allocated = 0, freed = 0;
    };
    Step step(const TaskSet& done, Id<MemoryTask> t) const {
        Step s;
        for (const Id<MemoryPiece> p : graph_.tasks[t].writes) {
            s.allocated += graph_.pieces[p].bytes;
            if (!uses_.is_used(graph_, p)) s.freed += graph_.pieces[p].bytes;
        }
        TaskSet after = done;
        after.set(t.index());
        for (const Id<MemoryPiece> p : graph_.tasks[t].reads) {
            const MemoryPiece& piece = graph_.pieces[p];
            if (!piece.live_out && (readers_[p] & ~after).none()) s.freed += piece.bytes;
        }
        return s;
    }

    bool is_ready(const TaskSet& done, Id<MemoryTask> t) const {
        return !done.test(t.index()) && (predecessors_[t] & ~done).none();
    }

    Node after(const Node& node, Id<MemoryTask> t, const Step& s) const {
        Node next = node;
        next.done.set(t.index());
        next.peak = std::max(node.peak, node.live + s.allocated);
        next.live = node.live + s.allocated - s.freed;
        ++next.depth;
        return next;
    }

    void expand(const Node& node, Queue& open) {
        std::vector<std::pair<Id<MemoryTask>, Step>> ready;
        for (const Id<MemoryTask> t : graph_.tasks.ids()) {
            if (!is_ready(node.done, t)) continue;
            ready.emplace_back(t, step(node.done, t));
            const Step& s = ready.back().second;
            if (s.freed < s.allocated || node.live + s.allocated > node.peak) continue;
            add(open, after(node, t, s), t, node.done);
            return;
        }
        for (const auto& [t, s] : ready) add(open, after(node, t, s), t, node.done);
    }

    void add(Queue& open, const Node& node, Id<MemoryTask> task, const TaskSet& from) {
        const auto [at, is_new] = seen_.try_emplace(node.done, Seen{node.peak, from, task});
        if (!is_new) {
            if (at->second.peak <= node.peak) return;
            at->second = {node.peak, from, task};
        }
        open.push(node);
    }

    std::vector<Id<MemoryTask>> path_to(TaskSet done) const {
        std::vector<Id<MemoryTask>> order;
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
        for (const MemoryPiece& piece : graph_.pieces)
            if (piece.live_out) live_out += piece.bytes;
        std::size_t last = static_cast<std::size_t>(-1);
        for (const MemoryTask& task : graph_.tasks) {
            std::size_t own = 0, beside = 0;
            for (const auto* pieces : {&task.writes, &task.reads})
                for (const Id<MemoryPiece> p : *pieces) {
                    own += graph_.pieces[p].bytes;
                    if (!graph_.pieces[p].live_out) beside += graph_.pieces[p].bytes;
                }
            bound = std::max(bound, own);
            last = std::min(last, beside);
        }
        return graph_.tasks.empty() ? live_out : std::max(bound, live_out + last);
    }

    const MemoryGraph& graph_;
    Uses uses_;
    std::size_t count_;
    Table<TaskSet, MemoryTask> predecessors_;
    Table<TaskSet, MemoryPiece> readers_;
    std::unordered_map<TaskSet, Seen> seen_;
};

}  // namespace

std::size_t peak_of(const MemoryGraph& graph, const std::vector<Id<MemoryTask>>& order) {
    const Uses uses(graph);
    Table<std::size_t, MemoryPiece> left(graph.pieces.size());
    for (const Id<MemoryPiece> p : left.ids()) left[p] = uses.readers[p].size();
    std::size_t live = bytes_at_start(graph, uses), peak = live;
    for (const Id<MemoryTask> t : order) {
        const MemoryTask& task = graph.tasks[t];
        for (const Id<MemoryPiece> p : task.writes) live += graph.pieces[p].bytes;
        peak = std::max(peak, live);
        for (const Id<MemoryPiece> p : task.reads)
            if (--left[p] == 0 && !graph.pieces[p].live_out) live -= graph.pieces[p].bytes;
        for (const Id<MemoryPiece> p : task.writes)
            if (!uses.is_used(graph, p)) live -= graph.pieces[p].bytes;
    }
    return peak;
}

std::vector<Id<MemoryTask>> depth_first_order(const MemoryGraph& graph) {
    const Uses uses(graph);
    std::vector<Id<MemoryTask>> order;
    Table<bool, MemoryTask> done(graph.tasks.size());
    const std::function<void(Id<MemoryTask>)> finish = [&](Id<MemoryTask> t) {
        if (done[t]) return;
        done[t] = true;
        for (const Id<MemoryPiece> p : graph.tasks[t].reads)
            if (const auto w = uses.writer[p]) finish(*w);
        order.push_back(t);
    };
    for (const Id<MemoryTask> t : std::views::reverse(graph.tasks.ids())) {
        // Tasks that nobody waits for; the others come before their readers.
        bool is_last = true;
        for (const Id<MemoryPiece> p : graph.tasks[t].writes) is_last &= uses.readers[p].empty();
        if (is_last) finish(t);
    }
    return order;
}

MemoryOrder least_memory_order(const MemoryGraph& graph) {
    MemoryOrder best;
    best.tasks = depth_first_order(graph);
    best.peak = best.depth_first_peak = peak_of(graph, best.tasks);
    const Ids<MemoryTask> all = graph.tasks.ids();
    const std::vector<Id<MemoryTask>> given(all.begin(), all.end());
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
