// Mutants of fused kernels: barriers, index exchange, bodies, and tiles in registers.
#include "graph/image.h"
#include "mutant.h"
#include "neighbourhood/mean.h"
#include "neighbourhood/separable_convolution.h"
#include "numbered_stages.h"
#include "passes/gpu/fusion/group_copies.h"
#include "passes/gpu/fusion/group_shape.h"
#include "point/difference.h"
#include "point/product.h"
#include "pyramid/double.h"
#include "pyramid/halve.h"

namespace weft::test {
namespace {

/// Three means, each of the one before, as one kernel with tiles of 32 by 8.
Subject chain(Border inner, Border outer) {
    Subject s;
    s.build = [=] {
        GraphBuilder b("chain");
        Image in = b.input("input"), first, second, third;
        b.border(inner);
        functors::Mean(1)(in, first);
        b.border(outer);
        functors::Mean(2)(first, second);
        functors::Mean(1)(second, third);
        b.output("output", third);
        return b.finish();
    };
    s.disabled = {"shape"};
    s.choices.groups = {numbered_stages({0, 1, 2})};
    s.force = [](GpuPlan& plan) {
        ASSERT_EQ(plan.kernels.size(), 1u);
        ASSERT_EQ(plan.kernels.front().kind, GpuKernelKind::kGroup);
    };
    return s;
}

Subject mirrored_chain() { return chain({eMirror, 0}, {eMirror, 0}); }

Subject chain_of_all_planes() {
    Subject s = mirrored_chain();
    s.choices.tile.planes = PlanesOfThread::kAll;
    return s;
}

Subject chain_of_warps() {
    Subject s = mirrored_chain();
    s.choices.tile.kind = TileKind::kWarp;
    return s;
}

Subject chain_with_a_body() {
    Subject s = mirrored_chain();
    s.choices.borders = BorderScheme::kBody;
    return s;
}

Subject chain_told_apart_by_warps() {
    Subject s = mirrored_chain();
    s.choices.borders = BorderScheme::kWarp;
    return s;
}

/// Repeated around an input that has a constant border.
Subject repeated_chain() {
    Subject s = chain({eConstant, 0.5f}, {eRepeat, 0});
    s.choices.borders = BorderScheme::kNine;
    return s;
}

/// The chain with its body in registers.
Subject chain_in_registers(GroupShape shape) {
    Subject s = mirrored_chain();
    s.target = "sm_90";
    s.domain = {-3, 5, 141, 58};
    s.force = [shape](GpuPlan& plan) {
        ASSERT_EQ(plan.kernels.size(), 1u);
        const GpuKernel kernel = with_copied_inputs(plan, plan.kernels.front());
        plan.kernels.front() = with_body_shape(plan, {}, kernel, shape);
        ASSERT_GT(plan.kernels.front().occupancy, 0);
    };
    return s;
}

/// Two parallelograms, of which one is in registers.
Subject hybrid_chain() {
    GroupShape shape{TileKind::kHybrid, 16, 4, 32, 6};
    shape.split = {true, 2, 1};
    return chain_in_registers(shape);
}

/// Pieces of tiles that meet a border check the sides of their region alone.
Subject hybrid_chain_by_regions() {
    Subject s = hybrid_chain();
    const auto force = s.force;
    s.force = [force](GpuPlan& plan) {
        plan.kernels.front().borders = BorderScheme::kNine;
        force(plan);
    };
    return s;
}

/// Three parallelograms, all of them in registers.
Subject chain_of_register_tiles() {
    GroupShape shape{TileKind::kHybrid, 16, 4, 48, 6};
    shape.split = {true, 3, 0};
    return chain_in_registers(shape);
}

Subject chain_of_strips() {
    GroupShape shape{TileKind::kStream, 64, 1, 64, 20};
    shape.columns = 2;
    return chain_in_registers(shape);
}

/// Warps of four rows, which the halos do not fill: not all lanes compute.
Subject chain_of_square_warps() {
    GroupShape shape{TileKind::kHybrid, 8, 8, 16, 4};
    shape.split = {true, 2, 1};
    return chain_in_registers(shape);
}

/// One barrier alone lies between two pieces' writes of the tile.
Subject pair_in_pieces() {
    Subject s = chain_of_strips();
    s.build = [] {
        GraphBuilder b("pair");
        Image in = b.input("input"), first, second;
        functors::Mean(1)(in, first);
        functors::Mean(1)(first, second);
        b.output("output", second);
        return b.finish();
    };
    s.choices.groups = {numbered_stages({0, 1})};
    s.force = [](GpuPlan& plan) {
        GroupShape shape{TileKind::kStream, 64, 1, 32, 20};
        plan.kernels.front() = with_body_shape(plan, {}, plan.kernels.front(), shape);
    };
    return s;
}

/// A mean, halved along both axes, as one kernel with tiles of 32 by 8.
Subject halved_mean() {
    Subject s;
    s.build = [] {
        GraphBuilder b("halved");
        Image in = b.input("input"), smooth, half, quarter;
        b.border({eMirror, 0});
        functors::Mean(1)(in, smooth);
        functors::Halve{eHorizontal}(smooth, half);
        functors::Halve{eVertical}(half, quarter);
        b.output("output", quarter);
        return b.finish();
    };
    s.disabled = {"shape"};
    s.choices.groups = {numbered_stages({0, 1, 2})};
    s.choices.borders = BorderScheme::kBody;
    s.domain = {-3, 5, 174, 78};
    s.force = [](GpuPlan& plan) {
        ASSERT_EQ(plan.kernels.size(), 1u);
        ASSERT_EQ(plan.kernels.front().group.levels.size(), 3u);
    };
    return s;
}

/// A half of it doubled again, from an origin below zero.
Subject doubled_half() {
    Subject s = halved_mean();
    s.build = [] {
        GraphBuilder b("doubled");
        Image in = b.input("input"), smooth, half, again;
        functors::Halve{eHorizontal}(in, half);
        functors::Mean(1)(half, smooth);
        functors::Double{eHorizontal}(smooth, in, again);
        b.output("output", again);
        return b.finish();
    };
    s.domain = {-77, 5, 3, 40};
    s.force = [](GpuPlan& plan) {
        ASSERT_EQ(plan.kernels.size(), 1u);
        ASSERT_EQ(plan.kernels.front().group.levels.size(), 2u);
    };
    return s;
}

/// The half of a mean in registers: a lane has two of the mean's elements along both axes.
Subject halved_in_registers() {
    Subject s = halved_mean();
    s.target = "sm_90";
    s.choices.borders = {};
    s.domain = {-3, 5, 300, 90};
    s.force = [](GpuPlan& plan) {
        ASSERT_EQ(plan.kernels.size(), 1u);
        GroupShape shape{TileKind::kHybrid, 16, 4, 32, 6};
        shape.split = {true, 2, 0};
        plan.kernels.front() = with_body_shape(plan, {}, plan.kernels.front(), shape);
        ASSERT_GT(plan.kernels.front().occupancy, 0);
    };
    return s;
}

/// Two filters along rows, the first a row for each row of the second; a warp goes through several.
Subject rows_for_rows() {
    Subject s;
    s.build = [] {
        GraphBuilder b("rows");
        Image in = b.input("input"), first, second;
        functors::SeparableConvolution(eHorizontal, {3, {1, 2, 1}})(in, first);
        b.name_next("last");
        functors::SeparableConvolution(eHorizontal, {5, {1, 2, 3, 2, 1}})(first, second);
        b.output("output", second);
        return b.finish();
    };
    s.disabled = {"shape"};
    s.choices.groups = {numbered_stages({0, 1})};
    s.choices.nesting = NestedFusion::kStages;
    s.force = [](GpuPlan& plan) {
        ASSERT_EQ(plan.kernels.size(), 1u);
        plan.kernels.front() =
            with_shape(plan, plan.kernels.front(), {TileKind::kBlock, 32, 4, 32, 16});
        ASSERT_EQ(plan.kernels.front().group.loops.front().rows, LoopRows::kWithNext);
    };
    return s;
}

/// Nested stage by stage: two loops read the mean at their element, so that it has a tile; what
/// each of them makes of it is a value.
Subject nested_stage_by_stage() {
    Subject s = mirrored_chain();
    s.build = [] {
        GraphBuilder b("stages");
        Image in = b.input("input"), shared, first, second, near, far, both;
        b.border({eMirror, 0});
        functors::Mean(1)(in, shared);
        functors::Difference()(shared, in, first);
        functors::Product()(shared, in, second);
        functors::Mean(1)(first, near);
        functors::Mean(2)(second, far);
        b.name_next("last");
        functors::Difference()(near, far, both);
        b.output("output", both);
        return b.finish();
    };
    s.choices.groups = {numbered_stages({0, 1, 2, 3, 4, 5})};
    s.choices.nesting = NestedFusion::kStages;
    s.force = [](GpuPlan& plan) {
        ASSERT_EQ(plan.kernels.size(), 1u);
        ASSERT_EQ(plan.kernels.front().group.loops.size(), 4u);
    };
    return s;
}

const Mutant kGroupMutants[] = {
    {"StageReadByTwoLoopsBeforeItIsThere",
     nested_stage_by_stage,
     "last",
     {"    Team::sync();\n    WEFT_NO_UNROLL\n    for (int i = Team::index(); i < 340;",
      "    WEFT_NO_UNROLL\n    for (int i = Team::index(); i < 340;"},
     "conflict"},
    {"NoBarrierWithinARow",
     rows_for_rows,
     "last",
     {"        weft::WarpTeam<32, 1>::sync();\n        WEFT_NO_UNROLL", "        WEFT_NO_UNROLL"},
     "conflict"},
    {"NoBarrierBeforeTheNextRow",
     rows_for_rows,
     "last",
     {"        weft::WarpTeam<32, 1>::sync();\n    }", "    }"},
     "conflict"},
    {"WarpsShareARow",
     rows_for_rows,
     "last",
     {"tile_index<Tile0>(u, row)", "tile_index<Tile0>(u, 0)"},
     "conflict"},
    {"NoBarrierBetweenLoops",
     mirrored_chain,
     "mean3",
     {"static WEFT_INLINE void sync(WEFT_PLACE_ONLY) { __syncthreads(WEFT_AT_ONLY); }",
      "static WEFT_INLINE void sync(WEFT_PLACE_ONLY) {}"},
     "conflict"},
    {"NoBarrierOfAWarp",
     chain_of_warps,
     "mean3",
     {"{ __syncwarp(0xffffffffu WEFT_AT); }", "{}"},
     "conflict"},
    {"WarpsShareATile",
     chain_of_warps,
     "mean3",
     {"shared + warp * ", "shared + 0 * warp * "},
     "conflict"},
    {"NoIndexExchange",
     mirrored_chain,
     "mean3",
     {"s.v += kAlongY ? s.e.x - x : s.e.y - y;", ""},
     kDifference},
    {"NoExchangeAtACorner",
     mirrored_chain,
     "mean3",
     {"s.u += kAlongY", "if (s.e.x == x || s.e.y == y) s.u += kAlongY"},
     kDifference},
    {"BordersComposedAtTheInput",
     mirrored_chain,
     "mean3",
     {"kAtTop, kAtBottom>(y", "false, false>(y"},
     kDifference},
    {"HaloOneShort",
     mirrored_chain,
     "mean3",
     {"if (u < extent_u + 3 && v < extent_v + 2)", "if (u < extent_u + 2 && v < extent_v + 2)"},
     "unwritten"},
    {"TileOneRowShort",
     mirrored_chain,
     "mean3",
     {"kPitch = 38, kTilePlane", "kPitch = 37, kTilePlane"},
     "conflict"},
    {"PlanesOfATileInOnePlace",
     chain_of_all_planes,
     "mean3",
     {"kPitch = 38, kTilePlane = ", "kPitch = 38, kTilePlane = 0 * "},
     kDifference},
    {"PlanesOfATileOneElementTooNear",
     chain_of_all_planes,
     "mean3",
     {"kPitch = 38, kTilePlane = ", "kPitch = 38, kTilePlane = -1 + "},
     "conflict"},
    {"ReadsTheFirstPlane",
     chain_of_all_planes,
     "mean3",
     {"tile + plane * Tile::kTilePlane + tile_index", "tile + tile_index"},
     kDifference},
    {"StoresOneOfAllPlanes",
     chain_of_all_planes,
     "mean3",
     {"args.out0, {e.x, e.y, p}", "args.out0, {e.x, e.y, 0}"},
     "missing-output"},
    {"BodyTakenOneBlockEarly",
     chain_with_a_body,
     "mean3",
     {"(x0 < inner.left ? kLeft : 0)", "(x0 + 32 < inner.left ? kLeft : 0)"},
     "out-of-bounds"},
    {"BodyTakenOneBlockLate",
     chain_with_a_body,
     "mean3",
     {"(y1 > inner.bottom ? kBottom : 0)", "(y1 > inner.bottom + 8 ? kBottom : 0)"},
     "out-of-bounds"},
    {"WarpTakenForTheBody",
     chain_told_apart_by_warps,
     "mean3",
     {"x1 + x_last <= inner.right", "x1 + x_last <= inner.right + 32"},
     "out-of-bounds"},
    {"RepeatChecksOneEnd",
     repeated_chain,
     "mean3",
     {"((sides & (kLeft | kRight)) != 0 ? kLeft | kRight : 0)", "(sides & (kLeft | kRight))"},
     "out-of-bounds"},
    {"WrongLaneOfAShuffle",
     hybrid_chain,
     "mean3",
     {"lane_of<RegisterTile::kWarpU>((u + shift_u)",
      "lane_of<RegisterTile::kWarpU>((u + shift_u + 1)"},
     kDifference},
    {"WrongRowOfAShuffle",
     chain_of_register_tiles,
     "mean3",
     {"(v + shift_v) % RegisterTile::kWarpV)", "v % RegisterTile::kWarpV)"},
     kDifference},
    {"FractionOneLaneShort",
     hybrid_chain,
     "mean3",
     {"u + shift_u >= RegisterTile::kWarpU", "u + shift_u + 1 >= RegisterTile::kWarpU"},
     kDifference},
    {"FractionOneTurnShort",
     hybrid_chain,
     "mean3",
     {"if (early < 0 && !wraps)", "if (early < -1 && !wraps)"},
     kDifference},
    {"EarlierTurnSentByOneLaneLess",
     chain_of_register_tiles,
     "mean3",
     {"kAlongU ? u < shift_u : v < shift_v;", "kAlongU ? u < shift_u - 1 : v < shift_v;"},
     kDifference},
    {"ShuffleWithinABranch",
     chain_of_square_warps,
     "mean3",
     {"        value = __shfl_sync(0xffffffffu, value, source, 32 WEFT_AT);",
      "        if (active) value = __shfl_sync(0xffffffffu, value, source, 32 WEFT_AT);"},
     "missing-lane"},
    {"NoBarrierAfterTheSharedPart",
     hybrid_chain,
     "mean3",
     {"{ __syncwarp(0xffffffffu WEFT_AT); }", "{}"},
     "conflict"},
    {"PiecesWithoutABarrier",
     pair_in_pieces,
     "mean2",
     {"        weft::WarpTeam<32, 1>::sync();", "        "},
     "conflict"},
    {"PieceTakenForTheBody",
     hybrid_chain_by_regions,
     "mean3",
     {"sides_left(args.inner, piece.x - ", "sides_left(args.inner, piece.x + 8 - "},
     "out-of-bounds"},
    {"PieceTakenForOneAtTheTop",
     hybrid_chain_by_regions,
     "mean3",
     {"case 8: tile<8>", "case 8: tile<4>"},
     "out-of-bounds"},
    {"NeighbourOnTheRightIsOneself",
     chain_of_strips,
     "mean3",
     {"(lane + 1 + i / kColumns) & 31", "(lane + i / kColumns) & 31"},
     kDifference},
    {"NeighboursColumnOfTheOtherEnd",
     chain_of_strips,
     "mean3",
     {"floor_rest(-i, kColumns)]", "floor_rest(i - 1, kColumns)]"},
     kDifference},
    {"LineBufferTurnsOneRowLate",
     chain_of_strips,
     "mean3",
     {"return floor_rest(row, LineBuffer::kRows);",
      "return floor_rest(row + 1, LineBuffer::kRows);"},
     kDifference},
    {"StripOneRowEarly",
     chain_of_strips,
     "mean3",
     {"bounded(v0 + before_v - v, 0, rows)", "bounded(v0 + before_v - 1 - v, 0, rows)"},
     "out-of-bounds"},
    {"StripOneRowLate",
     chain_of_strips,
     "mean3",
     {"bounded(v1 - after_v - v, begin, rows)", "bounded(v1 - after_v + 1 - v, begin, rows)"},
     "out-of-bounds"},
    {"StripOneColumnEarly",
     chain_of_strips,
     "mean3",
     {"u - before_u < u0", "u - before_u + 64 < u0"},
     "out-of-bounds"},
    {"TileOfALevelOneRowShort",
     halved_mean,
     "halve2",
     {"v < level1.extent_v + 2)", "v < level1.extent_v + 1)"},
     "unwritten"},
    {"TileOfALevelAsWideAsItsParents",
     halved_mean,
     "halve2",
     {"const int wide = scaled(x, p.first.x + width - 1) - first.x + 1;",
      "const int wide = width;"},
     "unwritten"},
    {"PitchOfALevelOneShort", halved_mean, "halve2", {"kPitch = 67,", "kPitch = 66,"}, "conflict"},
    {"LevelsMeetNoBorder",
     halved_mean,
     "halve2",
     {"weft::sides_left(args.inner2,", "0 & weft::sides_left(args.inner2,"},
     "out-of-bounds"},
    {"TilesOfLevelsAConstantApart",
     halved_mean,
     "halve2",
     {"scaled(Meta::kScaleX, s.e.x) - scaled(Meta::kScaleX, first.x)", "s.e.x - first.x"},
     kDifference},
    {"StepOfALaneForAnElement",
     halved_in_registers,
     "halve2",
     {"distance_u = floor_quotient(at_u, kStepU);", "distance_u = at_u;"},
     kDifference},
    {"OtherElementOfAStep",
     halved_in_registers,
     "halve2",
     {"of_step_v = floor_rest(at_v, kStepV);",
      "of_step_v = kStepV - 1 - floor_rest(at_v, kStepV);"},
     kDifference},
    {"LevelsDividedTowardsZero",
     doubled_half,
     "double1",
     {"return n % d < 0 ? q - 1 : q;", "return q;"},
     kDifference},
};

class GroupMutants : public testing::TestWithParam<Mutant> {};

TEST_P(GroupMutants, IsCaughtByTheCheckMeantForIt) { expect_caught(GetParam()); }

INSTANTIATE_TEST_SUITE_P(All, GroupMutants, testing::ValuesIn(kGroupMutants),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(GroupMutants, SubjectsAreClean) {
    expect_clean({mirrored_chain, chain_of_all_planes, chain_of_warps, chain_with_a_body,
                  chain_told_apart_by_warps, repeated_chain, hybrid_chain, chain_of_register_tiles,
                  chain_of_square_warps, chain_of_strips, pair_in_pieces, halved_mean, doubled_half,
                  rows_for_rows, nested_stage_by_stage});
}

}  // namespace
}  // namespace weft::test
