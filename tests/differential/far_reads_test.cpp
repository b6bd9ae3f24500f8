// Groups in which stages read pictures far from their elements, at another resolution or anywhere:
// with halos, at all borders and at odd sizes, under the SIMT checker.
#include <gtest/gtest.h>

#include "differential/compiler_fixture.h"
#include "differential/group_case.h"
#include "effects/builtin.h"
#include "engine/differential.h"
#include "graph/image.h"
#include "neighbourhood/mean.h"
#include "point/difference.h"
#include "pyramid/double.h"
#include "pyramid/halve.h"
#include "transform/displace.h"

namespace weft::test {
namespace {

/// What a picture differs by from its quarter at twice that size, smoothed: stages 2 to 4 can be
/// one kernel. Half of the elements read beyond the quarter, away from the picture's own borders.
Graph detail(Border border) {
    GraphBuilder build("detail");
    build.border(border);
    Image in = build.input("input"), half, quarter, again, lost, smooth;
    functors::Halve{eHorizontal}(in, half);
    functors::Halve{eHorizontal}(half, quarter);
    functors::Double{eHorizontal}(quarter, in, again);
    functors::Difference()(in, again, lost);
    functors::Mean(2)(lost, smooth);
    build.output("output", smooth);
    return build.finish();
}

/// Moved by itself, between two filters: stages 1 and 2 can be one kernel.
Graph displaced(Border border) {
    GraphBuilder build("displaced");
    build.border(border);
    Image in = build.input("input"), smooth, moved, again;
    functors::Mean(1)(in, smooth);
    functors::Displace(9.5f, -7.25f)(smooth, in, moved);
    functors::Mean(2)(moved, again);
    build.output("output", again);
    return build.finish();
}

class FarReads : public testing::TestWithParam<BorderMode> {
  protected:
    void expect_agreement(const Graph& graph, const std::vector<int>& group) {
        const Library library = builtin_library();
        for (const auto& [domain, kind] : {std::pair{Rect{0, 0, 131, 11}, TileKind::kBlock},
                                           std::pair{Rect{-5, 3, 0, 40}, TileKind::kWarp},
                                           std::pair{Rect{-1, -1, 0, 0}, TileKind::kHybrid}}) {
            const DifferentialCase c = group_case(domain, 2, group, kind);
            const auto outcome = compare_devices(graph, library, c, {}, shared_compiler());
            ASSERT_TRUE(outcome) << to_string(c) << ": " << outcome.error().message;
            EXPECT_TRUE(outcome->agrees) << to_string(c) << ": " << outcome->difference;
        }
    }
};

TEST_P(FarReads, OfAnotherResolutionAgree) {
    expect_agreement(detail({GetParam(), 0.25f}), {2, 3, 4});
}
TEST_P(FarReads, OfAnywhereAgree) { expect_agreement(displaced({GetParam(), 0.25f}), {1, 2}); }

INSTANTIATE_TEST_SUITE_P(Borders, FarReads, testing::Values(eClamp, eMirror, eRepeat, eConstant));

}  // namespace
}  // namespace weft::test
