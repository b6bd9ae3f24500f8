// What a render of 1920 by 1080 pixels takes beyond the host's pictures, read off the plans.
#include <gtest/gtest.h>

#include "effects/builtin.h"
#include "engine/engine.h"
#include "openfx/catalogue.h"
#include "runtime/cpu/plan_memory.h"

namespace weft::openfx::test {
namespace {

constexpr int kThreads = 2;
constexpr std::size_t kMost = 32'000'000;  // bytes; a picture has 33.2 million

TEST(OpenFxMemory, IsLessThanAPictureForEveryPlugin) {
    const Library library = builtin_library();
    EngineOptions options;
    options.threads = kThreads;
    Engine engine(options);
    for (const PluginDescription& plugin : catalogue(library)) {
        const std::vector<ImageShape> inputs =
            usual_input_shapes(plugin.graph, library, {0, 0, 1920, 1080}, 4);
        const Result<Plan> made =
            engine.plan({.graph = plugin.graph,
                         .library = library,
                         .inputs = inputs,
                         .regions = {},
                         .planar_inputs = std::vector<bool>(inputs.size(), false),
                         .planar_outputs = {false}});
        ASSERT_TRUE(made) << plugin.identifier << ": " << made.error().message;
        const auto& plan = std::get<CpuPlan>(*made);
        EXPECT_LT(scratch_bytes(plan, kThreads), kMost) << plugin.identifier;
        for (const Id<PlanImage> i : plan.images.ids())
            EXPECT_FALSE(plan.images[i].graph_input() && has_rows_in_place(plan, i))
                << plugin.identifier << " copies " << plan.images[i].name << " to planes first";
    }
}

}  // namespace
}  // namespace weft::openfx::test
