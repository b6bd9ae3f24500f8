// Printed GPU kernels: what decides the text and what does not, and the lines that matter.
#include "emit/cuda/cuda_kernel.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "gpu_kernels.h"

namespace weft::test {
namespace {

using testing::HasSubstr;
using testing::Not;

std::vector<CudaKernelText> texts_of(Plan& plan, const KernelForm& form = {}) {
    std::vector<CudaKernelText> texts;
    for (const GpuKernel& kernel : kernels_of(plan, form))
        texts.push_back(emit_cuda_kernel(plan, kernel, library()));
    return texts;
}

Plan plan_of_functor(const std::string& name) {
    return bound_plan(graph_of(*library().find(name)));
}

/// The only kernel of a functor in a form.
CudaKernelText text_of(const std::string& functor, const KernelForm& form = {}) {
    Plan plan = plan_of_functor(functor);
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
            Plan one = bound_plan(effect.build()), other = bound_plan(effect.build());
            const auto a = texts_of(one, form), b = texts_of(other, form);
            ASSERT_EQ(a.size(), b.size());
            for (std::size_t i = 0; i < a.size(); ++i) EXPECT_EQ(a[i].text, b[i].text);
        }
}

TEST(CudaKernel, KernelsThatDifferInNameAloneHaveOneText) {
    Plan plan = bound_plan(find_effect("degrain")->build());
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
    Plan plan = plan_of_functor("SoftThreshold");
    GpuKernel kernel = kernels_of(plan).front();
    const std::string text = emit_cuda_kernel(plan, kernel, library()).text;
    Plan other = plan;
    for (PlanImage& image : other.images) {
        image.shape.domain = {-5, 7, 1000, 2000};
        image.region = {0, 8, 900, 1000};
        image.name += "'";
        image.buffer = 3;
    }
    for (std::byte& b : other.stages[0].members) b = std::byte{1};
    other.stages[0].name = "another";
    other.stages[0].inputs[0].border.value = 9;
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
    Plan plan = plan_of_functor("DWT1D");
    const GpuKernel kernel = kernels_of(plan).front();
    const std::string text = emit_cuda_kernel(plan, kernel, library()).text;
    std::set<std::string> texts = {text};
    const auto with = [&](auto change) {
        Plan p = plan;
        GpuKernel k = kernel;
        change(p, k);
        EXPECT_TRUE(texts.insert(emit_cuda_kernel(p, k, library()).text).second);
    };
    with([](Plan& p, GpuKernel&) { p.stages[0].inputs[0].radius = 5; });
    with([](Plan& p, GpuKernel&) { p.stages[0].inputs[0].axis = eVertical; });
    with([](Plan& p, GpuKernel&) { p.stages[0].inputs[0].border.mode = eMirror; });
    with([](Plan& p, GpuKernel&) { p.images[0].layout = Layout::kColumns; });
    with([](Plan&, GpuKernel& k) { k.layout = Layout::kColumns; });
    with([](Plan&, GpuKernel& k) { k.inputs[0].access = GpuAccess::kGlobal; });
    with([](Plan&, GpuKernel& k) { k.shape.strided = true; });
}

TEST(CudaKernel, AccessesFollowThePlan) {
    EXPECT_THAT(text_of("DWT1D").text, HasSubstr("weft::Input1D<weft::Bordered<In_Input>>"));
    const std::string global = text_of("DWT1D", {.access = GpuAccess::kGlobal}).text;
    EXPECT_THAT(global, HasSubstr("weft::Input1D<weft::Global<In_Input>>"));
    EXPECT_THAT(global, Not(HasSubstr("kBorder")));
    const std::string staged = text_of("DWT1D", {.access = GpuAccess::kShared}).text;
    EXPECT_THAT(staged, HasSubstr("weft::Input1D<weft::Shared<In_Input>>(shared + 0)"));
    EXPECT_THAT(staged, HasSubstr("__launch_bounds__(256)")) << "the shape is in the text";
    EXPECT_EQ(count(staged, "__syncthreads()"), 1);
    EXPECT_EQ(count(staged, "kRealigned = false"), 1);
}

TEST(CudaKernel, TilesLieOneAfterTheOther) {
    Plan plan = plan_of_functor("Convolution2D");
    GpuKernel kernel = kernels_of(plan, {.access = GpuAccess::kShared}).front();
    kernel.inputs[0].shared_offset = 64;
    kernel.inputs[0].shared_pitch = 41;
    const std::string text = emit_cuda_kernel(plan, kernel, library()).text;
    EXPECT_EQ(count(text, "shared + 16"), 2) << "where it is copied to and where it is read";
    EXPECT_THAT(text, HasSubstr("kPitch = 41,"));
}

TEST(CudaKernel, LaunchesFollowThePlan) {
    EXPECT_THAT(text_of("Sum", {.minimised = true}).text, HasSubstr("weft::FlatIndex<false>"));
    EXPECT_THAT(text_of("Sum").text, Not(HasSubstr("for (")));
    EXPECT_EQ(count(text_of("Sum", {.strided = true}).text, "for ("), 3);
    const std::string scan = text_of("BoxBlur").text;
    EXPECT_THAT(scan, HasSubstr("weft::scan_segment(args.range, args.range.x0, args.range.x1, "
                                "weft::thread_u())"));
    EXPECT_THAT(scan, HasSubstr("_scalar::Initialise<"));
    const std::string rebuilt = text_of("BoxBlur", {.rebuilds = true}).text;
    EXPECT_THAT(rebuilt, Not(HasSubstr("scan_segment")));
    EXPECT_THAT(rebuilt, HasSubstr("_scalar::Initialise<"));
}

/// Along y in memory the same scan is one across memory: other threads advance.
TEST(CudaKernel, TransposedScansAdvanceAcrossMemory) {
    EXPECT_THAT(text_of("BoxBlur", {.layout = Layout::kColumns}).text,
                HasSubstr("args.range.x1, weft::thread_v())"));
}

TEST(CudaKernel, TranspositionsDependOnTheirDirectionAlone) {
    Plan plan = plan_of_functor("Sum");
    const GpuKernel there = transpose_kernel(plan, 0);
    const GpuKernel back = transpose_kernel(plan, there.outputs[0]);
    const CudaKernelText to = emit_cuda_kernel(plan, there, library());
    EXPECT_EQ(to.symbol, "weft_transpose");
    EXPECT_THAT(to.text, HasSubstr("transpose_tile<true>"));
    EXPECT_THAT(emit_cuda_kernel(plan, back, library()).text, HasSubstr("transpose_tile<false>"));
    EXPECT_EQ(emit_cuda_kernel(plan, transpose_kernel(plan, 1), library()).text, to.text);
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
    for (const std::string& preamble : {cuda_preamble(), simt_preamble()}) {
        EXPECT_THAT(preamble, Not(HasSubstr("#include")));
        EXPECT_THAT(preamble, Not(HasSubstr("#pragma once")));
        EXPECT_THAT(preamble, HasSubstr("copy_tile"));
        EXPECT_THAT(preamble, HasSubstr("struct GpuPicture"));
    }
    const CudaKernelText sum = text_of("Sum");
    EXPECT_THAT(simt_epilogue(sum), HasSubstr("void weft_Sum_simt(const void* args)"));
}

}  // namespace
}  // namespace weft::test
