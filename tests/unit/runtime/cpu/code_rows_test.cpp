// Kernels on codes of samples: which there are, and that they give what floats give.
#include <gtest/gtest.h>

#include <functional>

#include <fmt/format.h>

#include "differential/compiler_fixture.h"
#include "emit/host/host_kernel.h"
#include "engine/cpu/prepare_cpu.h"
#include "neighbourhood/median.h"
#include "neighbourhood/morphology.h"
#include "neighbourhood/pair_extreme.h"
#include "plan/code_rows.h"
#include "plan/translated_facts.h"
#include "planning.h"
#include "point/sum.h"
#include "runtime/cpu/code_run.h"
#include "runtime/cpu/host_target.h"
#include "stored_pixels.h"

namespace weft::test {
namespace {

using functors::Median;
using functors::Morphology;
using functors::PairExtreme;

/// A graph of one input and one output, of what `record` makes of them.
Graph recorded(const char* name, const Border& border,
               const std::function<void(const Image&, Image&)>& record) {
    GraphBuilder build(name);
    build.border(border);
    const Image input = build.input("input");
    Image output;
    record(input, output);
    build.output("output", output);
    return build.finish();
}

Graph median(const Border& border, int radius) {
    return recorded("median", border,
                    [&](const Image& input, Image& output) { Median{radius}(input, output); });
}

/// Dilates and then erodes by a rectangle: borders between the two are of pictures that are made.
Graph closing(const Border& border, int radius) {
    return recorded("closing", border, [&](const Image& input, Image& output) {
        Image rows, grown, columns;
        Morphology{Morphology::eDilate, eHorizontal, radius}(input, rows);
        Morphology{Morphology::eDilate, eVertical, radius + 1}(rows, grown);
        Morphology{Morphology::eErode, eVertical, radius}(grown, columns);
        Morphology{Morphology::eErode, eHorizontal, radius + 2}(columns, output);
    });
}

Graph pairs(const Border& border, int step) {
    return recorded("pairs", border, [&](const Image& input, Image& output) {
        Image first;
        PairExtreme{PairExtreme::eErode, eHorizontal, step}(input, first);
        PairExtreme{PairExtreme::eDilate, eVertical, step}(first, output);
    });
}

Planning planning_of(const Graph& graph, const Rect& domain, int planes) {
    Planning p{.domain = domain, .planes = planes};
    p.planar_inputs.assign(graph.inputs.size(), false);
    p.planar_outputs.assign(graph.outputs.size(), false);
    p.target = host_target(2);
    return p;
}

bool has_codes(const Graph& graph, const Planning& p) {
    const CpuPlan plan = plan_of(graph, p);
    const HostKernel emitted = emit_host_kernel(plan, plan.kernels.front(), library());
    EXPECT_EQ(emitted.u8_symbols.empty(), emitted.u16_symbols.empty());
    return !emitted.u8_symbols.empty();
}

TEST(CodeRows, AreOfKernelsThatOnlySelect) {
    const Rect domain{0, 0, 70, 20};
    for (const Graph& graph : {median({}, 1), median({}, 2), closing({}, 2), pairs({}, 3)})
        EXPECT_TRUE(has_codes(graph, planning_of(graph, domain, 3))) << graph.name;
    for (const char* name : {"median", "erode-dilate", "max-filter"}) {
        const Graph graph = find_effect(name)->build();
        EXPECT_TRUE(has_codes(graph, planning_of(graph, domain, 3))) << name;
    }
    const Graph blur = find_effect("gaussian-blur")->build();
    EXPECT_FALSE(has_codes(blur, planning_of(blur, domain, 3)));
    Planning planar = planning_of(median({}, 1), domain, 3);
    planar.planar_inputs = planar.planar_outputs = {true};
    EXPECT_FALSE(has_codes(median({}, 1), planar)) << "floats are read in place";
    Planning scalar = planning_of(median({}, 1), domain, 3);
    scalar.disabled = {"vectorise"};
    EXPECT_FALSE(has_codes(median({}, 1), scalar));
    const Graph mixed = recorded("mixed", {}, [](const Image& input, Image& output) {
        Image first;
        Median{1}(input, first);
        functors::Sum{}(input, first, output);
    });
    EXPECT_FALSE(has_codes(mixed, planning_of(mixed, domain, 3)));
}

TEST(CodeRows, AreUsedWherePicturesAndBordersAreCodes) {
    const auto used = [](SampleFormat format, const Border& border) {
        const Graph graph = median(border, 1);
        const CpuPlan plan = plan_of(graph, planning_of(graph, {0, 0, 70, 20}, 3));
        PictureView view;
        view.format = format;
        return codes_of(plan.kernels.front(),
                        [&](Id<PlanImage>) -> const PictureView& { return view; });
    };
    EXPECT_EQ(used(SampleFormat::kU8, {eClamp, 0.3f}), SampleFormat::kU8);
    EXPECT_EQ(used(SampleFormat::kU16, {eMirror, 0}), SampleFormat::kU16);
    EXPECT_EQ(used(SampleFormat::kHalf, {}), std::nullopt);
    EXPECT_EQ(used(SampleFormat::kFloat, {}), std::nullopt);
    EXPECT_EQ(used(SampleFormat::kU8, {eConstant, 0}), SampleFormat::kU8);
    EXPECT_EQ(used(SampleFormat::kU8, {eConstant, 1}), SampleFormat::kU8);
    EXPECT_EQ(used(SampleFormat::kU8, {eConstant, 100.0f / 255}), SampleFormat::kU8);
    for (const float value : {0.3f, -0.0f, 2.0f, -1.0f})
        EXPECT_EQ(used(SampleFormat::kU8, {eConstant, value}), std::nullopt) << value;
    EXPECT_EQ(used(SampleFormat::kU8, {eConstant, 1000.0f / 65535}), std::nullopt);
    EXPECT_EQ(used(SampleFormat::kU16, {eConstant, 1000.0f / 65535}), SampleFormat::kU16);
}

struct CodeCase {
    Rect domain, region;
    int planes = 1;
    SampleFormat from = SampleFormat::kU8, to = SampleFormat::kU8;
    StoredLayout from_layout, to_layout;
    std::size_t cache = 1 << 25;
    int lanes = 16, strip_height = 0, batch_rows = 0;
};

/// What the reference makes of the values, stored as the case has it, and the plan of the samples.
void expect_reference(const Graph& graph, const CodeCase& c) {
    Planning p = planning_of(graph, c.domain, c.planes);
    p.inputs = usual_input_shapes(graph, library(), c.domain, c.planes);
    if (!c.region.empty()) p.regions = {c.region};
    p.target.llc_bytes = c.cache;
    p.target.vector_width = std::min(p.target.vector_width, c.lanes);
    p.strip_height = c.strip_height;
    p.batch_rows = c.batch_rows;
    const CpuPlan plan = plan_of(graph, p);
    ASSERT_EQ(plan.outputs.size(), 1u);
    const Rect region = plan.output_regions.front();
    const int planes = plan.images[plan.outputs.front()].shape.planes;

    std::vector<StoredPixels> inputs;
    std::vector<Picture> values;
    std::vector<PictureView> as_codes, as_floats;
    for (const ImageShape& shape : p.inputs) {
        inputs.emplace_back(shape.domain, shape.planes, c.from, c.from_layout);
        inputs.back().fill(static_cast<std::uint64_t>(c.domain.width()) + 7 * inputs.size());
        values.push_back(inputs.back().as_floats());
        as_codes.push_back(inputs.back().view());
    }
    for (const Picture& picture : values) as_floats.push_back(picture.view());
    Picture expected(region, planes);
    const auto reference = prepare_reference({graph, library(), p.inputs, p.regions});
    ASSERT_TRUE(reference) << reference.error().message;
    ASSERT_TRUE((*reference)->run(as_floats, {expected.view()}, {}));
    const StoredPixels wanted(region, planes, c.to, c.to_layout);
    store_region(wanted.view(), region, expected);

    const auto prepared = prepare_cpu(plan, library(), *shared_compiler());
    ASSERT_TRUE(prepared) << prepared.error().message;
    const StoredPixels made(region, planes, c.to, c.to_layout);
    const Status ran = (*prepared)->run(as_codes, {made.view()}, {});
    ASSERT_TRUE(ran) << ran.error().message;
    ASSERT_TRUE(same_bits(made.as_floats(), wanted.as_floats()));
}

TEST(CodeRows, GiveWhatTheReferenceGives) {
    constexpr SampleFormat kCodes[] = {SampleFormat::kU8, SampleFormat::kU16};
    constexpr Border kBorders[] = {{eClamp, 0},    {eMirror, 0},   {eRepeat, 0},
                                   {eConstant, 0}, {eConstant, 1}, {eConstant, 0.3f}};
    constexpr int kWidths[] = {1, 2, 17, 63, 64, 65, 130, 200};
    constexpr int kHeights[] = {1, 2, 3, 9, 23};
    std::size_t n = 0;
    for (const int width : kWidths)
        for (const Border& border : kBorders)
            for (const SampleFormat format : kCodes) {
                const int height = kHeights[n % std::size(kHeights)];
                const Rect domain{-3, 5, -3 + width, 5 + height};
                CodeCase c{.domain = domain, .region = domain};
                c.planes = 1 + static_cast<int>(n % 5);
                c.from = format;
                c.to = n % 3 == 2 ? kStoredFormats[n / 3 % std::size(kStoredFormats)] : format;
                c.from_layout = kStoredLayouts[n % std::size(kStoredLayouts)];
                c.to_layout = kStoredLayouts[n / 2 % std::size(kStoredLayouts)];
                if (n % 4 == 1)
                    c.region = {domain.x0 + width / 3, 5 + height / 2, domain.x1, domain.y1};
                if (n % 5 == 3) c.cache = 1;  // stored around the caches
                if (n % 7 == 4) c.lanes = 8;
                if (n % 7 == 5) c.lanes = 4;
                if (n % 3 == 1) c.strip_height = 4;
                if (n % 4 == 3) c.batch_rows = 3;
                for (const Graph& graph : {median(border, 1 + static_cast<int>(n % 2)),
                                           closing(border, 1 + static_cast<int>(n % 4)),
                                           pairs(border, 1 + static_cast<int>(n % 9))}) {
                    SCOPED_TRACE(fmt::format("{} case {}: {}x{} planes {} border {} {}", graph.name,
                                             n, width, height, c.planes,
                                             static_cast<int>(border.mode), border.value));
                    expect_reference(graph, c);
                    if (HasFatalFailure()) return;
                }
                ++n;
            }
}

/// Every built-in functor that only selects, and the effects that are made of such.
TEST(CodeRows, GiveWhatTheReferenceGivesForAllThatSelect) {
    std::vector<Graph> graphs;
    for (const char* name : {"median", "erode-dilate", "max-filter"})
        graphs.push_back(find_effect(name)->build());
    for (const std::string& name : library().names())
        if (const TranslatedFunctor* translated = library().find_translated(name);
            translated != nullptr && (*facts_of(*translated))->selects)
            graphs.push_back(graph_of(*library().find(name)));
    EXPECT_GE(graphs.size(), 3u + 6u);
    std::size_t n = 0;
    for (const Graph& graph : graphs)
        for (const SampleFormat format : {SampleFormat::kU8, SampleFormat::kU16})
            for (const int planes : {3, 4}) {
                if (graph.outputs.size() != 1) continue;
                CodeCase c{
                    .domain = {0, 0, 91, 40}, .planes = planes, .from = format, .to = format};
                c.from_layout = c.to_layout = kStoredLayouts[n++ % std::size(kStoredLayouts)];
                SCOPED_TRACE(graph.name);
                expect_reference(graph, c);
                if (HasFatalFailure()) return;
            }
}

}  // namespace
}  // namespace weft::test
