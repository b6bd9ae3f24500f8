// Mutants of a kernel written by hand for what emitted kernels do not use so far: shuffles and
// barriers of a warp.
#include <gtest/gtest.h>

#include <ostream>

#include "differential/hand_written_kernel.h"
#include "subject.h"

namespace weft::test {
namespace {

/// Every warp adds up 32 samples, each with those before it; neighbours then exchange their sums.
constexpr const char* kText = R"(#line 1 "prefix_sum.cu"
struct weft_prefix_sum_Args {
    weft::GpuRange range;
    weft::GpuPicture in, out;
};
extern "C" __global__ void weft_prefix_sum(const weft_prefix_sum_Args args) {
    WEFT_SHARED(shared);
    const int x = static_cast<int>(threadIdx.x), y = static_cast<int>(blockIdx.x);
    float sum = weft::device_load(args.in.data + y * args.in.pitch + x);
    for (int d = 1; d < 32; d *= 2) {
        const float before = __shfl_up_sync(0xffffffffu, sum, d);
        if (x % 32 >= d) sum += before;
    }
    weft::shared_store(shared + x, sum);
    __syncwarp(0xffffffffu);
    const float other = weft::shared_load(shared + (x ^ 1));
    weft::device_store(args.out.data + y * args.out.pitch + x, other);
}
)";

constexpr Rect kRows{0, 0, 64, 3};

GpuPlan plan_of_prefix_sum() {
    return plan_of_text("PrefixSum", "prefix_sum.h", kRows, {.block_u = 64, .grid_u = 3},
                        64 * sizeof(float));
}

Picture prefix_sums(const Picture& in) {
    Picture sums(kRows, 1);
    for (int y = 0; y < kRows.y1; ++y)
        for (int x = 0; x < kRows.x1; ++x) {
            float sum = 0;
            for (int i = x / 32 * 32; i <= x; ++i) sum += in.at(i, y, 0);
            sums.at(x ^ 1, y, 0) = sum;
        }
    return sums;
}

Result<Verdict> run_prefix_sum(const Mutation& mutation) {
    const CudaKernelText kernel{"weft_prefix_sum", kText};
    auto text = mutate(simt_preamble() + kernel.text + simt_epilogue(kernel), mutation);
    if (!text) return text.error();
    auto program = program_of_text(plan_of_prefix_sum(), kernel.symbol, *text);
    if (!program) return program.error();
    auto simt = make_simt_executor(*std::move(program), {.schedules = 4, .max_calls = 10000});
    if (!simt) return simt.error();
    Picture in(kRows, 1), out(kRows, 1);
    for (int y = 0; y < kRows.y1; ++y)
        for (int x = 0; x < kRows.x1; ++x) in.at(x, y, 0) = static_cast<float>((x * 7 + y) % 16);
    Verdict verdict;
    verdict.status = (*simt)->run({in.view()}, {out.view()}, {});
    if (!verdict.status) verdict.check = check_of(verdict.status.error());
    verdict.agrees = verdict.status && same_bits(out, prefix_sums(in));
    return verdict;
}

struct HandWrittenMutant {
    const char* name;
    Mutation mutation;
    const char* caught_by;  ///< "": by its result
};

std::ostream& operator<<(std::ostream& out, const HandWrittenMutant& m) { return out << m.name; }

const HandWrittenMutant kHandWrittenMutants[] = {
    {"MissingLaneInAMask",
     {"__shfl_up_sync(0xffffffffu", "__shfl_up_sync(0x7fffffffu"},
     "missing-lane"},
    {"MaskOfHalfAWarp",
     {"__shfl_up_sync(0xffffffffu", "__shfl_up_sync(x % 32 < 16 ? 0xffffu : 0xffff0000u"},
     "missing-lane"},
    {"ShuffleInABranch",
     {"const float before = __shfl_up_sync(0xffffffffu, sum, d);\n        if (x % 32 >= d) sum += "
      "before;",
      "if (x % 32 >= d) sum += __shfl_up_sync(0xffffffffu, sum, d);"},
     "missing-lane"},
    {"LaneThatEnds",
     {"    weft::shared_store(shared + x, sum);",
      "    if (x == 40) return;\n    weft::shared_store(shared + x, sum);"},
     "missing-lane"},
    {"DroppedSyncOfAWarp", {"__syncwarp(0xffffffffu);", ""}, "conflict"},
    {"SyncOfHalfAWarp",
     {"__syncwarp(0xffffffffu);", "__syncwarp(x % 2 ? 0xaaaaaaaau : 0x55555555u);"},
     "conflict"},
    {"ExchangeWithTheOtherWarp", {"(x ^ 1)", "(x ^ 32)"}, "conflict"},
    {"WrongDirection", {"__shfl_up_sync(0xf", "__shfl_down_sync(0xf"}, ""},
    {"PictureOfAnotherRow",
     {"args.out.pitch + x, other", "args.out.pitch + x + 64, other"},
     "out-of-bounds"},
};

class HandWrittenMutants : public testing::TestWithParam<HandWrittenMutant> {};

TEST_P(HandWrittenMutants, IsCaughtByTheCheckMeantForIt) {
    const auto verdict = run_prefix_sum(GetParam().mutation);
    ASSERT_TRUE(verdict) << verdict.error().message;
    EXPECT_FALSE(verdict->agrees) << "nobody sees this mutant";
    EXPECT_EQ(verdict->check, GetParam().caught_by)
        << (verdict->status ? "" : verdict->status.error().message);
}

INSTANTIATE_TEST_SUITE_P(All, HandWrittenMutants, testing::ValuesIn(kHandWrittenMutants),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(HandWrittenMutants, TheKernelIsClean) {
    const auto verdict = run_prefix_sum({});
    ASSERT_TRUE(verdict) << verdict.error().message;
    EXPECT_TRUE(verdict->status) << verdict->status.error().message;
    EXPECT_TRUE(verdict->agrees);
}

TEST(HandWrittenMutants, ReportsNameTheLineOfTheText) {
    const auto verdict = run_prefix_sum({"__syncwarp(0xffffffffu);", ""});
    ASSERT_TRUE(verdict) << verdict.error().message;
    ASSERT_FALSE(verdict->status);
    EXPECT_NE(verdict->status.error().message.find("prefix_sum.cu:15"), std::string::npos)
        << verdict->status.error().message;
    EXPECT_NE(verdict->status.error().message.find("PrefixSum (prefix_sum.h:1)"),
              std::string::npos);
}

}  // namespace
}  // namespace weft::test
