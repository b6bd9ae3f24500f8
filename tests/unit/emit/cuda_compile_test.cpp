// Kernels of everything through the real CUDA compiler: no warnings, no spills, no local memory.
// Skips where NVRTC is missing. Cubins are cached in the build tree.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "affordable.h"
#include "compile/nvrtc/device_compiler.h"
#include "differential/strangers_library.h"
#include "emit/cuda/cuda_kernel.h"
#include "engine/gpu_figures.h"
#include "gpu_kernels.h"
#include "gpu_planning.h"
#include "graph/frame_reaches.h"
#include "graph/image.h"
#include "models/border_partition.h"
#include "neighbourhood/mean.h"
#include "passes/gpu/external_images.h"
#include "passes/gpu/fusion/group_shape.h"
#include "patience.h"
#include "point/difference.h"
#include "pyramid/double.h"
#include "pyramid/halve.h"

namespace weft::test {
namespace {

/// Functors whose own source NVRTC warns of: strangers mix types as they please.
bool may_be_warned_of(const std::string& functor) { return functor == "BoolNumbers"; }

/// Functors whose kernels may use local memory, with the reason. No kernel may spill.
const std::set<std::string>& may_use_stack() {
    static const std::set<std::string> functors = {
        // Arrays of locals or state that are indexed by what is known at run time alone.
        "ArrayOfInts", "MaskedArrays", "ReducedColours", "RunningMaximum", "StateMachine",
    };
    return functors;
}

/// Built-in functors of which the same is true.
const std::set<std::string>& have_large_states() {
    static const std::set<std::string> functors = {"CellAverages", "Histogram"};
    return functors;
}

/// Functors of so many reads that the compiler keeps their loop, and with it an array, in forms
/// that are not planned for them.
const std::set<std::string>& may_keep_loops() {
    static const std::set<std::string> functors = {"StereoCosts"};
    return functors;
}

struct CompiledFor {
    int capability;
    bool fast = false;
};
const std::vector<CompiledFor>& all_targets() {
    static const std::vector<CompiledFor> targets = {{75, false}, {80, false}, {90, false},
                                                     {75, true},  {80, true},  {90, true}};
    return targets;
}

class CudaCompile : public testing::Test {
  protected:
    void SetUp() override {
        if (const auto version = nvrtc_version(); !version) GTEST_SKIP() << version.error().message;
        CompilerOptions options;
        options.cache_dir = WEFT_TEST_CACHE;
        compiler_ = make_device_compiler(options);
    }

    void expect_clean(const GpuPlan& plan, const GpuKernel& kernel, const Library& known,
                      const std::string& what, const CompiledFor& target,
                      int most_registers = 128) {
        const CudaKernelText text = emit_cuda_kernel(plan, kernel, known);
        if (!seen_.insert(fmt::format("{} {} {}", target.capability, target.fast, text.text))
                 .second)
            return;
        const auto code = compiler_->compile({kernel.name, text.symbol, cuda_preamble() + text.text,
                                              target.capability, target.fast});
        const std::string on = fmt::format("{}, {} for sm_{}{}", text.symbol, what,
                                           target.capability, target.fast ? ", fast" : "");
        ASSERT_TRUE(code) << on << ": " << code.error().message;
        EXPECT_EQ((*code)->spill_stores + (*code)->spill_loads, 0u) << on;
        const std::string functor = text.symbol.substr(std::string("weft_").size());
        if (!may_be_warned_of(functor)) {
            EXPECT_EQ((*code)->warnings, 0) << on;
        }
        if ((*code)->stack_bytes > 0) use_stack_.insert(functor);
        const bool unplanned = any_form_ && may_keep_loops().contains(functor);
        const bool needs_it =
            may_use_stack().contains(functor) || have_large_states().contains(functor);
        if (!needs_it && !unplanned) {
            EXPECT_EQ((*code)->stack_bytes, 0u) << on;
        }
        EXPECT_LE((*code)->registers, most_registers) << on;
    }

    void expect_clean(GpuPlan plan, const Library& known, const KernelForm& form,
                      const std::vector<CompiledFor>& targets) {
        std::vector<GpuKernel> kernels = kernels_of(plan, form);
        kernels.push_back(transpose_kernel(plan, Id<PlanImage>(0), form.strided));
        for (const GpuKernel& kernel : kernels)
            for (const CompiledFor& target : targets)
                expect_clean(plan, kernel, known, form.name, target);
    }

