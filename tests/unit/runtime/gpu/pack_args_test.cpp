// Argument blocks against structs that a C++ compiler lays out, and division by constants.
#include "runtime/gpu/pack_args.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>

namespace weft {
namespace {

/// A scan with two members, a point stage with one bool, and pictures of several shapes.
GpuPlan two_stage_plan() {
    GpuPlan plan;
    const auto image = [&](Rect domain, Rect region, int planes, Layout layout) {
        PlanImage i;
        i.shape = {domain, planes};
        i.region = region;
        plan.images.add(i);
        plan.storage.add({layout});
    };
    image({-4, -2, 60, 30}, {-4, 0, 40, 20}, 3, Layout::kRows);
    image({-4, -2, 60, 30}, {-4, 0, 40, 20}, 1, Layout::kRows);
    image({-4, -2, 60, 30}, {0, 4, 33, 20}, 3, Layout::kColumns);
    Stage scan;
    scan.facts.dependence = eMovingAverage;
    scan.facts.members = {{"Scale", "float", 1, false, false}, {"On", "bool", 1, false, false}};
    scan.members_size = 8;
    scan.members.resize(8);
    const float scale = 2.5f;
    std::memcpy(scan.members.data(), &scale, 4);
    scan.members[4] = std::byte{1};
    scan.domain = {-4, -2, 60, 30};
    scan.scan_axis = eVertical;
    scan.restart_period = 64;
    scan.inputs.resize(2);
    scan.inputs.front().border = {eConstant, 0.25f};
    plan.stages.add(scan);
    Stage point;
    point.facts.members = {{"Invert", "bool", 1, false, false}};
    point.members_size = 1;
    point.members = {std::byte{1}};
    plan.stages.add(point);
    Stage plain;  // no members: no bytes
    plain.members.resize(1);
    plan.stages.add(plain);
    return plan;
}

struct ScanMembers {
    float scale;
    bool on;
};
struct PointMembers {
    bool invert;
};
struct Args {
    GpuRange range;
    GpuPicture in0, in1, out;
    ScanMembers scan;
    PointMembers point;
};

TEST(PackArgs, LaysOutWhatTheCompilerDoes) {
    const GpuPlan plan = two_stage_plan();
    GpuKernel kernel;
    kernel.kind = GpuKernelKind::kScan;
    kernel.stages = {Id<Stage>(0), Id<Stage>(2), Id<Stage>(1)};
    for (const int i : {0, 1}) {
        GpuInput input;
        input.by = {Id<Stage>(0), Id<StageInput>(i)};
        input.image = Id<PlanImage>(i);
        kernel.inputs.add(input);
    }
    kernel.outputs = {Id<PlanImage>(2)};
    kernel.layout = Layout::kColumns;
    kernel.region = {0, 4, 33, 20};
    kernel.planes = 3;
    kernel.periods_per_thread = 2;
    float a[1], b[1], c[1];
    const std::vector<std::byte> bytes = pack_args(plan, kernel, {a, b, c}).bytes;
    ASSERT_EQ(bytes.size(), sizeof(Args));
    Args args;
    std::memcpy(&args, bytes.data(), sizeof(args));
    EXPECT_EQ(args.range.x0, 0);
    EXPECT_EQ(args.range.y0, 4);
    EXPECT_EQ(args.range.x1, 33);
    EXPECT_EQ(args.range.y1, 20);
    EXPECT_EQ(args.range.planes, 3);
    EXPECT_EQ(args.range.restart_origin, -2);
    EXPECT_EQ(args.range.restart_period, 64);
    EXPECT_EQ(args.range.periods_per_thread, 2);
    EXPECT_EQ(args.range.elements, 33 * 16 * 3);
    EXPECT_EQ(args.range.width.divisor, 16u);  // u is y
    EXPECT_EQ(args.range.height.divisor, 33u);
    EXPECT_EQ(args.in0.data, a);
    EXPECT_EQ(args.in0.pitch, 64);
    EXPECT_EQ(args.in0.plane, 64 * 20);
    EXPECT_EQ(args.in0.x0, -4);
    EXPECT_EQ(args.in0.y0, 0);
    EXPECT_EQ(args.in0.left, -4);
    EXPECT_EQ(args.in0.top, -2);
    EXPECT_EQ(args.in0.right, 60);
    EXPECT_EQ(args.in0.bottom, 30);
    EXPECT_EQ(args.in0.outside, 0.25f);
    EXPECT_EQ(args.in0.planes, 3);
    EXPECT_EQ(args.in1.data, b);
    EXPECT_EQ(args.in1.plane, 0);  // one plane serves all
    EXPECT_EQ(args.in1.planes, 1);
    EXPECT_EQ(args.in1.outside, 0.0f);
    EXPECT_EQ(args.out.data, c);
    EXPECT_EQ(args.out.pitch, 32);  // columns of 16
    EXPECT_EQ(args.out.plane, 32 * 33);
    EXPECT_EQ(args.scan.scale, 2.5f);
    EXPECT_TRUE(args.scan.on);
    EXPECT_TRUE(args.point.invert);
}

TEST(PackArgs, GivesATransposeItsSourceFirst) {
    const GpuPlan plan = two_stage_plan();
    GpuKernel kernel;
    kernel.kind = GpuKernelKind::kTranspose;
    kernel.source = Id<PlanImage>(0);
    kernel.outputs = {Id<PlanImage>(2)};
    kernel.region = {0, 4, 33, 20};
    float a[1], c[1];
    const std::vector<std::byte> bytes = pack_args(plan, kernel, {a, nullptr, c}).bytes;
    struct {
        GpuRange range;
        GpuPicture from, to;
    } args;
    ASSERT_EQ(bytes.size(), sizeof(args));
    std::memcpy(&args, bytes.data(), sizeof(args));
    EXPECT_EQ(args.from.data, a);
    EXPECT_EQ(args.to.data, c);
}

TEST(GpuDivisor, DividesExactly) {
    const auto check = [](unsigned divisor, std::uint64_t n) {
        const GpuDivisor d = gpu_divisor(divisor);
        return ((n * d.multiplier) >> d.shift) == n / divisor;
    };
    constexpr std::uint64_t kLast = 0x7fffffffu;
    std::vector<unsigned> divisors;
    for (unsigned d = 1; d < 3000; ++d) divisors.push_back(d);
    for (unsigned bit = 11; bit < 31; ++bit)
        for (int off : {-1, 0, 1}) divisors.push_back((1u << bit) + static_cast<unsigned>(off));
    divisors.push_back(0x7fffffffu);
    for (unsigned d : divisors) {
        // An error would show first at a multiple, or just below one, of the largest there are.
        for (std::uint64_t q : {std::uint64_t{0}, kLast / d / 2, kLast / d - 1})
            for (std::uint64_t n : {q * d, q * d + d - 1}) {
                ASSERT_LE(n, kLast);
                ASSERT_TRUE(check(d, n)) << n << " / " << d;
            }
        ASSERT_TRUE(check(d, kLast / d * d)) << d;
        ASSERT_TRUE(check(d, kLast)) << d;
    }
}

}  // namespace
}  // namespace weft
