// Mutants of reductions: barriers between levels of the tree, and which elements a lane takes.
#include "mutant.h"

namespace weft::test {
namespace {

/// Three by five leaves, those at the far edges smaller.
Subject histogram() {
    Subject s{"Histogram", {{"bins", "9"}}, "sm_75", {-3, 5, 597, 75}};
    s.force = [](GpuPlan& plan) {
        ASSERT_EQ(plan.kernels.size(), 2u);
        ASSERT_EQ(plan.kernels.front().kind, GpuKernelKind::kReduce);
        ASSERT_EQ(plan.kernels.back().kind, GpuKernelKind::kResult);
        // Threads beside the lanes too, in a block that has some.
        plan.kernels.front().shape.block_u = 32;
        plan.kernels.front().shape.grid_u = 2;
    };
    return s;
}

const Mutant kReductionMutants[] = {
    {"NoBarrierBetweenLanes",
     histogram,
     "Histogram.00",
     {"        __syncthreads();\n        if (inside", "        if (inside"},
     "conflict"},
    {"ThreadsBesideTheLanesLeave",
     histogram,
     "Histogram.00",
     {"    if (inside) collect(args, lane);", "    if (!inside) return;\n    collect(args, lane);"},
     "early-exit"},
    {"LeafOneRowShort",
     histogram,
     "Histogram.00",
     {"bottom = top + kLeafHeight;", "bottom = top + kLeafHeight - 1;"},
     kDifference},
    {"LaneOneColumnOn",
     histogram,
     "Histogram.00",
     {"{leaf_left + lane.x % kLeafLanes,", "{leaf_left + lane.x % kLeafLanes + 1,"},
     kDifference},
    {"NoBarrierBetweenLeaves",
     histogram,
     "Histogram.01",
     {"            __syncthreads();\n            for (long long i", "            for (long long i"},
     "conflict"},
    {"ResultsBeforeTheLastLevel",
     histogram,
     "Histogram.01",
     {"        __syncthreads();\n        const int width", "        const int width"},
     "conflict"},
    {"ALevelLeftOut",
     histogram,
     "Histogram.01",
     {"apart < leaves; apart *= 2", "apart < leaves; apart *= 4"},
     kDifference},
};

class ReductionMutants : public testing::TestWithParam<Mutant> {};

TEST_P(ReductionMutants, IsCaughtByTheCheckMeantForIt) { expect_caught(GetParam()); }

INSTANTIATE_TEST_SUITE_P(All, ReductionMutants, testing::ValuesIn(kReductionMutants),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(ReductionMutants, SubjectsAreClean) { expect_clean({histogram}); }

}  // namespace
}  // namespace weft::test
