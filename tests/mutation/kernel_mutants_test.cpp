// Mutants of kernels that the planner and the emitter made: what they lack or have wrong is what
// the optimisations they come from could have got wrong.
#include <gtest/gtest.h>

#include <ostream>

#include "graph/image.h"
#include "neighbourhood/mean.h"
#include "passes/gpu/fusion/group_copies.h"
#include "passes/gpu/fusion/group_shape.h"
#include "subject.h"

namespace weft::test {
namespace {

/// Caught by comparison with the reference: a fault of values, which no access shows.
constexpr const char* kDifference = "difference";

/// A tile of shared memory, one a block.
Subject staged() {
    Subject s{"Convolution2D", {{"radius-x", "2"}, {"radius-y", "1"}}, "gtx-680"};
    s.border = {eMirror, 0};
    s.force = [](Plan& plan) {
        ASSERT_EQ(plan.gpu_kernels[0].inputs[0].access, GpuAccess::kShared);
        ASSERT_FALSE(plan.gpu_kernels[0].shape.strided);
    };
    return s;
}

/// The same of a grid that goes over the picture in steps.
Subject strided() {
    Subject s = staged();
    s.force = [](Plan& plan) {
        GpuShape& shape = plan.gpu_kernels[0].shape;
        ASSERT_EQ(plan.gpu_kernels[0].inputs[0].access, GpuAccess::kShared);
        shape.strided = true;
        shape.grid_u = shape.grid_v = shape.grid_planes = 1;
    };
    return s;
}

/// An element a thread, in place.
Subject in_place() {
    Subject s{"Convolution2D", {{"radius-x", "2"}, {"radius-y", "1"}}, "gtx-680"};
    s.border = {eMirror, 0};
    s.disabled = {"stage"};
    s.force = [](Plan& plan) {
        ASSERT_EQ(plan.gpu_kernels[0].inputs[0].access, GpuAccess::kBordered);
        ASSERT_FALSE(plan.gpu_kernels[0].minimised);
    };
    return s;
}

/// Few blocks that go over all elements by one index.
Subject flat() {
    Subject s{"SoftThreshold", {}, "cc-1.3"};
    s.force = [](Plan& plan) {
        ASSERT_TRUE(plan.gpu_kernels[0].minimised);
        plan.gpu_kernels[0].shape.grid_u = 4;
    };
    return s;
}

/// What is computed of the plan's only picture begins between two restarts.
void begin_between_restarts(Plan& plan) {
    ASSERT_EQ(plan.gpu_kernels.size(), 1u);
    GpuKernel& kernel = plan.gpu_kernels[0];
    ASSERT_EQ(kernel.kind, GpuKernelKind::kScan);
    kernel.region.y0 = 100;
    plan.images[static_cast<std::size_t>(kernel.outputs[0])].region = kernel.region;
}

/// A moving average along y, in segments.
Subject scan() {
    Subject s{"BoxBlur", {{"axis", "vertical"}, {"radius", "3"}}, "gtx-680"};
    s.domain = {-3, 5, 40, 300};
    s.region = {0, 100, 33, 280};
    s.force = [](Plan& plan) {
        begin_between_restarts(plan);
        plan.gpu_kernels[0].periods_per_thread = 1;
        plan.gpu_kernels[0].shape.grid_v = 4;
    };
    return s;
}

/// The same with a thread for each column.
Subject whole_scan() {
    Subject s = scan();
    s.force = [](Plan& plan) {
        begin_between_restarts(plan);
        plan.gpu_kernels[0].periods_per_thread = 0;
        plan.gpu_kernels[0].shape.grid_v = 1;
    };
    return s;
}

/// A moving average along x that reads a transposed copy of its input. Planners make such plans for
/// larger pictures; here both sides are multiples of a tile's, so that none is cut.
Subject transposed() {
    Subject s{"BoxBlur", {{"axis", "horizontal"}, {"radius", "3"}}, "gtx-680"};
    s.domain = {0, 0, 96, 64};
    s.disabled = {"transpose"};
    s.force = [](Plan& plan) {
        ASSERT_EQ(plan.gpu_kernels.size(), 1u);
        const int source = plan.gpu_kernels[0].inputs[0].image;
        PlanImage copy = plan.images[static_cast<std::size_t>(source)];
        copy.name += " by columns";
        copy.layout = Layout::kColumns;
        copy.copy_of = source;
        copy.arena_offset = plan.arena_bytes;
        plan.arena_bytes += gpu_picture_bytes(copy.region, copy.layout, copy.shape.planes);
        GpuKernel transpose;
        transpose.name = copy.name;
        transpose.kind = GpuKernelKind::kTranspose;
        transpose.source = source;
        transpose.outputs = {static_cast<int>(plan.images.size())};
        transpose.layout = Layout::kColumns;
        transpose.region = copy.region;
        transpose.planes = copy.shape.planes;
        transpose.shape = {32, 8, 2, 3, copy.shape.planes, false};
        transpose.shared_bytes = 32 * 33 * sizeof(float);
        plan.gpu_kernels[0].inputs[0].image = transpose.outputs[0];
        plan.gpu_kernels.insert(plan.gpu_kernels.begin(), transpose);
        plan.images.push_back(copy);
    };
    return s;
}

struct Mutant {
    const char* name;
    Subject (*subject)();
    const char* kernel;  ///< part of the name
    Mutation mutation;
    const char* caught_by;
};

std::ostream& operator<<(std::ostream& out, const Mutant& m) { return out << m.name; }

const Mutant kMutants[] = {
    {"DroppedBarrier", staged, "convolution2d", {"    __syncthreads();\n", "\n"}, "conflict"},
    {"DroppedBarrierBeforeTheNextTile",
     strided,
     "convolution2d",
     {"__syncthreads();  // before the next tile is copied", ""},
     "conflict"},
    {"DroppedBarrierOfATransposition",
     transposed,
     "by columns",
     {"__syncthreads(WEFT_AT_ONLY);\n    for", "\n    for"},
     "conflict"},
    {"BarrierInABranch",
     strided,
     "convolution2d",
     {"__syncthreads();\n                const",
      "if (block.x + static_cast<int>(threadIdx.x) < args.range.x1) __syncthreads();\n"
      "                const"},
     "divergent-barrier"},
    {"BarrierAroundTheBody",
     staged,
     "convolution2d",
     {"    __syncthreads();\n",
      "    if (block.x + static_cast<int>(threadIdx.x) >= args.range.x1) "
      "return; __syncthreads();\n"},
     "early-exit"},
    {"EarlyExitBeforeABarrier",
     staged,
     "convolution2d",
     {"    __syncthreads();\n", "    if (threadIdx.x == 5) return; __syncthreads();\n"},
     "early-exit"},
    {"ShrunkHalo",
     staged,
     "convolution2d",
     {"u < Meta::kTileU && u < columns", "u < Meta::kTileU - 1 && u < columns"},
     "unwritten"},
    {"ShrunkHaloOfTheRegion",
     staged,
     "convolution2d",
     {"- block.x) + Meta::kTileU - Meta::kBlockU", "- block.x) + Meta::kTileU - Meta::kBlockU - 1"},
     "unwritten"},
    {"UninitialisedSharedElement",
     staged,
     "convolution2d",
     {"for (int u = first; u <", "for (int u = first == 0 ? Meta::kBlockU : first; u <"},
     "unwritten"},
    {"TileBeyondSharedMemory",
     staged,
     "convolution2d",
     {"WEFT_SHARED(shared);", "WEFT_SHARED(all); float* const shared = all + 1;"},
     "out-of-bounds"},
    {"SwappedBorder",
     in_place,
     "convolution2d",
     {"kBorder = weft::eMirror", "kBorder = weft::eRepeat"},
     kDifference},
    {"SwappedBorderOfATile",
     staged,
     "convolution2d",
     {"kBorder = weft::eMirror", "kBorder = weft::eClamp"},
     kDifference},
    {"ForgottenBorder",
     in_place,
     "convolution2d",
     {"(kSides & 1) != 0, (kSides & 2) != 0>(e.x, picture", "false, false>(e.x, picture"},
     "out-of-bounds"},
    {"BorderOffByOne",
     in_place,
     "convolution2d",
     {"if (i >= lo && i < hi) return i;", "if (i >= lo && i <= hi) return i;"},
     "out-of-bounds"},
    {"StrideOffByOne",
     in_place,
     "convolution2d",
     {"* picture.pitch + u", "* (picture.pitch - 1) + u"},
     "out-of-bounds"},
    {"OriginForgotten",
     in_place,
     "convolution2d",
     {"kColumns ? y - picture.y0 : x - picture.x0", "kColumns ? y - picture.y0 : x"},
     "out-of-bounds"},
    {"MisalignedBase",
     in_place,
     "convolution2d",
     {"return picture.data + e.plane", "return (float*)((char*)picture.data + 2) + e.plane"},
     "misaligned"},
    {"WriteToTheInput",
     in_place,
     "convolution2d",
     {"weft::store<Out_Output>(args.out_Output", "weft::store<Out_Output>(args.in_Input"},
     "read-only"},
    {"WriteOutOfBounds",
     in_place,
     "convolution2d",
     {"if (e.x < args.range.x1 &&", "if (e.x <= args.range.x1 &&"},
     "out-of-bounds"},
    {"SkippedTail",
     in_place,
     "convolution2d",
     {"if (e.x < args.range.x1 &&", "if (e.x < args.range.x1 - 1 &&"},
     "missing-output"},
    {"TwoThreadsOneElement",
     in_place,
     "convolution2d",
     {"args.range.x0 + weft::thread_u()", "args.range.x0 + weft::thread_u() / 2"},
     "conflict"},
    {"TwoBlocksOneElement",
     in_place,
     "convolution2d",
     {"blockIdx.x * blockDim.x + threadIdx.x", "blockIdx.x * (blockDim.x - 1) + threadIdx.x"},
     "block-conflict"},
    {"WrongPlane",
     in_place,
     "convolution2d",
     {"return static_cast<int>(blockIdx.z);", "return static_cast<int>(blockIdx.z) + 1;"},
     "out-of-bounds"},
    {"DivisorOffByOne",
     flat,
     "softthreshold",
     {"u = n - line * static_cast<int>(range.width.divisor)",
      "u = n - line * (static_cast<int>(range.width.divisor) - 1)"},
     "out-of-bounds"},
    {"CarryOffByOne",
     flat,
     "softthreshold",
     {"if (u >= width)", "if (u > width)"},
     "out-of-bounds"},
    {"SkippedLastPlane",
     flat,
     "softthreshold",
     {"index.plane < args.range.planes", "index.plane < args.range.planes - 1"},
     "missing-output"},
    {"NoStep",
     flat,
     "softthreshold",
     {"index.advance(args.range)) {", "index.plane += 0) {"},
     "endless"},
    {"WrongRestart",
     scan,
     "boxblur",
     {"range.restart_origin + (first - range.restart_origin) / period * period", "first"},
     kDifference},
    {"RestartOffByOne",
     whole_scan,
     "boxblur",
     {"restart < segment.end; restart += period)", "restart < segment.end; restart += period + 1)"},
     "missing-output"},
    {"SegmentsLeaveAGap",
     scan,
     "boxblur",
     {"long begin = start + length * index", "long begin = start + (length + 1) * index"},
     "missing-output"},
    {"SegmentsOverlap",
     scan,
     "boxblur",
     {"end = begin + length;", "end = begin + length + 1;"},
     "block-conflict"},
    {"StoresBeforeTheRegion",
     scan,
     "boxblur",
     {"const int first = args.range.y0 < stop ? args.range.y0 : stop;",
      "const int first = restart;"},
     "out-of-bounds"},
    {"WrongTransposition",
     transposed,
     "by columns",
     {"tile + along * kPitch + i", "tile + i * kPitch + along"},
     kDifference},
    {"TransposedIntoTheOtherLayout",
     transposed,
     "by columns",
     {"sample_address<kToColumns>(to, e)", "sample_address<!kToColumns>(to, e)"},
     "out-of-bounds"},
};

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
    s.choices.groups = {{0, 1, 2}};
    s.force = [](Plan& plan) {
        ASSERT_EQ(plan.gpu_kernels.size(), 1u);
        ASSERT_EQ(plan.gpu_kernels[0].kind, GpuKernelKind::kGroup);
    };
    return s;
}

Subject mirrored_chain() { return chain({eMirror, 0}, {eMirror, 0}); }

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
    s.force = [shape](Plan& plan) {
        ASSERT_EQ(plan.gpu_kernels.size(), 1u);
        GpuKernel kernel = with_copied_inputs(plan, plan.gpu_kernels[0]);
        plan.gpu_kernels[0] = with_body_shape(plan, {}, std::move(kernel), shape);
        ASSERT_GT(plan.gpu_kernels[0].occupancy, 0);
    };
    return s;
}

