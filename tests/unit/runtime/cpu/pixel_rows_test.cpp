// Pixels that are read and written where they lie: by whom, and that they are the same pixels.
#include <gtest/gtest.h>

#include <cstring>

#include <fmt/format.h>

#include "differential/compiler_fixture.h"
#include "engine/cpu/prepare_cpu.h"
#include "engine/differential.h"
#include "plan/pixel_rows.h"
#include "planning.h"
#include "point/soft_threshold.h"
#include "runtime/convert.h"
#include "runtime/cpu/host_target.h"
#include "runtime/simt/guarded_block.h"

namespace weft::test {
namespace {

Graph graph_of_functor(const std::string& name) { return graph_of(*library().find(name)); }

Planning planning(int planes, const Rect& domain) {
    Planning p{.domain = domain, .planes = planes};
    p.target = host_target(2);
    return p;
}

Planning of_hosts(Planning p, const Graph& graph) {
    p.planar_inputs.assign(graph.inputs.size(), false);
    p.planar_outputs.assign(graph.outputs.size(), false);
    return p;
}

bool has_pixel_rows(const Graph& graph, const Planning& p) {
    const CpuPlan plan = plan_of(graph, p);
    return plan.kernels.size() == 1 && pixel_rows(plan, plan.kernels.front()).has_value();
}

TEST(PixelRows, AreOfKernelsThatReadTheirElementsOfAHostsPictures) {
    const Rect domain{0, 0, 40, 20};
    for (const char* name : {"Grade", "Clamp", "Merge", "ColourMatrix", "Contrast"})
        for (const int planes : {3, 4}) {
            const Graph graph = graph_of_functor(name);
            EXPECT_TRUE(has_pixel_rows(graph, of_hosts(planning(planes, domain), graph)))
                << name << ' ' << planes;
        }
    const Graph grade = graph_of_functor("Grade"), median = graph_of_functor("Median");
    EXPECT_FALSE(has_pixel_rows(grade, planning(4, domain))) << "planes lie as Weft's own";
    EXPECT_FALSE(has_pixel_rows(grade, of_hosts(planning(1, domain), grade)));
    EXPECT_FALSE(has_pixel_rows(grade, of_hosts(planning(5, domain), grade)));
    EXPECT_FALSE(has_pixel_rows(median, of_hosts(planning(4, domain), median)));
    // A picture that goes through unchanged beside what is made.
    for (const bool passes_through : {false, true}) {
        GraphBuilder build("through");
        Image input = build.input("input"), made;
        functors::SoftThreshold shrink(0.25f);
        shrink(input, made);
        build.output("made", made);
        if (passes_through) build.output("same", input);
        const Graph graph = build.finish();
        EXPECT_NE(has_pixel_rows(graph, of_hosts(planning(4, domain), graph)), passes_through);
    }
    // A mask of one plane beside a picture of four.
    const Graph merge = graph_of_functor("Merge");
    Planning mixed = of_hosts(planning(4, domain), merge);
    mixed.inputs.assign(merge.inputs.size(), ImageShape{domain, 4});
    EXPECT_TRUE(has_pixel_rows(merge, mixed));
    mixed.inputs.back().planes = 1;
    EXPECT_FALSE(has_pixel_rows(merge, mixed));
}

/// Interleaved floats with nothing beside them: their last row ends where memory does.
class HostPixels {
  public:
    HostPixels(const Rect& domain, int planes, std::ptrdiff_t gap, bool upside_down)
        : block_((bytes(domain, planes, gap) + kPage - 1) / kPage * kPage) {
        view_.x_stride = std::ptrdiff_t{4} * planes;
        view_.y_stride = view_.x_stride * domain.width() + gap;
        view_.plane_stride = 4;
        view_.domain = domain;
        view_.planes = planes;
        view_.base = reinterpret_cast<std::byte*>(block_.data()) + block_.bytes() -
                     bytes(domain, planes, gap);
        if (upside_down) {
            view_.base += view_.y_stride * (domain.height() - 1);
            view_.y_stride = -view_.y_stride;
        }
        std::memset(block_.data(), kBeside, block_.bytes());
    }

