// Which stages of a kernel share a loop, so that a value stays in a register between them.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "passes/cpu/cpu_passes.h"

namespace weft {

namespace {

/// More stages than this in one loop spill registers and slow the compiler down.
constexpr std::size_t kMaxStagesPerLoop = 24;

/// Loops of one kernel while they merge.
class Nest {
  public:
    Nest(const CpuPlan& plan, const Kernel& kernel) : plan_(plan), loops_(kernel.loops) {
        loop_of_.assign(plan.stages.size(), -1);
        for (int l = 0; l < size(); ++l)
            for (int s : loops_[l].stages) loop_of_[s] = l;
    }

    /// Tries to give the reader of `input` and its producer one loop. Returns "" or why not.
    std::string merge(int stage, const StageInput& input) {
        const std::optional<int> producer = plan_.images[input.image].producer();
        if (!producer || loop_of_[*producer] < 0)
            return "the picture comes from outside the kernel";
        const int a = loop_of_[*producer], b = loop_of_[stage];
        if (a == b) return {};
        const Loop& from = loops_[a];
        const Loop& into = loops_[b];
        if (from.kind == LoopKind::kReduce || from.kind == LoopKind::kResult ||
            into.kind == LoopKind::kResult)
            return "a reduction keeps its own loop";
        if (into.kind == LoopKind::kReduce)
            if (std::string reason = why_not_reduced(from, into); !reason.empty()) return reason;
        if (from.kind != LoopKind::kParallel ||
            (into.kind != LoopKind::kParallel && into.kind != LoopKind::kReduce))
            return "a scan keeps its own loop";
        if (input.is_scaled()) return "it reads at another resolution";
        if (!input.at_element_only()) return "it reads neighbours";
        if (from.planes != into.planes) return "one runs per plane, the other per pixel";
        if (from.domain != into.domain) return "their domains differ";
        if (from.stages.size() + into.stages.size() > kMaxStagesPerLoop)
            return fmt::format("the loop would hold more than {} stages", kMaxStagesPerLoop);
        if (reads_neighbours(b, a) || path_through_others(a, b) || path_through_others(b, a))
            return "another loop lies between them";
        std::vector<int> stages = from.stages;
        stages.insert(stages.end(), into.stages.begin(), into.stages.end());
        std::sort(stages.begin(), stages.end());
        for (int s : stages) loop_of_[s] = a;
        loops_[a].stages = std::move(stages);
        loops_[a].kind = into.kind;
        loops_[b].stages.clear();
        return {};
    }

    /// The loops that are left, in an order in which producers come first.
    std::vector<Loop> take() {
        std::vector<Loop> ordered;
        std::vector<char> done(loops_.size(), 0);
        while (true) {
            int next = -1;
            for (int l = 0; l < size() && next < 0; ++l)
                if (!done[l] && !loops_[l].stages.empty() && ready(l, done)) next = l;
            if (next < 0) break;
            done[next] = 1;
            ordered.push_back(loops_[next]);
        }
        return ordered;
    }

  private:
    /// A reduction meets every element once: nobody else may have its loop compute more.
    std::string why_not_reduced(const Loop& from, const Loop& into) const {
        for (int s : from.stages) {
            if (plan_.stages[s].facts.simd != plan_.stages[into.stages.back()].facts.simd)
                return "the reduction takes one element at a time";
            for (int image : plan_.stages[s].outputs) {
                if (!plan_.images[image].graph_outputs.empty() || kept(plan_, image))
                    return "others need the picture too";
                for (std::size_t reader = 0; reader < plan_.stages.size(); ++reader)
                    for (const StageInput& input : plan_.stages[reader].inputs)
                        if (input.image == image && !shares_loop(static_cast<int>(reader), into) &&
                            !shares_loop(static_cast<int>(reader), from))
                            return "others need the picture too";
            }
        }
        return {};
    }
    static bool shares_loop(int stage, const Loop& loop) {
        return std::find(loop.stages.begin(), loop.stages.end(), stage) != loop.stages.end();
    }

    int size() const { return static_cast<int>(loops_.size()); }

    /// Loops that `loop` reads from, other than itself.
    std::set<int> sources(int loop) const {
        std::set<int> result;
        for (int s : loops_[loop].stages)
            for (const StageInput& input : plan_.stages[s].inputs) {
                const std::optional<int> producer = plan_.images[input.image].producer();
                if (producer && loop_of_[*producer] >= 0 && loop_of_[*producer] != loop)
                    result.insert(loop_of_[*producer]);
            }
        return result;
    }

    bool ready(int loop, const std::vector<char>& done) const {
        for (int source : sources(loop))
            if (!done[source]) return false;
        return true;
    }

    /// True when some stage of `reader` reads a picture of `source` away from its element.
    bool reads_neighbours(int reader, int source) const {
        for (int s : loops_[reader].stages)
            for (const StageInput& input : plan_.stages[s].inputs) {
                const std::optional<int> producer = plan_.images[input.image].producer();
                if (producer && loop_of_[*producer] == source && !input.at_element_only())
                    return true;
            }
        return false;
    }

    /// True when `to` depends on `from` through at least one other loop.
    bool path_through_others(int from, int to) const {
        std::set<int> seen;
        std::vector<int> open;
        for (int source : sources(to))
            if (source != from) open.push_back(source);
        while (!open.empty()) {
            const int loop = open.back();
            open.pop_back();
            if (loop == from) return true;
            if (!seen.insert(loop).second) continue;
            for (int source : sources(loop)) open.push_back(source);
        }
        return false;
    }

    const CpuPlan& plan_;
    std::vector<Loop> loops_;
    std::vector<int> loop_of_;
};

}  // namespace

CpuPlan nest(CpuPlan plan, const CpuContext&, Decisions& decisions) {
    for (Kernel& kernel : plan.kernels) {
        Nest merged(plan, kernel);
        for (int s : kernel.stages)
            for (const StageInput& input : plan.stages[s].inputs) {
                const std::string reason = merged.merge(s, input);
                decisions.add(
                    fmt::format("{} -> {}", plan.images[input.image].name, plan.stages[s].name),
                    reason.empty() ? "kept in a register" : "by rows: " + reason);
            }
        kernel.loops = merged.take();
    }
    return plan;
}

CpuPlan one_loop_per_stage(CpuPlan plan, const CpuContext&, Decisions&) { return plan; }

}  // namespace weft
