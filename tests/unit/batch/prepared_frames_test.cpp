// What frames of files are prepared for: no picture of a file is made one of floats first.
#include <gtest/gtest.h>

#include "batch/prepared_frames.h"
#include "effects/builtin.h"
#include "runtime/cpu/plan_memory.h"

namespace weft::test {
namespace {

TEST(PreparedFrames, ConvertPicturesOfFilesRowByRow) {
    const Library library = builtin_library();
    Engine engine({});
    for (const Effect& effect : builtin_effects()) {
        const Graph graph = effect.build();
        const std::vector<ImageShape> inputs =
            usual_input_shapes(graph, library, {0, 0, 320, 180}, 3);
        const Result<Plan> made = engine.plan(request_of_frame(graph, library, inputs, {}));
        ASSERT_TRUE(made) << effect.name << ": " << made.error().message;
        const auto& plan = std::get<CpuPlan>(*made);
        for (const Id<PlanImage> i : plan.images.ids()) {
            EXPECT_FALSE(plan.images[i].graph_input() && has_rows_in_place(plan, i))
                << effect.name << " copies " << plan.images[i].name << " to planes first";
            EXPECT_FALSE(!plan.images[i].graph_outputs.empty() && is_written_in_place(plan, i))
                << effect.name << " copies " << plan.images[i].name << " from planes";
        }
    }
}

}  // namespace
}  // namespace weft::test
