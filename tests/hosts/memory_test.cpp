// What a render of 1920 by 1080 pixels takes beyond the host's pictures, read off the plans.
#include <map>
#include <string>

#include <gtest/gtest.h>

#include "effects/builtin.h"
#include "engine/engine.h"
#include "openfx/catalogue.h"
#include "runtime/cpu/plan_memory.h"

namespace weft::openfx::test {
namespace {

constexpr int kThreads = 2;
/// MiB, of which a picture is 31.6; those that keep several pictures have more (docs/hosts.md).
constexpr std::size_t kMost = 33;
const std::map<std::string, std::size_t> kMore{{"weft.recursive-gaussian", 44},
                                               {"weft.interpolate", 56},
                                               {"weft.pyramid-blend", 88},
                                               {"weft.local-laplacian", 116}};

/// With copies of pictures that are read as planes, of which the host's have none.
std::size_t bytes_of(const Plan& plan) {
    std::size_t bytes = scratch_bytes(plan, kThreads);
    for (std::size_t i = 0; i < plan.images.size(); ++i) {
        const ImageShape& shape = plan.images[i].shape;
        if (plan.images[i].graph_input >= 0 && is_read_in_place(plan, static_cast<int>(i)))
            bytes += buffer_bytes(shape.domain, shape.planes);
    }
    return bytes;
}

TEST(OpenFxMemory, IsAPictureAtMostButWhereMoreAreKept) {
    const Library library = builtin_library();
    EngineOptions options;
    options.threads = kThreads;
    Engine engine(options);
    for (const PluginDescription& plugin : catalogue(library)) {
        const std::vector<ImageShape> inputs =
            usual_input_shapes(plugin.graph, library, {0, 0, 1920, 1080}, 4);
        const Result<Plan> plan =
            engine.plan({.graph = plugin.graph,
                         .library = library,
                         .inputs = inputs,
                         .regions = {},
                         .native_inputs = std::vector<bool>(inputs.size(), false),
                         .native_outputs = {false}});
        ASSERT_TRUE(plan) << plugin.identifier << ": " << plan.error().message;
        const auto more = kMore.find(plugin.identifier);
        EXPECT_LT(bytes_of(*plan) >> 20, more != kMore.end() ? more->second : kMost)
            << plugin.identifier;
    }
}

}  // namespace
}  // namespace weft::openfx::test
