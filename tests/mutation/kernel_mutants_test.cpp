// Mutants of kernels that the planner and the emitter made: what they lack or have wrong is what
// the optimisations they come from could have got wrong.
#include "mutant.h"

namespace weft::test {
namespace {

/// A tile of shared memory, one a block.
Subject staged() {
    Subject s{"Convolution2D", {{"radius-x", "2"}, {"radius-y", "1"}}, "gtx-680"};
    s.border = {eMirror, 0};
    s.choices.borders = BorderScheme::kNaive;
    s.force = [](GpuPlan& plan) {
        ASSERT_EQ(plan.kernels.front().inputs.front().access, GpuAccess::kShared);
        ASSERT_FALSE(plan.kernels.front().shape.strided);
    };
    return s;
}

/// The same of a grid that goes over the picture in steps.
Subject strided() {
    Subject s = staged();
    s.force = [](GpuPlan& plan) {
        GpuShape& shape = plan.kernels.front().shape;
        ASSERT_EQ(plan.kernels.front().inputs.front().access, GpuAccess::kShared);
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
    s.choices.borders = BorderScheme::kNaive;
    s.force = [](GpuPlan& plan) {
        ASSERT_EQ(plan.kernels.front().inputs.front().access, GpuAccess::kBordered);
        ASSERT_FALSE(plan.kernels.front().minimised);
    };
    return s;
}

/// Regions of blocks that read in place, three of them along each axis.
Subject nine_regions() {
    Subject s = in_place();
    s.domain = {-3, 5, 205, 58};
    s.disabled = {"stage", "shape"};
    s.choices.borders = BorderScheme::kNine;
    s.force = [](GpuPlan& plan) {
        ASSERT_EQ(plan.kernels.front().borders, BorderScheme::kNine);
        ASSERT_EQ(plan.kernels.front().inputs.front().access, GpuAccess::kBordered);
    };
    return s;
}

/// The same with a body, by way of tiles.
Subject staged_body() {
    Subject s = staged();
    s.domain = {-3, 5, 205, 58};
    s.choices.borders = BorderScheme::kBody;
    s.force = [](GpuPlan& plan) {
        ASSERT_EQ(plan.kernels.front().borders, BorderScheme::kBody);
        ASSERT_EQ(plan.kernels.front().inputs.front().access, GpuAccess::kShared);
    };
    return s;
}

/// The same, each warp by its own columns.
Subject regions_of_warps() {
    Subject s = in_place();
    s.domain = {-3, 5, 205, 58};
    s.choices.borders = BorderScheme::kWarp;
    s.force = [](GpuPlan& plan) {
        GpuKernel& kernel = plan.kernels.front();
        ASSERT_EQ(kernel.borders, BorderScheme::kWarp);
        kernel.shape = {64, 2, 4, 27, 3, false};
    };
    return s;
}

/// Few blocks that go over all elements by one index, as of larger pictures.
Subject flat() {
    Subject s{"SoftThreshold", {}, "cc-1.3"};
    s.force = [](GpuPlan& plan) {
        GpuKernel& kernel = plan.kernels.front();
        kernel.minimised = true;
        kernel.shape = {.block_u = 64, .block_v = 1, .grid_u = 4};
    };
    return s;
}

/// What is computed of the plan's only picture begins between two restarts.
void begin_between_restarts(GpuPlan& plan) {
    ASSERT_EQ(plan.kernels.size(), 1u);
    GpuKernel& kernel = plan.kernels.front();
    ASSERT_EQ(kernel.kind, GpuKernelKind::kScan);
    kernel.region.y0 = 100;
    plan.images[kernel.outputs[0]].region = kernel.region;
}

/// A moving average along y, in segments.
Subject scan() {
    Subject s{"BoxBlur", {{"axis", "vertical"}, {"radius", "3"}}, "gtx-680"};
    s.domain = {-3, 5, 40, 300};
    s.region = {0, 100, 33, 280};
    s.force = [](GpuPlan& plan) {
        begin_between_restarts(plan);
        plan.kernels.front().periods_per_thread = 1;
        plan.kernels.front().shape.grid_v = 4;
    };
    return s;
}

/// The same with a thread for each column.
Subject whole_scan() {
    Subject s = scan();
    s.force = [](GpuPlan& plan) {
        begin_between_restarts(plan);
        plan.kernels.front().periods_per_thread = 0;
        plan.kernels.front().shape.grid_v = 1;
    };
    return s;
}

/// A moving average along x that reads a transposed copy of its input. Planners make such plans for
/// larger pictures; here both sides are multiples of a tile's, so that none is cut.
Subject transposed() {
    Subject s{"BoxBlur", {{"axis", "horizontal"}, {"radius", "3"}}, "gtx-680"};
    s.domain = {0, 0, 96, 64};
    s.disabled = {"transpose"};
    s.force = [](GpuPlan& plan) {
        ASSERT_EQ(plan.kernels.size(), 1u);
        const Id<PlanImage> source = plan.kernels.front().inputs.front().image;
        PlanImage copy = plan.images[source];
        copy.name += " by columns";
        copy.source = CopyOf{source};
        plan.storage.add({Layout::kColumns, plan.arena_bytes});
        plan.arena_bytes +=
            gpu_picture_bytes(copy.region, Layout::kColumns, copy.shape.planes, copy.samples);
        GpuKernel transpose;
        transpose.name = copy.name;
        transpose.kind = GpuKernelKind::kTranspose;
        transpose.source = source;
        transpose.outputs = {Id<PlanImage>(plan.images.size())};
        transpose.layout = Layout::kColumns;
        transpose.region = copy.region;
        transpose.planes = copy.shape.planes;
        transpose.shape = {32, 8, 2, 3, copy.shape.planes, false};
        transpose.shared_bytes = 32 * 33 * sizeof(float);
        plan.kernels.front().inputs.front().image = transpose.outputs[0];
        plan.kernels.values().insert(plan.kernels.begin(), transpose);
        plan.images.add(copy);
    };
    return s;
}

const Mutant kKernelMutants[] = {
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
     {"kAtLeft, kAtRight>(e.x, picture", "false, false>(e.x, picture"},
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
    {"RegionThatMissesItsLastElements",
     nine_regions,
     "convolution2d",
     {"(x1 > inner.right ? kRight : 0)", "(x1 > inner.right + 2 ? kRight : 0)"},
     "out-of-bounds"},
    {"RegionThatMissesItsFirstRows",
     nine_regions,
     "convolution2d",
     {"(y0 < inner.top ? kTop : 0)", "0"},
     "out-of-bounds"},
    {"CornerThatChecksOneSide",
     nine_regions,
     "convolution2d",
     {"case 9: block_of<9>", "case 9: block_of<1>"},
     "out-of-bounds"},
    {"EdgeThatChecksTheOther",
     nine_regions,
     "convolution2d",
     {"case 1: block_of<1>", "case 1: block_of<2>"},
     "out-of-bounds"},
    {"BodyForAll",
     staged_body,
     "convolution2d",
     {"if (sides == 0)", "if (sides >= 0)"},
     "out-of-bounds"},
    {"RegionOfAnotherWarp",
     regions_of_warps,
     "convolution2d",
     {"static_cast<int>(threadIdx.x) / 32 * 32;", "32 - static_cast<int>(threadIdx.x) / 32 * 32;"},
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

class KernelMutants : public testing::TestWithParam<Mutant> {};

TEST_P(KernelMutants, IsCaughtByTheCheckMeantForIt) { expect_caught(GetParam()); }

INSTANTIATE_TEST_SUITE_P(All, KernelMutants, testing::ValuesIn(kKernelMutants),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(KernelMutants, SubjectsAreClean) {
    expect_clean({staged, strided, in_place, nine_regions, staged_body, regions_of_warps, flat,
                  scan, whole_scan, transposed});
}

TEST(KernelMutants, AMutationMatchesOnce) {
    EXPECT_EQ(*mutate("abc", {"b", "x"}), "axc");
    EXPECT_FALSE(mutate("abcb", {"b", "x"}));
    EXPECT_FALSE(mutate("abc", {"d", "x"}));
}

}  // namespace
}  // namespace weft::test