    const PictureView& view() const { return view_; }

    /// Whether nothing but pixels has been written to.
    bool is_guarded() const {
        std::vector<bool> pixels(block_.bytes(), false);
        for (int y = view_.domain.y0; y < view_.domain.y1; ++y) {
            const auto first =
                reinterpret_cast<char*>(view_.at(view_.domain.x0, y, 0)) - block_.data();
            for (std::ptrdiff_t i = 0; i < view_.x_stride * view_.domain.width(); ++i)
                pixels[static_cast<std::size_t>(first + i)] = true;
        }
        for (std::size_t i = 0; i < block_.bytes(); ++i)
            if (!pixels[i] && block_.data()[i] != kBeside) return false;
        return true;
    }

  private:
    static constexpr std::size_t kPage = 4096;
    static constexpr char kBeside = 0x5a;
    static std::size_t bytes(const Rect& domain, int planes, std::ptrdiff_t gap) {
        const std::ptrdiff_t row = std::ptrdiff_t{4} * planes * domain.width();
        return static_cast<std::size_t>((row + gap) * (domain.height() - 1) + row);
    }
    GuardedBlock block_;
    PictureView view_;
};

/// The region of the effect's output, by planes and by pixels, which must be the same.
void expect_same(const Graph& graph, int planes, const Rect& domain, const Rect& region,
                 std::ptrdiff_t gap, bool upside_down, std::size_t cache, int lanes) {
    Planning p = planning(planes, domain);
    p.regions = {region};
    p.target.llc_bytes = cache;
    p.target.vector_width = std::min(p.target.vector_width, lanes);
    std::vector<Picture> inputs;
    std::vector<PictureView> planar;
    for (std::size_t i = 0; i < graph.inputs.size(); ++i)
        inputs.push_back(test_picture(domain, planes, 7 + i, true));
    for (const Picture& input : inputs) planar.push_back(input.view());
    Picture expected(region, planes), actual(region, planes);
    auto by_planes = prepare_cpu(plan_of(graph, p), library(), *shared_compiler());
    ASSERT_TRUE(by_planes) << by_planes.error().message;
    ASSERT_TRUE((*by_planes)->run(planar, {expected.view()}, {}));

    std::vector<HostPixels> pixels;
    std::vector<PictureView> views;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        pixels.emplace_back(domain, planes, gap, upside_down);
        store_region(pixels.back().view(), domain, inputs[i]);
        views.push_back(pixels.back().view());
    }
    const HostPixels output(region, planes, gap, upside_down);
    auto by_pixels = prepare_cpu(plan_of(graph, of_hosts(p, graph)), library(), *shared_compiler());
    ASSERT_TRUE(by_pixels) << by_pixels.error().message;
    ASSERT_TRUE((*by_pixels)->run(views, {output.view()}, {}));
    load_region(output.view(), region, actual);
    EXPECT_TRUE(same_bits(actual, expected)) << graph.name;
    EXPECT_TRUE(output.is_guarded()) << graph.name;
}

TEST(PixelRows, GiveThePixelsThatPlanesGive) {
    int index = 0;
    for (const char* name : {"Grade", "Clamp", "Merge", "ColourMatrix", "Contrast"})
        for (const int planes : {3, 4})
            for (const int width : {1, 2, 7, 16, 33, 100})
                for (const std::size_t cache : {std::size_t{1}, std::size_t{1} << 30}) {
                    SCOPED_TRACE(
                        fmt::format("{} {} planes, {} wide, cache {}", name, planes, width, cache));
                    const int variant = index++;
                    const Rect domain{-3, 5, -3 + width, 5 + 9};
                    Rect region = domain;
                    if (variant % 3 == 1) region = {domain.x0 + width / 3, 6, domain.x1, 12};
                    const std::ptrdiff_t gap = variant % 4 == 0 ? 0 : variant % 4 * 20;
                    expect_same(graph_of_functor(name), planes, domain, region, gap,
                                variant % 2 == 1, cache, 4 << variant % 3);
                    if (HasFatalFailure()) return;
                }
}

}  // namespace
}  // namespace weft::test
