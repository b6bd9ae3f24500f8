#include "engine/gpu_planning.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "engine/gpu_figures.h"
#include "engine/plan_key.h"
#include "passes/gpu/kernel_regions.h"
#include "passes/pipeline.h"

namespace weft {

namespace {

/// A partition may turn out better than the one that is ranked first if, as long as nothing is
/// known of either, its modelled time is at most so many times the other's.
constexpr double kMaxBehind = 1.25;

/// The partitions that the search ranked next, as plans, where they are any.
std::vector<GpuPlan> next_best_plans(const GpuPlan& plan, GpuContext context,
                                     const std::vector<std::string>& disabled) {
    std::vector<GpuPlan> plans;
    for (const StageGroups& groups : plan.next_best) {
        if (groups.empty()) context.choices.fusion = FusionStrategy::kNone;
        context.choices.groups = groups;
        Result<GpuPlan> made = make_plan(context, disabled);
        if (made) plans.push_back(*std::move(made));
    }
    return plans;
}

/// Plans and compiles by turns.
class Rounds {
  public:
    Rounds(GpuContext context, const std::vector<std::string>& disabled, DeviceCompiler& compiler,
           const GpuPlanningRun& run)
        : context_(std::move(context)), disabled_(disabled), compiler_(compiler), run_(run) {}

    Result<PlannedGpu> plan() {
        if (context_.choices.fusion == FusionStrategy::kDp)
            if (Status ok = compile_stages(); !ok) return ok.error();
        for (int round = 0; round < kMaxSearches; ++round) {
            Result<GpuPlan> made = make_plan(context_, disabled_);
            if (!made) return made.error();
            GpuTexts texts = emit_gpu_texts(*made, context_.library);
            const bool settled = round > 0 && texts == planned_.texts;
            planned_.plan = *std::move(made);
            planned_.texts = std::move(texts);
            planned_.searches = round + 1;
            compiled_of_plan_ = context_.compiled;
            if (settled && kinds_known_) break;
            if (settled) {
                kinds_known_ = true;
                if (Status ok = compile_other_kinds(); !ok) return ok.error();
                continue;
            }
            if (Status ok = compile_candidates(round == 0 ? kMaxBehind : 1); !ok) return ok.error();
            if (!planned_.why_not_compiled.empty()) break;
        }
        if (Status ok = decide_among_finalists(); !ok) return ok.error();
        if (context_.is_cancelled()) return Error{ErrorKind::kCancelled, "cancelled"};
        planned_.compiled = compiled_of_plan_;
        return std::move(planned_);
    }

    /// The plan that an earlier search ended with; nothing where it is not what it was.
    Result<std::optional<PlannedGpu>> plan_again(const FoundPlan& found) {
        GpuContext context = context_;
        context.compiled = found.compiled;
        context.found = found.fusion;
        Result<GpuPlan> made = make_plan(context, disabled_);
        if (!made) return std::optional<PlannedGpu>{};
        GpuTexts texts = emit_gpu_texts(*made, context.library);
        if (found_fusion(*made) != found.fusion || hash_of(texts) != found.kernels)
            return std::optional<PlannedGpu>{};
        planned_.plan = *std::move(made);
        planned_.texts = std::move(texts);
        planned_.compiled = found.compiled;
        if (Status ok = compile_planned(); !ok) return ok.error();
        return std::optional<PlannedGpu>{std::move(planned_)};
    }

    /// What the last plan of plan() was made of, for the cache.
    FoundPlan found(const PlannedGpu& planned) const {
        return {found_fusion(planned.plan), compiled_of_plan_, hash_of(planned.texts)};
    }

  private:
    /// Every stage by itself: algorithm 2 asks for its registers and its time (paper: warp-tiling,
    /// section 6).
    Status compile_stages() {
        GpuContext context = context_;
        context.choices = {.fusion = FusionStrategy::kNone, .borders = BorderScheme::kNaive};
        Result<GpuPlan> made = make_plan(context, disabled_);
        if (!made) return made.error();
        planned_.plan = *std::move(made);
        planned_.texts = emit_gpu_texts(planned_.plan, context.library);
        std::vector<GpuCompilation> all;
        add_texts(all, planned_.plan, planned_.texts, false);
        return learn(std::move(all));
    }

