// Pictures between kernels whose memory another picture takes, where that is nearly too early: each
// graph is one in which a picture is needed longer than the next kernel that reads it tells.
#include <gtest/gtest.h>

#include "differential/compiler_fixture.h"
#include "effects/builtin.h"
#include "engine/differential.h"
#include "graph/image.h"
#include "neighbourhood/gaussian.h"
#include "pixel/premultiply.h"
#include "point/sum.h"
#include "transform/resample.h"

namespace weft::test {
namespace {

/// What all planes are needed of is made before a chain of kernels that may go plane by plane: they
/// read it for the last plane after they have made the first of all else, of which a plane takes
/// more room than all of that.
Graph read_by_each_plane() {
    GraphBuilder build("read by each plane");
    Image input = build.input("input"), all_planes, wide, large, output;
    functors::Premultiply()(input, all_planes);
    functors::Resample(eHorizontal, 210)(all_planes, wide);
    functors::Resample(eVertical, 75)(wide, large);
    functors::Gaussian(eVertical, 1.0f, 1)(large, output);
    build.output("output", output);
    return build.finish();
}

/// A picture is made plane by plane, and read so again after a kernel that needs all planes.
Graph read_in_a_later_round() {
    GraphBuilder build("read in a later round");
    Image input = build.input("input"), first, second, whole, sum, output;
    functors::Gaussian blur(eVertical, 1.0f, 1);
    blur(input, first);
    blur(first, second);
    functors::Premultiply()(second, whole);
    functors::Sum()(first, whole, sum);
    blur(sum, output);
    build.output("output", output);
    return build.finish();
}

/// A filter along rows is the last reader of a picture that may lie in the output's memory.
Graph read_along_rows_at_last() {
    GraphBuilder build("read along rows at last");
    Image input = build.input("input"), first, output;
    functors::Gaussian(eVertical, 1.0f, 2)(input, first);
    functors::Gaussian(eHorizontal, 1.5f, 3)(first, output);
    build.output("output", output);
    return build.finish();
}

class MemoryReuse : public testing::TestWithParam<Graph (*)()> {};

TEST_P(MemoryReuse, AgreesWithTheReference) {
    const Library library = builtin_library();
    for (const bool plane_by_plane : {false, true})
        for (const bool planar : {true, false})
            for (const Rect& domain : {Rect{0, 0, 97, 33}, Rect{-3, 2, 4, 9}}) {
                DifferentialCase c;
                c.domain = domain;
                c.planes = 4;
                c.border = {eMirror, 0};
                c.planar = planar;
                c.threads = 2;
                c.plane_by_plane = plane_by_plane;
                c.disabled = {"fuse", "recompute"};
                const auto outcome =
                    compare_devices(GetParam()(), library, c, {}, shared_compiler());
                ASSERT_TRUE(outcome) << to_string(c) << ": " << outcome.error().message;
                EXPECT_TRUE(outcome->agrees) << to_string(c) << ": " << outcome->difference;
            }
}

INSTANTIATE_TEST_SUITE_P(Graphs, MemoryReuse,
                         testing::Values(read_by_each_plane, read_in_a_later_round,
                                         read_along_rows_at_last));

}  // namespace
}  // namespace weft::test
