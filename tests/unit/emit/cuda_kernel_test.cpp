// Printed GPU kernels: what decides the text and what does not; golden/cuda has some of them.
#include "emit/cuda/cuda_kernel.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "gpu_kernels.h"

namespace weft::test {
namespace {

using testing::HasSubstr;
using testing::Not;

std::vector<CudaKernelText> texts_of(GpuPlan& plan, const KernelForm& form = {}) {
    std::vector<CudaKernelText> texts;
    for (const GpuKernel& kernel : kernels_of(plan, form))
        texts.push_back(emit_cuda_kernel(plan, kernel, library()));
    return texts;
}

GpuPlan plan_of_functor(const std::string& name) {
    return bound_plan(graph_of(*library().find(name)));
}

/// The only kernel of a functor in a form.
CudaKernelText text_of(const std::string& functor, const KernelForm& form = {}) {
    GpuPlan plan = plan_of_functor(functor);
    const auto texts = texts_of(plan, form);
    if (texts.size() == 1) return texts.front();
    ADD_FAILURE() << functor << " has " << texts.size() << " kernels";
    return {};
}

int count(const std::string& text, const std::string& what) {
    int times = 0;
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1))
        ++times;
    return times;
}

TEST(CudaKernel, TheSamePlanGivesTheSameText) {
    for (const Effect& effect : builtin_effects())
        for (const KernelForm& form : kernel_forms()) {
            GpuPlan one = bound_plan(effect.build()), other = bound_plan(effect.build());
            const auto a = texts_of(one, form), b = texts_of(other, form);
            ASSERT_EQ(a.size(), b.size());
            for (std::size_t i = 0; i < a.size(); ++i) EXPECT_EQ(a[i].text, b[i].text);
        }
}

TEST(CudaKernel, KernelsThatDifferInNameAloneHaveOneText) {
    GpuPlan plan = bound_plan(find_effect("degrain")->build());
    std::set<std::string> sums, shrinks, transforms;
    int kernels = 0;
    for (const CudaKernelText& t : texts_of(plan)) {
        ++kernels;
        if (t.symbol == "weft_Sum") sums.insert(t.text);
        if (t.symbol == "weft_SoftThreshold") shrinks.insert(t.text);
        if (t.symbol == "weft_DWT1D") transforms.insert(t.text);
    }
    EXPECT_EQ(kernels, 36);
    EXPECT_EQ(sums.size(), 1u);
    EXPECT_EQ(shrinks.size(), 1u);
    EXPECT_EQ(transforms.size(), 8u) << "four radii along two axes";
}

TEST(CudaKernel, SizesParametersAndLaunchesAreNoPartOfTheText) {
    GpuPlan plan = plan_of_functor("SoftThreshold");
    GpuKernel kernel = kernels_of(plan).front();
    const std::string text = emit_cuda_kernel(plan, kernel, library()).text;
    GpuPlan other = plan;
    for (PlanImage& image : other.images) {
        image.shape.domain = {-5, 7, 1000, 2000};
        image.region = {0, 8, 900, 1000};
        image.name += "'";
    }
    for (GpuStorage& storage : other.storage) storage.arena_offset = 4096;
    for (std::byte& b : other.stages.front().members) b = std::byte{1};
    other.stages.front().name = "another";
    other.stages.front().inputs.front().border.value = 9;
    kernel.name = "another";
    kernel.region = {0, 8, 900, 1000};
    kernel.planes = 1;
    kernel.shape.block_u = 128;
    kernel.shape.block_v = 2;
    kernel.shape.grid_u = 77;
    kernel.registers = 40;
    EXPECT_EQ(emit_cuda_kernel(other, kernel, library()).text, text);
}