/// Two turns, of which one is in registers.
Subject hybrid_chain() {
    GroupShape shape{TileKind::kHybrid, 16, 4, 32, 6};
    shape.split = {true, 2, 1};
    return chain_in_registers(shape);
}

/// Three turns, all of them in registers.
Subject chain_of_turns() {
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
    s.choices.groups = {{0, 1}};
    s.force = [](Plan& plan) {
        GroupShape shape{TileKind::kStream, 64, 1, 32, 20};
        plan.gpu_kernels[0] = with_body_shape(plan, {}, plan.gpu_kernels[0], shape);
    };
    return s;
}

const Mutant kGroupMutants[] = {
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
     {"(kSides & kTop) != 0, (kSides & kBottom) != 0>(y", "false, false>(y"},
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
     {"lane_of<Turns::kWarpU>((u + kShiftU)", "lane_of<Turns::kWarpU>((u + kShiftU + 1)"},
     kDifference},
    {"WrongRowOfAShuffle",
     chain_of_turns,
     "mean3",
     {"(v + kShiftV) % Turns::kWarpV)", "v % Turns::kWarpV)"},
     kDifference},
    {"FractionOneLaneShort",
     hybrid_chain,
     "mean3",
     {"u + kShiftU >= Turns::kWarpU", "u + kShiftU + 1 >= Turns::kWarpU"},
     kDifference},
    {"FractionOneTurnShort",
     hybrid_chain,
     "mean3",
     {"if (early < 0 && !wraps)", "if (early < -1 && !wraps)"},
     kDifference},
    {"EarlierTurnSentByOneLaneLess",
     chain_of_turns,
     "mean3",
     {"(kAlongU ? u < kShiftU : v < kShiftV)", "(kAlongU ? u < kShiftU - 1 : v < kShiftV)"},
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
    {"RingTurnsOneRowLate",
     chain_of_strips,
     "mean3",
     {"return floor_rest(row, Ring::kRows);", "return floor_rest(row + 1, Ring::kRows);"},
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
};

class GroupMutants : public testing::TestWithParam<Mutant> {};

class KernelMutants : public testing::TestWithParam<Mutant> {};

void expect_caught(const Mutant& mutant) {
    const auto verdict = run(mutant.subject(), mutant.kernel, mutant.mutation);
    ASSERT_TRUE(verdict) << verdict.error().message;
    if (std::string(mutant.caught_by) == kDifference) {
        EXPECT_TRUE(verdict->status) << verdict->status.error().message;
        EXPECT_FALSE(verdict->agrees) << "nobody sees this mutant";
    } else {
        ASSERT_FALSE(verdict->status)
            << "nobody sees this mutant" << (verdict->agrees ? "" : ", but its result is wrong");
        EXPECT_EQ(verdict->check, mutant.caught_by) << verdict->status.error().message;
    }
}

TEST_P(KernelMutants, IsCaughtByTheCheckMeantForIt) { expect_caught(GetParam()); }
TEST_P(GroupMutants, IsCaughtByTheCheckMeantForIt) { expect_caught(GetParam()); }

INSTANTIATE_TEST_SUITE_P(All, GroupMutants, testing::ValuesIn(kGroupMutants),
                         [](const auto& info) { return std::string(info.param.name); });
INSTANTIATE_TEST_SUITE_P(All, KernelMutants, testing::ValuesIn(kMutants),
                         [](const auto& info) { return std::string(info.param.name); });

/// What is mutated is right, or the mutants would show nothing.
TEST(KernelMutants, SubjectsAreClean) {
    for (Subject (*subject)() :
         {staged, strided, in_place, flat, scan, whole_scan, transposed, mirrored_chain,
          chain_of_warps, chain_with_a_body, chain_told_apart_by_warps, repeated_chain,
          hybrid_chain, chain_of_turns, chain_of_square_warps, chain_of_strips, pair_in_pieces}) {
        const Plan plan = plan_of(subject());
        ASSERT_FALSE(plan.gpu_kernels.empty());
        const auto verdict = run(subject(), plan.gpu_kernels[0].name, {});
        ASSERT_TRUE(verdict) << verdict.error().message;
        EXPECT_TRUE(verdict->status) << verdict->status.error().message;
        EXPECT_TRUE(verdict->agrees) << plan.gpu_kernels[0].name;
    }
}

TEST(KernelMutants, AMutationMatchesOnce) {
    EXPECT_EQ(*mutate("abc", {"b", "x"}), "axc");
    EXPECT_FALSE(mutate("abcb", {"b", "x"}));
    EXPECT_FALSE(mutate("abc", {"d", "x"}));
}

}  // namespace
}  // namespace weft::test
