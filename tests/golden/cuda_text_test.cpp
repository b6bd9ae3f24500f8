// A few GPU kernels as they are printed, each in cuda/NAME.cu: what a person should find readable.
#include <gtest/gtest.h>

#include "emit/cuda/cuda_kernel.h"
#include "golden.h"
#include "gpu_kernels.h"
#include "gpu_planning.h"
#include "neighbourhood/mean.h"

namespace weft::test {
namespace {

struct Case {
    std::string name, functor;
    KernelForm form;
};

std::ostream& operator<<(std::ostream& out, const Case& c) { return out << c.name; }

std::vector<Case> cases() {
    return {
        {"sum", "Sum", {.access = GpuAccess::kGlobal}},
        {"sum_minimised", "Sum", {.access = GpuAccess::kGlobal, .minimised = true}},
        {"dwt_staged", "DWT1D", {.access = GpuAccess::kShared}},
        {"dwt_columns_strided",
         "DWT1D",
         {.access = GpuAccess::kShared,
          .layout = Layout::kColumns,
          .realigned = true,
          .strided = true}},
        {"box_blur", "BoxBlur", {}},
        {"box_blur_rebuilt", "BoxBlur", {.rebuilds = true}},
        {"recursive_blur", "RecursiveBlur", {}},
        {"recursive_blur_strided", "RecursiveBlur", {.layout = Layout::kColumns, .strided = true}},
        {"unsharp_mask", "UnsharpMask", {}},
        {"sparse", "SparseConvolution", {}},
    };
}

class CudaTextTest : public ::testing::TestWithParam<Case> {};

TEST_P(CudaTextTest, IsWhatItWas) {
    Plan plan = bound_plan(graph_of(*library().find(GetParam().functor)));
    const std::vector<GpuKernel> kernels = kernels_of(plan, GetParam().form);
    ASSERT_EQ(kernels.size(), 1u);
    weft::testing::expect_golden(WEFT_GOLDEN_DIR "/cuda/" + GetParam().name + ".cu",
                                 emit_cuda_kernel(plan, kernels.front(), library()).text);
}

INSTANTIATE_TEST_SUITE_P(Kernels, CudaTextTest, ::testing::ValuesIn(cases()),
                         [](const auto& info) { return info.param.name; });

TEST(CudaText, TranspositionIsWhatItWas) {
    Plan plan = bound_plan(graph_of(*library().find("Sum")));
    const GpuKernel kernel = transpose_kernel(plan, 0);
    weft::testing::expect_golden(WEFT_GOLDEN_DIR "/cuda/transpose.cu",
                                 emit_cuda_kernel(plan, kernel, library()).text);
}

/// A chain of two that is read by mirroring: a loop with a halo, a tile, and the outputs.
TEST(CudaText, GroupIsWhatItWas) {
    GraphBuilder b("means");
    Image in = b.input("input"), first, second;
    b.border({eMirror, 0});
    functors::Mean(1)(in, first);
    functors::Mean(1, 0)(first, second);
    b.output("output", second);
    GpuPlanning planning;
    planning.target = "sm_75";
    planning.domain = {0, 0, 640, 480};
    planning.disabled = {"shape"};
    planning.choices.groups = {{0, 1}};
    const Plan plan = gpu_plan_of(b.finish(), planning);
    ASSERT_EQ(plan.gpu_kernels.size(), 1u);
    weft::testing::expect_golden(WEFT_GOLDEN_DIR "/cuda/group.cu",
                                 emit_cuda_kernel(plan, plan.gpu_kernels[0], library()).text);
}

}  // namespace
}  // namespace weft::test
