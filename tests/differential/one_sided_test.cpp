// Fused filters that read on one side of their element alone: what a mirror reflects lies on the
// other side, in the last tile perhaps beside it.
#include <gtest/gtest.h>

#include "differential/compiler_fixture.h"
#include "differential/group_case.h"
#include "effects/builtin.h"
#include "engine/differential.h"
#include "graph/image.h"
#include "neighbourhood/sparse_convolution.h"

namespace weft::test {
namespace {

/// Three filters, each of which reads the one before at these offsets.
Graph one_sided_chain(const OffsetList& offsets, Border border) {
    GraphBuilder build("one sided");
    Image in = build.input("input"), first, second, third;
    build.border(border);
    functors::SparseConvolution(offsets, {2, {1.0f, 0.5f}})(in, first);
    functors::SparseConvolution(offsets, {2, {0.25f, 1.0f}})(first, second);
    functors::SparseConvolution(offsets, {2, {1.0f, 0.75f}})(second, third);
    build.output("output", third);
    return build.finish();
}

class OneSided : public testing::TestWithParam<BorderMode> {};

TEST_P(OneSided, AgreesWithTheReference) {
    const Library library = builtin_library();
    const OffsetList sides[] = {OffsetList({{0, 0}, {2, 0}}), OffsetList({{1, 0}, {3, 1}}),
                                OffsetList({{0, 0}, {-2, -3}}), OffsetList({{0, 1}, {1, 2}})};
    for (const OffsetList& offsets : sides)
        for (const TileKind kind : {TileKind::kBlock, TileKind::kWarp})
            for (const NestedFusion nesting :
                 {NestedFusion::kNever, NestedFusion::kAlways, NestedFusion::kStages})
                for (const Rect& domain : {Rect{0, 0, 65, 9}, Rect{-2, 3, 0, 36}}) {
                    DifferentialCase c = group_case(domain, 1, {0, 1, 2}, kind);
                    c.gpu.nesting = nesting;
                    const auto outcome =
                        compare_devices(one_sided_chain(offsets, {GetParam(), 0.25f}), library, c,
                                        {}, shared_compiler());
                    ASSERT_TRUE(outcome) << to_string(c) << ": " << outcome.error().message;
                    EXPECT_TRUE(outcome->agrees) << to_string(c) << ": " << outcome->difference;
                }
}

INSTANTIATE_TEST_SUITE_P(Borders, OneSided, testing::Values(eClamp, eMirror, eRepeat, eConstant));

}  // namespace
}  // namespace weft::test
