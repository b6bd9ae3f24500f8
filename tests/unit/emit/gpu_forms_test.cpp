// Every form in which a kernel is printed, planner or not, under the SIMT checker against the
// reference: the same bits, and nothing found. Planned kernels are strided only on enormous
// pictures and realigned only for old cards; here all are.
#include <gtest/gtest.h>

#include "affordable.h"
#include "differential/compiler_fixture.h"
#include "engine/differential.h"
#include "engine/simt/simt_program.h"
#include "external_test_pictures.h"
#include "gpu_kernels.h"
#include "gpu_planning.h"
#include "neighbourhood/mean.h"
#include "passes/gpu/external_images.h"
#include "passes/gpu/fusion/group_copies.h"
#include "passes/gpu/fusion/group_shape.h"
#include "passes/gpu/geometry.h"
#include "passes/gpu/gpu_passes.h"
#include "runtime/simt/simt_executor.h"

namespace weft::test {
namespace {

constexpr Rect kDomain{-7, 4, 44, 37};

/// Launches for the plan's pictures; few blocks where the grid goes over its work in steps.
void shape(const GpuPlan& plan, const KernelForm& form, GpuKernel& kernel) {
    const GpuShape s = kernel.shape;
    kernel.shape = launch_shape(plan, kernel, s.block_u, s.block_v, 3);
    kernel.shape.strided = form.strided;
    if (!form.strided) return;
    kernel.shape.grid_u = std::min(kernel.shape.grid_u, 2);
    kernel.shape.grid_v = kernel.shape.grid_planes = 1;
}

/// The plan with kernels of this form; none where the form applies to no stage.
std::optional<GpuPlan> plan_in_form(const Graph& graph, const KernelForm& form, Rect region) {
    GpuPlan plan = bound_plan(graph, library(), kDomain, region);
    plan.kernels = Table<GpuKernel>(kernels_of(plan, form));
    if (plan.kernels.size() != plan.stages.size()) return std::nullopt;
    for (GpuKernel& kernel : plan.kernels) shape(plan, form, kernel);
    return plan;
}

/// All pictures in an arena, apart.
GpuPlan placed(GpuPlan plan, const Graph& graph) {
    std::vector<Decision> made;
    Decisions decisions(made, "test");
    const GpuContext context{{graph, library(), {}, {}, {}, {}}, plan.target};
    return place_pictures_apart(std::move(plan), context, decisions);
}

/// Where no read leaves the pictures: what kernels that read in place are for. Empty for scans,
/// which come from the edge.
Rect interior(const Graph& graph) {
    Rect r = kDomain;
    for (const Stage& stage : bound_plan(graph, library(), kDomain).stages) {
        if (stage.is_scan()) return {};
        for (const StageInput& input : stage.inputs) {
            if (input.freedom == eRandom || input.is_scaled())
                continue;  // by the border in any form
            const Window w = window_of(input.taps);
            r = {std::max(r.x0, kDomain.x0 - w.x_first), std::max(r.y0, kDomain.y0 - w.y_first),
                 std::min(r.x1, kDomain.x1 - w.x_last), std::min(r.y1, kDomain.y1 - w.y_last)};
        }
    }
    return r.empty() ? Rect{} : r;
}

/// The part of a region that the result has, or all of a result that lies elsewhere.
Rect within_result(const Graph& graph, const Rect& region) {
    const GpuPlan plan = bound_plan(graph, library(), kDomain);
    const Rect& domain = plan.images[plan.outputs.front()].shape.domain;
    const Rect part = intersect(region, domain);
    return part.empty() ? domain : part;
}

struct Pictures {
    std::vector<Picture> pictures;
    std::vector<PictureView> views() const {
        std::vector<PictureView> views;
        for (const Picture& p : pictures) views.push_back(p.view());
        return views;
    }
};

Pictures inputs_of(const Graph& graph, const GpuPlan& plan) {
    Pictures inputs;
    inputs.pictures.resize(graph.inputs.size());
    for (const PlanImage& image : plan.images)
        if (const std::optional<Id<GraphInput>> input = image.graph_input())
            inputs.pictures[input->index()] =
                test_picture(image.shape.domain, image.shape.planes, input->index() + 1, true);
    return inputs;
}

Pictures outputs_of(const GpuPlan& plan) {
    Pictures outputs;
    for (const Id<GraphOutput> o : plan.outputs.ids())
        outputs.pictures.emplace_back(plan.output_regions[o],
                                      plan.images[plan.outputs[o]].shape.planes);
    return outputs;
}

/// What the reference makes of `in`.
Pictures reference_of(const Graph& graph, const GpuPlan& plan, Rect region, const Pictures& in) {
    Pictures expected = outputs_of(plan);
    std::vector<ImageShape> shapes;
    for (const Picture& p : in.pictures) shapes.push_back({p.domain(), p.planes()});
    auto reference = prepare_reference(
        {graph, library(), shapes, std::vector<Rect>(graph.outputs.size(), region)});
    EXPECT_TRUE(reference) << (reference ? "" : reference.error().message);
    if (reference) {
        EXPECT_TRUE((*reference)->run(in.views(), expected.views(), {}));
    }
    return expected;
}

void run_checked(Result<GpuProgram> program, const std::vector<PictureView>& inputs,
                 const std::vector<PictureView>& outputs, const std::string& what) {
    ASSERT_TRUE(program) << what << ": " << program.error().message;
    auto checked = make_simt_executor(*std::move(program), {});
    ASSERT_TRUE(checked) << what << ": " << checked.error().message;
    const Status ran = (*checked)->run(inputs, outputs, {});
    ASSERT_TRUE(ran) << what << ": " << ran.error().message;
}

void expect_same(const Picture& expected, const Picture& actual, const std::string& what) {
    if (const auto d = find_difference(expected, actual))
        ADD_FAILURE() << what << " at " << d->x << "," << d->y << " plane " << d->plane << " is "
                      << d->b << ", not " << d->a;
}

void expect_agreement(const Graph& graph, const GpuPlan& plan, Rect region,
                      const std::string& what) {
    const Pictures in = inputs_of(graph, plan);
    const Pictures expected = reference_of(graph, plan, region, in), actual = outputs_of(plan);
    run_checked(simt_program(plan, library(), *shared_compiler(), test_target()), in.views(),
                actual.views(), what);
    for (std::size_t o = 0; o < expected.pictures.size(); ++o)
        expect_same(expected.pictures[o], actual.pictures[o],
                    what + ": output " + std::to_string(o));
}

/// The same where pictures are another program's, used in place.
void expect_agreement_in_place(const Graph& graph, const GpuPlan& plan, Rect region,
                               const ExternalKind& kind, std::string what) {
    what += ", in place, " + kind.name();
    ExternalPorts ports;
    std::vector<ExternalPixels> inputs, outputs;
    std::vector<PictureView> input_views, output_views;
    Pictures in;
    for (const Picture& noise : inputs_of(graph, plan).pictures) {
        inputs.emplace_back(noise.domain(), noise.planes(), kind);
        inputs.back().store(noise);
        in.pictures.push_back(inputs.back().load());
        ports.inputs.push_back(inputs.back().layout());
        input_views.push_back(inputs.back().view);
    }
    const Pictures expected = reference_of(graph, plan, region, in);
    for (const Picture& output : expected.pictures) {
        outputs.emplace_back(output.domain(), output.planes(), kind);
        ports.outputs.push_back(outputs.back().layout());
        output_views.push_back(outputs.back().view);
    }
    run_checked(simt_program_in_place(plan, library(), ports, *shared_compiler(), test_target()),
                input_views, output_views, what);
    for (std::size_t o = 0; o < expected.pictures.size(); ++o) {
        const Picture actual = outputs[o].load();
        outputs[o].store(expected.pictures[o]);
        expect_same(outputs[o].load(), actual, what + ": output " + std::to_string(o));
    }
}

class GpuFormsTest : public testing::TestWithParam<std::string> {};

/// Of each functor some forms, and of each form many functors.
std::vector<KernelForm> some_forms(const std::string& functor) {
    return affordable(kernel_forms(), functor, 3);
}

TEST_P(GpuFormsTest, AgreesWithTheReference) {
    constexpr Rect kRegion{kDomain.x0 + 3, kDomain.y0 + 2, kDomain.x1 - 4, kDomain.y1 - 5};
    Graph graph = graph_of(*library().find(GetParam()));
    std::size_t border = std::hash<std::string>{}(GetParam());
    for (const KernelForm& form : some_forms(GetParam())) {
        const BorderMode mode = static_cast<BorderMode>(border++ % 4);
        for (Node& node : graph.nodes) {
            for (Border& b : node.borders) b = {mode, 0.75f};
            // Rebuilt everywhere, a scan has the bits of one whose period is 1.
            if (node.restart_period > 0) node.restart_period = form.rebuilds ? 1 : 8;
        }
        const bool in_place = form.access == GpuAccess::kGlobal;
        const Rect wanted = in_place ? interior(graph) : kRegion;
        if (wanted.empty()) continue;
        const Rect region = within_result(graph, wanted);
        if (const auto plan = plan_in_form(graph, form, region))
            expect_agreement(graph, placed(*plan, graph), region,
                             GetParam() + ", " + form.name + ", border " + std::to_string(mode));
    }
}

/// Every input is read from its copy in the other layout: transpositions, and kernels whose
/// pictures lie differently.
void read_copies(GpuPlan& plan, const KernelForm& form) {
    Table<GpuKernel> kernels;
    for (GpuKernel& kernel : plan.kernels) {
        for (GpuInput& input : kernel.inputs) {
            if (plan.images[input.image].is_state()) continue;  // no picture
            GpuKernel copy = transpose_kernel(plan, input.image, form.strided);
            shape(plan, form, copy);
            input.image = copy.outputs.front();
            plan.stages[input.by.stage].inputs[input.by.input].image = input.image;
            copy.name += " " + std::to_string(input.image.number());
            kernels.add(copy);
        }
        kernels.add(kernel);
    }
    plan.kernels = std::move(kernels);
}

TEST_P(GpuFormsTest, AgreesOnTransposedCopies) {
    constexpr Rect kRegion{kDomain.x0 + 3, kDomain.y0 + 2, kDomain.x1 - 4, kDomain.y1 - 5};
    const Graph graph = graph_of(*library().find(GetParam()));
    const Rect region = within_result(graph, kRegion);
    for (const KernelForm& form : some_forms(GetParam() + " copies")) {
        if (form.access == GpuAccess::kGlobal || form.realigned || form.rebuilds) continue;
        std::optional<GpuPlan> plan = plan_in_form(graph, form, region);
        if (!plan) continue;
        read_copies(*plan, form);
        expect_agreement(graph, placed(*std::move(plan), graph), region,
                         GetParam() + ", copies, " + form.name);
    }
}

/// Each way of reaching pixels with pictures that are not Weft's, of another kind each time.
TEST(GpuFormsInPlace, AgreeWithTheReference) {
    constexpr Rect kRegion{kDomain.x0 + 3, kDomain.y0 + 2, kDomain.x1 - 4, kDomain.y1 - 5};
    const std::vector<ExternalKind> kinds = external_kinds();
    std::size_t turn = 0;
    for (const char* functor : {"Sum", "Gain", "DWT1D", "UnsharpMask", "SparseConvolution",
                                "BoxBlur", "RecursiveBlur", "Transform", "Halve", "Average"}) {
        Graph graph = graph_of(*library().find(functor));
        for (const KernelForm& form : affordable(kernel_forms(), functor)) {
            if (turn++ % 4 != 0) continue;
            for (Node& node : graph.nodes) {
                for (Border& b : node.borders) b = {static_cast<BorderMode>(turn % 4), 0.75f};
                if (node.restart_period > 0) node.restart_period = form.rebuilds ? 1 : 8;
            }
            const Rect wanted = form.access == GpuAccess::kGlobal ? interior(graph) : kRegion;
            if (wanted.empty()) continue;
            const Rect region = within_result(graph, wanted);
            if (const auto plan = plan_in_form(graph, form, region))
                expect_agreement_in_place(graph, placed(*plan, graph), region,
                                          kinds[turn % kinds.size()],
                                          std::string(functor) + ", " + form.name);
        }
    }
}

Graph two_means(bool first_is_an_output) {
    GraphBuilder b("means");
    Image in = b.input("input"), first, second;
    b.border({eMirror, 0});
    functors::Mean(1)(in, first);
    functors::Mean(1, 0)(first, second);
    b.output("output", second);
    if (first_is_an_output) b.output("first", first);
    return b.finish();
}

/// Groups of every kind, wide enough to have a body.
TEST(GpuFormsInPlace, GroupsAgreeWithTheReference) {
    constexpr Rect kWide{-7, 4, 190, 45};
    const std::vector<ExternalKind> kinds = external_kinds();
    std::size_t turn = 0;
    for (const TileKind tile :
         {TileKind::kBlock, TileKind::kWarp, TileKind::kHybrid, TileKind::kStream}) {
        GpuPlanning planning{.target = "sm_90", .domain = kWide};
        planning.choices.tile.kind = tile;
        planning.choices.groups = {numbered_stages({0, 1})};
        const Graph graph = two_means(false);
        const GpuPlan plan = gpu_plan_of(graph, planning);
        ASSERT_EQ(plan.kernels.size(), 1u);
        EXPECT_EQ(plan.kernels.front().group.kind, tile);
        expect_agreement_in_place(graph, plan, kWide, kinds[turn++],
                                  "tiles " + std::to_string(static_cast<int>(tile)));
    }
}

/// Loads past the first-level cache, of the body and of what meets a border. (Strips are never
/// told: algorithm 2 has none.)
TEST(GpuForms, LoadsPastTheFirstLevelAgree) {
    constexpr Rect kWide{-7, 4, 190, 45};
    const Graph graph = two_means(false);
    for (const TileKind tile : {TileKind::kBlock, TileKind::kWarp, TileKind::kHybrid}) {
        GpuPlanning planning{.target = "sm_90", .domain = kWide};
        planning.choices.tile.kind = tile;
        planning.choices.groups = {numbered_stages({0, 1})};
        GpuPlan plan = gpu_plan_of(graph, planning);
        ASSERT_EQ(plan.kernels.size(), 1u);
        plan.kernels.front().group.transaction_bytes = kSecondLevelBytes;
        expect_agreement(graph, plan, kWide, "tiles " + std::to_string(static_cast<int>(tile)));
    }
}

/// Copies that go over whole lines of memory: rows that begin anywhere, with every border.
TEST(GpuForms, RealignedCopiesOfGroupsAgree) {
    constexpr Rect kWide{-7, 4, 190, 45}, kPart{-2, 7, 181, 40};
    const Graph graph = two_means(false);
    for (const TileKind tile : {TileKind::kBlock, TileKind::kWarp})
        for (const BorderScheme borders : {BorderScheme::kNaive, BorderScheme::kNine}) {
            GpuPlanning planning{.target = "sm_90", .domain = kWide, .regions = {kPart}};
            planning.choices.tile.kind = tile;
            planning.choices.borders = borders;
            planning.choices.groups = {numbered_stages({0, 1})};
            GpuPlan plan = gpu_plan_of(graph, planning);
            ASSERT_EQ(plan.kernels.size(), 1u);
            GpuKernel& kernel = plan.kernels.front();
            kernel = with_shape(plan, with_copied_input(plan, kernel, Id<GpuInput>(0)),
                                {tile, 32, 4, 64, tile == TileKind::kBlock ? 8 : 2});
            ASSERT_TRUE(kernel.group.loops.front().copies);
            for (const int from : {0, 1, 29, 31}) {
                kernel.group.loops.front().from_boundary = from;
                EXPECT_EQ(find_flaw(plan), "");
                expect_agreement(graph, plan, kPart, "from " + std::to_string(from));
            }
        }
}

/// What is read again, or is an input, is not stored rounded in between: it is copied.
TEST(GpuFormsInPlace, OutputsThatAreReadAreCopied) {
    Graph graph = two_means(true);
    graph.outputs.push_back({"input", {NodeId{}, 0}});
    graph.outputs.push_back({"again", graph.outputs[0].image});
    const GpuPlan plan = gpu_plan_of(graph, {.target = "sm_90", .domain = kDomain});
    ASSERT_EQ(plan.kernels.size(), 2u);
    expect_agreement_in_place(graph, plan, kDomain, {SampleFormat::kU8, 1, 3}, "two means");
    const ExternalLayout layout;
    const PlanInPlace made = plan_in_place(plan, {{layout}, {layout, layout, layout, layout}});
    EXPECT_EQ(made.plan.kernels.size(), 6u);
    EXPECT_LT(made.plan.arena_bytes, plan.arena_bytes);
}

INSTANTIATE_TEST_SUITE_P(Functors, GpuFormsTest, testing::ValuesIn(library().names()),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace weft::test
