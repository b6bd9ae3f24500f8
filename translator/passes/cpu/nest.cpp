// Which stages of a kernel share a loop, so that a value stays in a register between them.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
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
        loop_of_.resize(plan.stages.size());
        for (const Id<Loop> l : loops_.ids())
            for (const Id<Stage> s : loops_[l].stages) loop_of_[s] = l;
    }

    /// Tries to give the reader of `input` and its producer one loop. Returns "" or why not.
    std::string merge(Id<Stage> stage, const StageInput& input) {
        const std::optional<Id<Stage>> producer = plan_.images[input.image].producer();
        if (!producer || !loop_of_[*producer]) return "the picture comes from outside the kernel";
        const Id<Loop> a = *loop_of_[*producer], b = *loop_of_[stage];
        if (a == b) return {};
        const Loop& from = loops_[a];
        const Loop& into = loops_[b];
        if (from.kind == LoopKind::kReduce || from.kind == LoopKind::kResult ||
            into.kind == LoopKind::kResult)
            return "a reduction keeps its own loop";
        if (into.kind == LoopKind::kReduce)
            if (std::string reason = why_not_reduced(from, into); !reason.empty()) return reason;
        if (has_sums(from) || has_sums(into)) return "an accumulation keeps its own loop";
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
        std::vector<Id<Stage>> stages = from.stages;
        stages.insert(stages.end(), into.stages.begin(), into.stages.end());
        std::sort(stages.begin(), stages.end());
        for (const Id<Stage> s : stages) loop_of_[s] = a;
        loops_[a].stages = std::move(stages);
        loops_[a].kind = into.kind;
        loops_[b].stages.clear();
        return {};
    }

    /// The loops that are left, in an order in which producers come first.
    Table<Loop> take() {
        Table<Loop> ordered;
        Table<char, Loop> done(loops_.size(), 0);
        while (const std::optional<Id<Loop>> next = next_of(done)) {
            done[*next] = 1;
            ordered.add(loops_[*next]);
        }
        return ordered;
    }

  private:
    /// Of what several of its elements read alike, each term is read once for a tile of them.
    bool has_sums(const Loop& loop) const {
        return std::any_of(loop.stages.begin(), loop.stages.end(),
                           [&](Id<Stage> s) { return plan_.stages[s].accumulation.has_value(); });
    }

    /// A reduction meets every element once: nobody else may have its loop compute more.
    std::string why_not_reduced(const Loop& from, const Loop& into) const {
        for (const Id<Stage> s : from.stages) {
            if (plan_.stages[s].facts.simd != plan_.stages[into.stages.back()].facts.simd)
                return "the reduction takes one element at a time";
            for (const Id<PlanImage> image : plan_.stages[s].outputs) {
                if (!plan_.images[image].graph_outputs.empty() || kept(plan_, image))
                    return "others need the picture too";
                for (const Id<Stage> reader : plan_.stages.ids())
                    for (const StageInput& input : plan_.stages[reader].inputs)
                        if (input.image == image && !shares_loop(reader, into) &&
                            !shares_loop(reader, from))
                            return "others need the picture too";
            }
        }
        return {};
    }
    static bool shares_loop(Id<Stage> stage, const Loop& loop) {
        return std::find(loop.stages.begin(), loop.stages.end(), stage) != loop.stages.end();
    }

    /// The first loop that is not done and reads from none that is not; nothing when all are done.
    std::optional<Id<Loop>> next_of(const Table<char, Loop>& done) const {
        for (const Id<Loop> l : loops_.ids())
            if (!done[l] && !loops_[l].stages.empty() && ready(l, done)) return l;
        return std::nullopt;
    }

    /// Loops that `loop` reads from, other than itself.
    std::set<Id<Loop>> sources(Id<Loop> loop) const {
        std::set<Id<Loop>> result;
        for (const Id<Stage> s : loops_[loop].stages)
            for (const StageInput& input : plan_.stages[s].inputs) {
                const std::optional<Id<Stage>> producer = plan_.images[input.image].producer();
                if (producer && loop_of_[*producer] && loop_of_[*producer] != loop)
                    result.insert(*loop_of_[*producer]);
            }
        return result;
    }

    bool ready(Id<Loop> loop, const Table<char, Loop>& done) const {
        for (const Id<Loop> source : sources(loop))
            if (!done[source]) return false;
        return true;
    }

    /// True when some stage of `reader` reads a picture of `source` away from its element.
    bool reads_neighbours(Id<Loop> reader, Id<Loop> source) const {
        for (const Id<Stage> s : loops_[reader].stages)
            for (const StageInput& input : plan_.stages[s].inputs) {
                const std::optional<Id<Stage>> producer = plan_.images[input.image].producer();
                if (producer && loop_of_[*producer] == source && !input.at_element_only())
                    return true;
            }
        return false;
    }

    /// True when `to` depends on `from` through at least one other loop.
    bool path_through_others(Id<Loop> from, Id<Loop> to) const {
        std::set<Id<Loop>> seen;
        std::vector<Id<Loop>> open;
        for (const Id<Loop> source : sources(to))
            if (source != from) open.push_back(source);
        while (!open.empty()) {
            const Id<Loop> loop = open.back();
            open.pop_back();
            if (loop == from) return true;
            if (!seen.insert(loop).second) continue;
            for (const Id<Loop> source : sources(loop)) open.push_back(source);
        }
        return false;
    }

    const CpuPlan& plan_;
    Table<Loop> loops_;
    Table<std::optional<Id<Loop>>, Stage> loop_of_;
};

}  // namespace

CpuPlan nest(CpuPlan plan, const CpuContext&, Decisions& decisions) {
    for (Kernel& kernel : plan.kernels) {
        Nest merged(plan, kernel);
        for (const Id<Stage> s : kernel.stages)
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