TEST(CudaKernel, StructureIsPartOfTheText) {
    GpuPlan plan = plan_of_functor("DWT1D");
    const GpuKernel kernel = kernels_of(plan).front();
    const std::string text = emit_cuda_kernel(plan, kernel, library()).text;
    std::set<std::string> texts = {text};
    const auto with = [&](auto change) {
        GpuPlan p = plan;
        GpuKernel k = kernel;
        change(p, k);
        EXPECT_TRUE(texts.insert(emit_cuda_kernel(p, k, library()).text).second);
    };
    with([](GpuPlan& p, GpuKernel&) { p.stages.front().inputs.front().radius = 5; });
    with([](GpuPlan& p, GpuKernel&) { p.stages.front().inputs.front().axis = eVertical; });
    with([](GpuPlan& p, GpuKernel&) { p.stages.front().inputs.front().border.mode = eMirror; });
    with([](GpuPlan& p, GpuKernel&) { p.storage.front().layout = Layout::kColumns; });
    with([](GpuPlan&, GpuKernel& k) { k.layout = Layout::kColumns; });
    with([](GpuPlan&, GpuKernel& k) { k.inputs.front().access = GpuAccess::kGlobal; });
    with([](GpuPlan&, GpuKernel& k) { k.shape.strided = true; });
}

/// Every form is printed: where pixels are the same, it is fast or slow.
TEST(CudaKernel, FormsArePartOfTheText) {
    std::size_t kernels = 0;
    std::set<std::string> texts;
    for (const char* functor : {"DWT1D", "BoxBlur"})
        for (const KernelForm& form : kernel_forms()) {
            if (form.periods_per_thread > 0) continue;  // segments are arguments of the launch
            GpuPlan plan = plan_of_functor(functor);
            for (const CudaKernelText& text : texts_of(plan, form)) {
                ++kernels;
                EXPECT_TRUE(texts.insert(text.text).second) << functor << ", " << form.name;
            }
        }
    EXPECT_GT(kernels, 20u);
}

/// A block's size, and where each of its tiles lies, are constants of its text.
TEST(CudaKernel, TilesArePartOfTheText) {
    GpuPlan plan = plan_of_functor("Convolution2D");
    const GpuKernel kernel = kernels_of(plan, {.access = GpuAccess::kShared}).front();
    std::set<std::string> texts = {emit_cuda_kernel(plan, kernel, library()).text};
    const auto with = [&](auto change) {
        GpuKernel k = kernel;
        change(k);
        EXPECT_TRUE(texts.insert(emit_cuda_kernel(plan, k, library()).text).second);
    };
    with([](GpuKernel& k) { k.inputs.front().shared_offset = 64; });
    with([](GpuKernel& k) { k.inputs.front().shared_pitch = 41; });
    with([](GpuKernel& k) { k.inputs.front().realigned = true; });
    with([](GpuKernel& k) { k.shape.block_v = 4; });
}

TEST(CudaKernel, TranspositionsDependOnTheirDirectionAlone) {
    GpuPlan plan = plan_of_functor("Sum");
    const GpuKernel there = transpose_kernel(plan, Id<PlanImage>(0));
    const GpuKernel back = transpose_kernel(plan, there.outputs[0]);
    const CudaKernelText to = emit_cuda_kernel(plan, there, library());
    EXPECT_NE(emit_cuda_kernel(plan, back, library()).text, to.text);
    EXPECT_EQ(emit_cuda_kernel(plan, transpose_kernel(plan, Id<PlanImage>(1)), library()).text,
              to.text);
}

TEST(CudaKernel, LinesOfTheFunctorAreItsOwn) {
    const std::string text = text_of("DWT1D").text;
    EXPECT_THAT(text, HasSubstr("#line 30 \"neighbourhood/dwt1d.h\""));
    // The printed lines are named by their own place in the text.
    const std::size_t at = text.rfind("#line ");
    const int lines_before = count(text.substr(0, at), "\n");
    EXPECT_THAT(text.substr(at), testing::StartsWith("#line " + std::to_string(lines_before + 2) +
                                                     " \"weft_DWT1D.cu\""));
}

TEST(CudaKernel, PreamblesNeedNoHeaders) {
    for (const std::string& preamble : {cuda_preamble(), simt_preamble()})
        EXPECT_THAT(preamble, Not(HasSubstr("#include")));
}

}  // namespace
}  // namespace weft::test
