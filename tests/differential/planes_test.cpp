// Fused kernels whose threads have all planes of their elements, asked for and not, under the SIMT
// checker.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "differential/compiler_fixture.h"
#include "differential/plan_of_case.h"
#include "effects/builtin.h"
#include "engine/differential.h"

namespace weft::test {
namespace {

struct Pixels {
    Rect domain, region;
};

/// One pixel, less than a warp, odd sizes, and a part of a picture whose origin is elsewhere.
const Pixels kPixels[] = {{{0, 0, 1, 1}, {}},
                          {{-7, 3, 2, 4}, {}},
                          {{0, 0, 67, 41}, {}},
                          {{-3, 5, 130, 60}, {11, 9, 100, 57}}};

struct Kinds {
    std::optional<TileKind> kind;
    BorderMode border;
    int planes;
};

class AllPlanes : public testing::TestWithParam<Kinds> {};

TEST_P(AllPlanes, AgreeWithTheReference) {
    const Library library = builtin_library();
    const Kinds& asked = GetParam();
    int groups = 0;
    for (const char* effect : {"sobel", "enhance", "harris", "degrain"})
        for (const Pixels& pixels : kPixels) {
            const Graph graph = find_effect(effect)->build();
            DifferentialCase c;
            c.device = "simt";
            c.target = "sm_90";
            c.domain = pixels.domain;
            c.region = pixels.region;
            c.planes = asked.planes;
            c.border = {asked.border, 0.25f};
            c.gpu.fusion = FusionStrategy::kMinCut;  // small as it is: not by its time
            c.gpu.tile = {.kind = asked.kind, .planes = PlanesOfThread::kAll};
            const auto outcome = compare_devices(graph, library, c, {}, shared_compiler());
            ASSERT_TRUE(outcome) << effect << ", " << to_string(c) << ": "
                                 << outcome.error().message;
            EXPECT_TRUE(outcome->agrees)
                << effect << ", " << to_string(c) << ": " << outcome->difference;
            for (const GpuKernel& kernel : plan_of(graph, library, c).kernels) {
                if (kernel.kind != GpuKernelKind::kGroup) continue;
                EXPECT_TRUE(kernel.group.planes_inside) << effect << ", " << to_string(c);
                ++groups;
            }
        }
    EXPECT_GT(groups, 0);
}

INSTANTIATE_TEST_SUITE_P(Tiles, AllPlanes,
                         testing::Values(Kinds{{}, eClamp, 3}, Kinds{TileKind::kBlock, eMirror, 4},
                                         Kinds{TileKind::kWarp, eRepeat, 3},
                                         Kinds{TileKind::kHybrid, eConstant, 2},
                                         Kinds{TileKind::kStream, eMirror, 3}));

}  // namespace
}  // namespace weft::test