    /// The plan, and of the partitions ranked behind it those that take less than `most_behind`
    /// times as long by the model. What is learnt of a kernel only makes it slower, so that others
    /// need not be compiled.
    Status compile_candidates(double most_behind) {
        const double most = most_behind * modelled_seconds(planned_.plan);
        std::vector<GpuCompilation> all;
        add_texts(all, planned_.plan, planned_.texts, true);
        if (!context_.choices.borders) add_forms_of_borders(all);
        for (const GpuPlan& plan : next_best_plans(planned_.plan, context_, disabled_))
            if (modelled_seconds(plan) < most)
                add_texts(all, plan, emit_gpu_texts(plan, context_.library), false);
        return learn(std::move(all));
    }

    /// The planned kernels with borders, in the forms whose registers and code decide between them:
    /// naive, and with a body.
    void add_forms_of_borders(std::vector<GpuCompilation>& all) const {
        const GpuPlan& plan = planned_.plan;
        for (GpuKernel kernel : plan.kernels)
            if (chooses_borders(plan, kernel))
                for (const BorderScheme scheme : {BorderScheme::kNaive, BorderScheme::kBody}) {
                    kernel.borders = scheme;
                    add_form(all, plan, kernel, emit_cuda_kernel(plan, kernel, context_.library));
                }
    }

    /// The groups that were found with tiles of the other kinds: in registers, which no plan has
    /// that does not know what they take, and in shared memory, where they are about as fast by
    /// what is usual; all of them with a plane and with all planes in a thread.
    Status compile_other_kinds() {
        if (context_.choices.tile.kind) return {};
        std::vector<GpuCompilation> all;
        add_texts(all, planned_.plan, planned_.texts, true);
        GpuContext context = context_;
        context.choices.groups.clear();
        for (const GpuKernel& kernel : planned_.plan.kernels)
            if (kernel.kind == GpuKernelKind::kGroup)
                context.choices.groups.push_back(kernel.stages);
        if (context.choices.groups.empty()) return {};
        for (const TileKind kind :
             {TileKind::kBlock, TileKind::kWarp, TileKind::kHybrid, TileKind::kStream})
            for (const PlanesOfThread planes : planes_to_compile()) {
                context.choices.tile.kind = kind;
                context.choices.tile.planes = planes;
                const Result<GpuPlan> made = make_plan(context, disabled_);
                if (!made) continue;
                const GpuTexts texts = emit_gpu_texts(*made, context_.library);
                for (const Id<GpuKernel> k : made->kernels.ids())
                    if (may_be_faster(*made, made->kernels[k], in_registers(kind) ? 1 : kMaxBehind))
                        add_text(all, *made, texts, k, false);
            }
        return learn(std::move(all));
    }

    /// As asked; else what makes a difference to the groups that were found.
    std::vector<PlanesOfThread> planes_to_compile() const {
        using enum PlanesOfThread;
        if (const auto asked = context_.choices.tile.planes) return {*asked};
        for (const GpuKernel& kernel : planned_.plan.kernels)
            if (kernel.kind == GpuKernelKind::kGroup &&
                planned_.plan.images[kernel.outputs.front()].shape.planes > 1)
                return {kOne, kAll};
        return {kOne};
    }

    /// Whether a kernel takes less than `most_behind` times as long by the model as the one that
    /// the plan has for the same stages. Compilers take more registers for bodies than is
    /// estimated: what loses by estimates loses.
    bool may_be_faster(const GpuPlan& plan, const GpuKernel& kernel, double most_behind) const {
        for (const GpuKernel& mine : planned_.plan.kernels)
            if (mine.stages == kernel.stages)
                return modelled_time(plan, kernel).seconds <
                       most_behind * modelled_time(planned_.plan, mine).seconds;
        return false;
    }

    Status compile_planned() {
        std::vector<GpuCompilation> all;
        add_texts(all, planned_.plan, planned_.texts, true);
        return learn(std::move(all));
    }

