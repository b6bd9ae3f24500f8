// One GPU plan for many radii: which graphs share its kernels.
#include <gtest/gtest.h>

#include <array>

#include "emit/cuda/cuda_kernel.h"
#include "gpu_planning.h"
#include "graph/frame_reaches.h"

namespace weft::test {
namespace {

std::vector<std::string> gpu_texts(const Graph& still, const std::vector<Graph>& range) {
    const GpuPlan plan = gpu_plan_of(still, {.range = &range, .choices = {}});
    std::vector<std::string> texts;
    for (const GpuKernel& kernel : plan.kernels)
        texts.push_back(emit_cuda_kernel(plan, kernel, library()).text);
    return texts;
}

/// Whatever kernels are fused: a tile holds what the farthest reach needs.
TEST(GpuDynamicStencil, OneTextForAllFrames) {
    for (const auto& [effect, control, curve] : {std::array{"gaussian-blur", "sigma", "1:0,20:6"},
                                                 {"box-blur", "radius", "1:0,20:40"},
                                                 {"directional-blur", "length", "1:0,20:31"},
                                                 {"glow", "sigma", "1:1,9:9"}}) {
        SCOPED_TRACE(effect);
        const Graph graph = animated(effect, control, curve);
        const std::vector<Graph> range = frame_reaches(graph, library());
        const std::vector<std::string> text = gpu_texts(range.front(), range);
        EXPECT_NE(text, gpu_texts(range.front(), {range.front()}));
        for (const int frame : {1, 7, 20, 50})
            EXPECT_EQ(gpu_texts(*at_frame(graph, library(), frame), range), text) << frame;
    }
}

/// A launch has no room for many offsets: such lists are constants.
TEST(GpuDynamicStencil, LongListsAreConstants) {
    const Graph graph = animated("directional-blur", "length", "1:0,20:90");
    const std::vector<Graph> range = frame_reaches(graph, library());
    EXPECT_EQ(gpu_texts(range.back(), range), gpu_texts(range.back(), {range.back()}));
}

}  // namespace
}  // namespace weft::test