    std::unique_ptr<DeviceCompiler> compiler_;
    std::set<std::string> seen_, use_stack_;
    bool any_form_ = false;  ///< kernels are not only those that are planned
};

/// Of each functor some forms, and of each form some functors.
TEST_F(CudaCompile, FunctorsInEveryForm) {
    any_form_ = true;
    for (const std::string& name : library().names()) {
        const GpuPlan plan = bound_plan(graph_of(*library().find(name)));
        for (const KernelForm& form : affordable(kernel_forms(), name, 6))
            expect_clean(plan, library(), form, {{90}});
    }
}

TEST_F(CudaCompile, FunctorsForEveryTarget) {
    for (const std::string& name : library().names()) {
        const GpuPlan plan = bound_plan(graph_of(*library().find(name)));
        for (const KernelForm& form :
             {KernelForm{.name = "bordered"}, {.name = "staged", .access = GpuAccess::kShared}})
            expect_clean(plan, library(), form, affordable(all_targets(), name, 6));
    }
}

TEST_F(CudaCompile, EveryEffectAsPlanned) {
    for (const Effect& effect : builtin_effects())
        for (const bool plain : {false, true})
            for (const CompiledFor& target :
                 affordable(all_targets(), effect.name + (plain ? " plain" : ""), 6)) {
                GpuPlanning p{.target = fmt::format("sm_{}", target.capability),
                              .fast_math = target.fast};
                if (plain) p.disabled = {"all"};
                const GpuPlan plan = gpu_plan_of(effect.build(), p);
                ASSERT_FALSE(plan.kernels.empty());
                for (const GpuKernel& kernel : plan.kernels)
                    expect_clean(plan, kernel, library(), plain ? "plain" : "planned", target);
            }
}

/// Radii and lists as arguments, kernels apart and together.
TEST_F(CudaCompile, ReachesThatAreArguments) {
    for (const auto& [effect, control, curve] : {std::array{"gaussian-blur", "sigma", "1:0,20:6"},
                                                 {"box-blur", "radius", "1:1,20:40"},
                                                 {"directional-blur", "length", "1:0,20:31"},
                                                 {"glow", "sigma", "1:1,9:9"}}) {
        const std::vector<Graph> range = frame_reaches(animated(effect, control, curve), library());
        for (const FusionStrategy fusion : {FusionStrategy::kNone, FusionStrategy::kAuto}) {
            GpuPlanning planning{.target = "sm_90", .range = &range};
            planning.choices.fusion = fusion;
            const GpuPlan plan = gpu_plan_of(range.front(), planning);
            for (const GpuKernel& kernel : plan.kernels)
                expect_clean(plan, kernel, library(), "in a range", {90});
        }
    }
}

TEST_F(CudaCompile, FunctorsOfStrangers) {
    const Library known = strangers();
    for (const std::string& name : known.names())
        for (const KernelForm& form :
             {KernelForm{.name = "bordered"}, {.name = "staged", .access = GpuAccess::kShared}})
            expect_clean(bound_plan(graph_of(*known.find(name)), known), known, form, {{90}});
    EXPECT_EQ(use_stack_, may_use_stack()) << "an exception is no longer one";
}

/// Kernels of every kind for pictures that other programs keep, each of another format.
TEST_F(CudaCompile, PicturesOfOthersInPlace) {
    const std::vector<ExternalLayout> layouts{{0, 4}, {2, 4, false}, {3, 4}, {1, 3}, {3, 1, false}};
    std::size_t turn = 0;
    const auto expect_clean_in_place = [&](const GpuPlan& planned) {
        const ExternalLayout& layout = layouts[turn++ % layouts.size()];
        std::vector<ExternalLayout> inputs;
        for (const PlanImage& image : planned.images)
            if (image.graph_input()) inputs.push_back(layout);
        const auto [plan, external] = plan_in_place(
            planned, {inputs, std::vector<ExternalLayout>(planned.outputs.size(), layout)});
        for (const GpuKernel& kernel : plan.kernels) {
            const CudaKernelText text = emit_cuda_kernel(plan, kernel, library(), external);
            const auto code = compiler_->compile(
                {kernel.name, text.symbol, cuda_preamble() + text.text, 75, false});
            ASSERT_TRUE(code) << kernel.name << ": " << code.error().message;
            EXPECT_EQ((*code)->stack_bytes, 0u) << kernel.name;
            EXPECT_EQ((*code)->spill_stores + (*code)->spill_loads, 0u) << kernel.name;
            EXPECT_EQ((*code)->warnings, 0) << kernel.name;
        }
    };
    for (const TileKind tile :
         {TileKind::kBlock, TileKind::kWarp, TileKind::kHybrid, TileKind::kStream}) {
        GpuPlanning planning{.target = "sm_75"};
        planning.choices = {.fusion = FusionStrategy::kMinCut, .tile = {tile}};
        expect_clean_in_place(gpu_plan_of(find_effect("sobel")->build(), planning));
    }
    for (const char* functor : {"Sum", "BoxBlur", "DWT1D", "Transform", "Average"})
        expect_clean_in_place(gpu_plan_of(graph_of(*library().find(functor)), {.target = "sm_75"}));
}

TEST_F(CudaCompile, CountsWarnings) {
    const std::string kernel = "extern \"C\" __global__ void k() {}";
    const auto warnings = [&](const std::string& text) {
        const auto code = compiler_->compile({"k", "k", text + kernel, 90, false});
        return code ? (*code)->warnings : -1;
    };
    EXPECT_EQ(warnings(cuda_preamble()), 0);
    EXPECT_EQ(warnings(cuda_preamble() + "void f() { int unused; }"), 1);
}

/// Whether a thread holds so many planes of a pixel that they alone take a register each.
bool holds_many(const GpuPlan& plan, const GpuKernel& kernel) {
    for (const Id<Stage> s : kernel.stages)
        for (const Id<PlanImage> image : plan.stages[s].outputs)
            if (plan.stages[s].per_pixel && plan.images[image].shape.planes > 32) return true;
    return false;
}

/// Fused kernels of all strategies.
TEST_F(CudaCompile, GroupsOfEveryEffect) {
    const std::vector<FusionStrategy> strategies = {FusionStrategy::kAuto, FusionStrategy::kMinCut,
                                                    FusionStrategy::kDp};
    int groups = 0;
    for (const Effect& effect : builtin_effects())
        for (const FusionStrategy fusion : affordable(strategies, effect.name, 3)) {
            GpuPlanning planning{.target = "sm_90"};
            planning.choices.fusion = fusion;
            const GpuPlan plan = gpu_plan_of(effect.build(), planning);
            for (const GpuKernel& kernel : plan.kernels) {
                if (kernel.kind != GpuKernelKind::kGroup) continue;
                ++groups;
                expect_clean(
                    plan, kernel, library(), name_of(fusion), {90},
                    in_registers(kernel.group.kind) || holds_many(plan, kernel) ? 255 : 128);
            }
        }
    EXPECT_GT(groups, 10);
}

/// A picture halved and doubled again in one kernel, in both layouts and by both kinds of teams.
TEST_F(CudaCompile, GroupsOfSeveralResolutions) {
    GraphBuilder build("detail");
    build.border({eMirror, 0});
    Image in = build.input("input"), smooth, half, small, taller, again, lost;
    functors::Mean(1)(in, smooth);
    functors::Halve{eHorizontal}(smooth, half);
    functors::Halve{eVertical}(half, small);
    functors::Double{eVertical}(small, half, taller);
    functors::Double{eHorizontal}(taller, smooth, again);
    functors::Difference()(smooth, again, lost);
    build.output("output", lost);
    const Graph graph = build.finish();
    const GroupShape shapes[] = {{TileKind::kBlock, 32, 8, 32, 8}, {TileKind::kWarp, 32, 4, 32, 4}};
    for (const GroupShape& shape : shapes)
        for (const auto& [borders, layout] : {std::pair{BorderScheme::kBody, Layout::kRows},
                                              {BorderScheme::kWarp, Layout::kRows},
                                              std::pair{BorderScheme::kNine, Layout::kColumns}}) {
            GpuPlanning planning{.target = "sm_90"};
            // With all planes, threads of these tiles spill: no plan has them so.
            planning.choices = {.tile = {.planes = PlanesOfThread::kOne},
                                .borders = borders,
                                .groups = {numbered_stages({0, 1, 2, 3, 4, 5})}};
            GpuPlan plan = gpu_plan_of(graph, planning);
            ASSERT_EQ(plan.kernels.size(), 1u);
            ASSERT_EQ(plan.kernels.front().group.levels.size(), 5u);
            plan.kernels.front().layout = layout;
            for (GpuStorage& storage : plan.storage) storage.layout = layout;
            const GpuKernel kernel = with_shape(plan, plan.kernels.front(), shape);
            expect_clean(plan, kernel, library(), name_of(shape.kind), {90});
        }
}

/// What the model says of borders holds for the code that is compiled: all regions are within the
/// limit, or there is a body at most beside the naive form.
TEST_F(CudaCompile, RegionsKeepToTheLimitOfCode) {
    int more = 0;
    for (const Effect& effect : builtin_effects()) {
        const auto code_with = [&](std::optional<BorderScheme> borders) {
            GpuPlanning planning{.target = "sm_90"};
            planning.choices = {
                .fusion = FusionStrategy::kMinCut, .tile = {TileKind::kBlock}, .borders = borders};
            const GpuPlan plan = gpu_plan_of(effect.build(), planning);
            int instructions = 0;
            for (const GpuKernel& kernel : plan.kernels) {
                const CudaKernelText text = emit_cuda_kernel(plan, kernel, library());
                const auto code = compiler_->compile(
                    {kernel.name, text.symbol, cuda_preamble() + text.text, 90, false});
                if (!code) {
                    ADD_FAILURE() << code.error().message;
                    continue;
                }
                EXPECT_GT((*code)->instructions, 0) << kernel.name;
                instructions += (*code)->instructions;
            }
            return instructions;
        };
        const int naive = code_with(BorderScheme::kNaive), chosen = code_with({});
        EXPECT_LE(chosen, std::max(kMaxBorderCode, 2.0 * naive)) << effect.name;
        more += chosen > naive;
    }
    EXPECT_GT(more, 3) << "where borders are told apart there is more code";
}

/// The model's time follows what compilers add to what it expects, so that it must expect most. Of
/// loops that a compiler keeps it expects more.
TEST_F(CudaCompile, CodeIsAboutAsLongAsTheModelExpects) {
    std::vector<double> surplus;
    for (const Effect& effect : builtin_effects()) {
        GpuPlanning planning{.target = "sm_90"};
        planning.choices = {.fusion = FusionStrategy::kMinCut, .tile = {TileKind::kBlock}};
        const GpuPlan plan = gpu_plan_of(effect.build(), planning);
        for (const GpuKernel& kernel : plan.kernels) {
            const double expected = expected_instructions(plan, kernel);
            if (expected == 0) continue;
            const CudaKernelText text = emit_cuda_kernel(plan, kernel, library());
            const auto code = compiler_->compile(
                {kernel.name, text.symbol, cuda_preamble() + text.text, 90, false});
            ASSERT_TRUE(code) << code.error().message;
            surplus.push_back((*code)->instructions / expected);
            EXPECT_LT(surplus.back(), 3.5) << kernel.name;
        }
    }
    ASSERT_GT(surplus.size(), 20u);
    std::sort(surplus.begin(), surplus.end());
    EXPECT_GT(surplus[surplus.size() / 2], 0.7);
    EXPECT_LT(surplus[surplus.size() / 2], 1.6);
}

TEST_F(CudaCompile, FusedUnsharpTakesFewRegisters) {
    GpuPlanning planning{.target = "sm_90"};
    planning.choices = {.fusion = FusionStrategy::kAuto};
    const GpuPlan plan = gpu_plan_of(find_effect("unsharp-halide")->build(), planning);
    ASSERT_EQ(plan.kernels.size(), 1u);
    expect_clean(plan, plan.kernels.front(), library(), "unsharp-halide", {90}, 40);
}

/// Bodies in registers are that: no array of theirs lies in memory.
TEST_F(CudaCompile, TilesInRegistersOfEveryEffect) {
    const std::vector<TileChoice> tiles = {
        {TileKind::kHybrid}, {TileKind::kHybrid, 10, eVertical}, {TileKind::kStream}};
    std::map<TileKind, int> groups;
    for (const Effect& effect : builtin_effects())
        for (const TileChoice& tile : affordable(tiles, effect.name, 3)) {
            GpuPlanning planning{.target = "sm_90"};
            planning.choices = {.fusion = FusionStrategy::kMinCut, .tile = tile};
            const GpuPlan plan = gpu_plan_of(effect.build(), planning);
            for (const GpuKernel& kernel : plan.kernels) {
                if (kernel.kind != GpuKernelKind::kGroup || kernel.group.kind != *tile.kind)
                    continue;
                if (holds_many(plan, kernel)) continue;  // nor would it be planned so
                ++groups[*tile.kind];
                expect_clean(plan, kernel, library(), name_of(*tile.kind), {90}, 255);
            }
        }
    EXPECT_GT(groups[TileKind::kHybrid], 10);
    EXPECT_GT(groups[TileKind::kStream], 5);
}

/// The bar: a cold compilation of all of degrain within 3 seconds on 2 cores.
TEST_F(CudaCompile, DegrainWithAColdCache) {
    const GpuPlan plan = gpu_plan_of(find_effect("degrain")->build(), {.target = "sm_90"});
    CompilerOptions options;
    options.use_cache = false;
    auto cold = make_device_compiler(options);
    std::set<std::string> texts;
    const ProcessorTimer timer;
    for (const GpuKernel& kernel : plan.kernels) {
        const CudaKernelText text = emit_cuda_kernel(plan, kernel, library());
        if (!texts.insert(text.text).second) continue;
        ASSERT_TRUE(
            cold->compile({kernel.name, text.symbol, cuda_preamble() + text.text, 90, false}));
    }
    cold.reset();  // its workers end, and what they used counts
    RecordProperty("kernels", static_cast<int>(texts.size()));
    fmt::print("{} of {} kernels differ: {:.2f} s of processor time\n", texts.size(),
               plan.kernels.size(), timer.seconds());
    EXPECT_LT(timer.seconds(), 30.0) << "ten times the bar: this machine may be slow";
}

}  // namespace
}  // namespace weft::test