    /// The search looked at a few shapes of each group; with all shapes, and registers that are
    /// known by now, another of the best few may be the fastest by the model.
    Status decide_among_finalists() {
        // Where searches ended before they settled, more is known now than the plan was made of.
        context_.compiled = compiled_of_plan_;
        const double searched = modelled_seconds(planned_.plan);
        double least = searched;
        std::optional<FoundFusion> best;
        for (const GpuPlan& plan : next_best_plans(planned_.plan, context_, disabled_)) {
            const double seconds = modelled_seconds(plan);
            if (seconds >= least) continue;
            least = seconds;
            best = found_fusion(plan);
        }
        if (!best) return {};
        best->next_best = planned_.plan.next_best;
        best->reasons = reasons_for(
            best->reasons,
            fmt::format("of the best few partitions another, {:.1f} us by the model{}; "
                        "{:.1f} us for what the search ranked first",
                        least * 1e6, planned_.code.empty() ? "" : " with compiled registers",
                        searched * 1e6));
        GpuContext context = context_;
        context.found = std::move(best);
        Result<GpuPlan> made = make_plan(context, disabled_);
        if (!made) return made.error();
        planned_.plan = *std::move(made);
        planned_.texts = emit_gpu_texts(planned_.plan, context_.library);
        return planned_.why_not_compiled.empty() ? compile_planned() : Status{};
    }

    /// What the search said of the whole plan, why another partition is taken, and what building
    /// that one said.
    std::vector<Decision> reasons_for(std::vector<Decision> built, std::string why) const {
        std::vector<Decision> reasons = found_fusion(planned_.plan).reasons;
        const auto& name = planned_.plan.name;
        // The last counts the kernels of the partition that is not taken.
        if (!reasons.empty()) reasons.pop_back();
        std::erase_if(reasons, [&](const Decision& d) { return d.subject != name; });
        reasons.push_back({"fuse", name, std::move(why)});
        std::move(built.begin(), built.end(), std::back_inserter(reasons));
        return reasons;
    }

    /// Compiles the plan's kernels and others, and learns what they take.
    Status learn(std::vector<GpuCompilation> all) {
        if (Status ok = compile(all, planned_.plan, compiler_, run_.threads, run_.cancel); !ok) {
            // A kernel that is refused is an error; a compiler that is not there is a fact.
            if (ok.error().kind != ErrorKind::kDevice) return ok;
            planned_.code.clear();
            planned_.why_not_compiled = ok.error().message;
            return {};
        }
        planned_.code.clear();
        for (const CudaKernelText& text : planned_.texts.texts)
            for (const GpuCompilation& c : all)
                if (c.text.text == text.text) planned_.code.add(c.code);
        // The same form may take more or less in another shape: the most, or shapes would
        // alternate. Of a compute capability that stands in it may be more than a thread of the
        // device has: code of its own would keep to its limit.
        const int most = context_.target.max_registers_per_thread;
        for (const GpuCompilation& c : all)
            for (const GpuCompilation::Form& form : c.forms) {
                if (!c.code) continue;
                CompiledForm& known = context_.compiled[form.name];
                known.registers = std::max(known.registers, std::min(c.code->registers, most));
                known.code = std::max(known.code, c.code->instructions);
                if (form.instructions > 0)
                    known.instructions =
                        std::max(known.instructions, c.code->instructions / form.instructions);
            }
        return {};
    }

    GpuContext context_;
    const std::vector<std::string>& disabled_;
    DeviceCompiler& compiler_;
    const GpuPlanningRun run_;
    PlannedGpu planned_;
    bool kinds_known_ = false;
    CompiledForms compiled_of_plan_;
};

}  // namespace

Table<int, GpuKernel> instructions_of(const PlannedGpu& planned) {
    Table<int, GpuKernel> instructions;
    if (planned.code.size() != planned.texts.texts.size()) return instructions;
    for (const Id<CudaKernelText> text : planned.texts.text_of)
        instructions.add(planned.code[text]->instructions);
    return instructions;
}

Result<PlannedGpu> plan_for_gpu(GpuContext context, const std::vector<std::string>& disabled,
                                DeviceCompiler& compiler, const GpuPlanningRun& run) {
    context.cancel = run.cancel;
    if (run.cache == nullptr) return Rounds(std::move(context), disabled, compiler, run).plan();
    const Result<std::string> key = plan_key(context, disabled, compiler.identity());
    if (!key) return key.error();
    if (const auto found = run.cache->find(*key, context.target)) {
        auto again = Rounds(context, disabled, compiler, run).plan_again(*found);
        if (!again) return again.error();
        if (*again) return **std::move(again);
    }
    Rounds rounds(std::move(context), disabled, compiler, run);
    Result<PlannedGpu> planned = rounds.plan();
    if (planned) run.cache->store(*key, rounds.found(*planned));
    return planned;
}

}  // namespace weft
