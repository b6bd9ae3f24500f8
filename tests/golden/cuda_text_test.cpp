// A few GPU kernels as they are printed, each in cuda/NAME.cu: what a person should find readable.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

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

/// A form of which only the lines are kept in which it differs from the kernel `of`:
/// cuda/NAME.diff.
struct Variant {
    std::string name, of;
    KernelForm form;
};

std::ostream& operator<<(std::ostream& out, const Case& c) { return out << c.name; }
std::ostream& operator<<(std::ostream& out, const Variant& v) { return out << v.name; }

const std::vector<Case>& kernels() {
    static const std::vector<Case> all = {
        {"sum", "Sum", {.access = GpuAccess::kGlobal}},
        {"dwt_staged", "DWT1D", {.access = GpuAccess::kShared}},
        {"box_blur", "BoxBlur", {}},
        {"recursive_blur", "RecursiveBlur", {}},
        {"unsharp_mask", "UnsharpMask", {}},
        {"sparse", "SparseConvolution", {}},
    };
    return all;
}

std::vector<Variant> variants() {
    return {
        {"sum_minimised", "sum", {.access = GpuAccess::kGlobal, .minimised = true}},
        {"dwt_columns_strided",
         "dwt_staged",
         {.access = GpuAccess::kShared,
          .layout = Layout::kColumns,
          .realigned = true,
          .strided = true}},
        {"box_blur_rebuilt", "box_blur", {.rebuilds = true}},
        {"recursive_blur_strided", "recursive_blur", {.layout = Layout::kColumns, .strided = true}},
    };
}

std::string text_of(const std::string& functor, const KernelForm& form) {
    GpuPlan plan = bound_plan(graph_of(*library().find(functor)));
    const std::vector<GpuKernel> kernels = kernels_of(plan, form);
    EXPECT_EQ(kernels.size(), 1u);
    return kernels.empty() ? "" : emit_cuda_kernel(plan, kernels.front(), library()).text;
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

/// What lines of the second text stand in place of which lines of the first: "5-7 become" and those
/// lines, "after 7" and those lines, or "5-7 go".
std::string changes(const std::string& first, const std::string& second) {
    const std::vector<std::string> a = lines_of(first), b = lines_of(second);
    // The most lines that a from i and b from j have in common.
    std::vector<std::vector<int>> common(a.size() + 1, std::vector<int>(b.size() + 1, 0));
    for (std::size_t i = a.size(); i-- > 0;)
        for (std::size_t j = b.size(); j-- > 0;)
            common[i][j] = a[i] == b[j] ? common[i + 1][j + 1] + 1
                                        : std::max(common[i + 1][j], common[i][j + 1]);
    std::string text;
    for (std::size_t i = 0, j = 0; i < a.size() || j < b.size();) {
        const std::size_t from = i, with = j;
        while ((i < a.size() || j < b.size()) && !(i < a.size() && j < b.size() && a[i] == b[j]))
            ++(j == b.size() || (i < a.size() && common[i + 1][j] >= common[i][j + 1]) ? i : j);
        if (i == from && j == with) {
            ++i;
            ++j;
            continue;
        }
        text += i == from   ? fmt::format("after {}\n", from)
                : j == with ? fmt::format("{}-{} go\n", from + 1, i)
                            : fmt::format("{}-{} become\n", from + 1, i);
        for (std::size_t l = with; l < j; ++l) text += b[l] + "\n";
    }
    return text;
}

class CudaTextTest : public ::testing::TestWithParam<Case> {};

TEST_P(CudaTextTest, IsWhatItWas) {
    expect_golden(WEFT_GOLDEN_DIR "/cuda/" + GetParam().name + ".cu",
                  text_of(GetParam().functor, GetParam().form));
}

INSTANTIATE_TEST_SUITE_P(Kernels, CudaTextTest, ::testing::ValuesIn(kernels()),
                         [](const auto& info) { return info.param.name; });

class CudaVariantTest : public ::testing::TestWithParam<Variant> {};

TEST_P(CudaVariantTest, DiffersAsItDid) {
    const auto of = std::find_if(kernels().begin(), kernels().end(),
                                 [](const Case& c) { return c.name == GetParam().of; });
    ASSERT_NE(of, kernels().end());
    expect_golden(WEFT_GOLDEN_DIR "/cuda/" + GetParam().name + ".diff",
                  changes(text_of(of->functor, of->form), text_of(of->functor, GetParam().form)));
}

INSTANTIATE_TEST_SUITE_P(Forms, CudaVariantTest, ::testing::ValuesIn(variants()),
                         [](const auto& info) { return info.param.name; });

TEST(CudaText, TranspositionIsWhatItWas) {
    GpuPlan plan = bound_plan(graph_of(*library().find("Sum")));
    const GpuKernel kernel = transpose_kernel(plan, Id<PlanImage>(0));
    expect_golden(WEFT_GOLDEN_DIR "/cuda/transpose.cu",
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
    planning.choices.groups = {numbered_stages({0, 1})};
    const GpuPlan plan = gpu_plan_of(b.finish(), planning);
    ASSERT_EQ(plan.kernels.size(), 1u);
    expect_golden(WEFT_GOLDEN_DIR "/cuda/group.cu",
                  emit_cuda_kernel(plan, plan.kernels.front(), library()).text);
}

}  // namespace
}  // namespace weft::test
