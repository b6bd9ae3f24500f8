// Pictures that are read anywhere and are no floats: the same bits as of floats, and no copy.
#include <gtest/gtest.h>

#include <cstring>

#include <fmt/format.h>

#include "differential/compiler_fixture.h"
#include "engine/cpu/prepare_cpu.h"
#include "planning.h"
#include "runtime/convert.h"
#include "runtime/cpu/host_target.h"
#include "runtime/cpu/plan_memory.h"
#include "stored_pixels.h"

namespace weft::test {
namespace {

/// A functor under a border, with a setting of its node; none: as it comes.
struct AnywhereCase {
    const char* functor;
    const char* parameter;
    const char* value;
};

constexpr AnywhereCase kAnywhereCases[] = {
    {"Transform", "angle", "33"},   {"Transform", "filter", "nearest"},
    {"Transform", "move-x", "2.5"}, {"CornerPin", "filter", "bilinear"},
    {"Displace", "scale-x", "9"},   {"LensDistortion", nullptr, nullptr},
    {"Mirror", nullptr, nullptr},   {"Resample", "size", "29"},
    {"ZoomBlur", nullptr, nullptr}, {"MatrixProduct", nullptr, nullptr}};
constexpr BorderMode kAnywhereBorders[] = {eClamp, eConstant, eMirror, eRepeat};

Graph graph_of_case(const AnywhereCase& c, BorderMode border) {
    Graph graph = graph_of(*library().find(c.functor));
    for (Border& b : graph.nodes.front().borders) b = {border, 0.375f};
    if (c.parameter != nullptr) {
        const Status set =
            set_parameter(graph, library(), graph.nodes.front().name + "." + c.parameter, c.value);
        EXPECT_TRUE(set) << c.functor << ": " << set.error().message;
    }
    return graph;
}

/// The plan for pictures that lie in any way.
CpuPlan plan_of_hosts(const Graph& graph, const std::vector<ImageShape>& inputs, int lanes) {
    Planning p{.inputs = inputs};
    p.planar_inputs.assign(graph.inputs.size(), false);
    p.target = host_target(2);
    p.target.vector_width = std::min(p.target.vector_width, lanes);
    return plan_of(graph, p);
}

Picture run_on(const CpuPlan& plan, const std::vector<PictureView>& inputs) {
    const Id<GraphOutput> first = *plan.outputs.ids().begin();
    Picture output(plan.output_regions[first], plan.images[plan.outputs[first]].shape.planes);
    auto prepared = prepare_cpu(plan, library(), *shared_compiler());
    EXPECT_TRUE(prepared) << prepared.error().message;
    if (!prepared) return output;
    const Status ran = (*prepared)->run(inputs, {output.view()}, {});
    EXPECT_TRUE(ran) << ran.error().message;
    return output;
}

std::vector<StoredPixels> pictures_of(const std::vector<ImageShape>& shapes, SampleFormat format,
                                      const StoredLayout& layout) {
    std::vector<StoredPixels> pictures;
    for (const ImageShape& shape : shapes) {
        pictures.emplace_back(shape.domain, shape.planes, format, layout);
        pictures.back().fill(7 + pictures.size());
    }
    return pictures;
}

/// What the plan gives for pictures as they lie, and for the floats that they hold.
void expect_same(const CpuPlan& plan, const std::vector<StoredPixels>& pictures) {
    std::vector<Picture> floats;
    std::vector<PictureView> as_stored, as_floats;
    for (const StoredPixels& picture : pictures) {
        as_stored.push_back(picture.view());
        floats.push_back(picture.as_floats());
    }
    for (const Picture& picture : floats) as_floats.push_back(picture.view());
    EXPECT_TRUE(same_bits(run_on(plan, as_stored), run_on(plan, as_floats)));
}

TEST(StoredSamples, GiveTheBitsOfFloatsWhereverTheyLie) {
    int variant = 0;
    for (const AnywhereCase& c : kAnywhereCases)
        for (const SampleFormat format : kStoredFormats) {
            const BorderMode border = kAnywhereBorders[variant % std::size(kAnywhereBorders)];
            const StoredLayout& layout = kStoredLayouts[variant % std::size(kStoredLayouts)];
            const int lanes = 1 << (variant % 3 == 0 ? 0 : 1 + variant % 4);
            const Rect domain = variant % 7 == 6 ? Rect{2, 3, 3, 4} : Rect{-3, 5, 34, 24};
            SCOPED_TRACE(fmt::format("{} {} format {} border {} layout {} lanes {} {} wide",
                                     c.functor, c.value == nullptr ? "" : c.value,
                                     static_cast<int>(format), static_cast<int>(border),
                                     variant % std::size(kStoredLayouts), lanes, domain.width()));
            const Graph graph = graph_of_case(c, border);
            const std::vector<ImageShape> shapes =
                usual_input_shapes(graph, library(), domain, 3 + variant % 2);
            ++variant;
            expect_same(plan_of_hosts(graph, shapes, lanes), pictures_of(shapes, format, layout));
            if (HasFailure()) return;
        }
}

/// Every sample that there is, at every place within the word around it.
TEST(StoredSamples, AreConvertedAsRowsAre) {
    const Rect domain{0, 0, 259, 257};
    const Graph graph = graph_of_case({"Transform", "filter", "nearest"}, eClamp);
    const std::vector<ImageShape> shapes(1, ImageShape{domain, 1});
    const CpuPlan plan = plan_of_hosts(graph, shapes, 16);
    for (const SampleFormat format : kStoredFormats) {
        std::vector<StoredPixels> pictures;
        pictures.emplace_back(domain, 1, format, StoredLayout{true, false, false, 0});
        pictures.back().fill(1);
        const PictureView& view = pictures.front().view();
        if (view.format == SampleFormat::kU16 || view.format == SampleFormat::kHalf)
            for (int i = 0; i < 65536; ++i) {
                const auto sample = static_cast<std::uint16_t>(i);
                std::memcpy(view.at(i % domain.width(), i / domain.width(), 0), &sample,
                            sizeof sample);
            }
        SCOPED_TRACE(static_cast<int>(format));
        expect_same(plan, pictures);
    }
}

TEST(StoredSamples, NeedNoCopyOfFloats) {
    const auto expect_none = [](const Graph& graph) {
        const std::vector<ImageShape> shapes =
            usual_input_shapes(graph, library(), {0, 0, 61, 43}, 3);
        const CpuPlan plan = plan_of_hosts(graph, shapes, 16);
        for (const SampleFormat format : kStoredFormats)
            for (const StoredLayout& layout : kStoredLayouts) {
                const std::vector<StoredPixels> pictures = pictures_of(shapes, format, layout);
                for (const Id<PlanImage> i : plan.images.ids())
                    if (const auto input = plan.images[i].graph_input()) {
                        EXPECT_TRUE(is_read_as_it_lies(plan, i, pictures[input->index()].view()))
                            << graph.name << ' ' << plan.images[i].name << " format "
                            << static_cast<int>(format);
                    }
            }
    };
    for (const AnywhereCase& c : kAnywhereCases) expect_none(graph_of_case(c, eClamp));
    for (const Effect& effect : builtin_effects()) expect_none(effect.build());
}

TEST(StoredSamples, ThatLieAcrossTheirBoundariesAreCopied) {
    const Rect domain{0, 0, 8, 6};
    const Graph graph = graph_of_case(kAnywhereCases[0], eClamp);
    const CpuPlan plan = plan_of_hosts(graph, {{domain, 1}}, 16);
    StoredPixels pixels(domain, 1, SampleFormat::kU16, {true, false, false, 1});
    const Id<PlanImage> image = image_id(plan, "input");
    EXPECT_TRUE(is_read_as_it_lies(plan, image, pixels.view()));
    PictureView odd = pixels.view();
    odd.base -= 1;
    EXPECT_FALSE(is_read_as_it_lies(plan, image, odd));
    Picture floats(domain, 1);
    load_region(odd, domain, floats);
    EXPECT_TRUE(same_bits(run_on(plan, {odd}), run_on(plan, {floats.view()})));
}

}  // namespace
}  // namespace weft::test
