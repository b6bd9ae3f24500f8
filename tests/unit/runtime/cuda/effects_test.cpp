// Whole effects through the CUDA executor, on the fake driver, bit for bit as the reference.
#include "affordable.h"
#include "effect_cost.h"
#include "effect_names.h"
#include "fake_device.h"

namespace weft::test {
namespace {

class CudaEffectTest : public FakeDeviceTest, public testing::WithParamInterface<std::string> {};

/// Whether an effect takes so long that it meets fewer cases, of fewer planes.
bool takes_long(const std::string& effect) { return cost_of(*find_effect(effect)) > 100; }

void expect_right(CudaExecutor& executor, const Graph& graph, const Planning& p,
                  std::uint64_t seed) {
    const std::vector<Picture> inputs = test_inputs(graph, p, seed);
    const std::vector<Picture> expected = reference_outputs(graph, p, inputs);
    const std::vector<Picture> got = blank_like(expected);
    const Status ok = executor.run(views(inputs), views(got), {});
    ASSERT_TRUE(ok) << ok.error().message;
    EXPECT_EQ(difference(got, expected), "");
}

TEST_P(CudaEffectTest, EqualsTheReference) {
    const Graph graph = find_effect(GetParam())->build();
    std::vector<Planning> cases = {{.domain = {-3, 5, 94, 71}},
                                   {.domain = {0, 0, 1, 1}, .planes = 1},
                                   {.domain = {7, -2, 40, 1}, .planes = 4},
                                   {.domain = {0, 0, 61, 50}, .regions = {{11, 7, 40, 31}}},
                                   {.domain = {0, 0, 45, 39}, .disabled = {"all"}}};
    if (takes_long(GetParam())) cases = affordable(cases, GetParam(), 5);
    for (const Planning& p : cases) {
        SCOPED_TRACE(testing::Message() << p.domain.x1 - p.domain.x0 << "x" << p.domain.height());
        const GpuProgram program = fake_program(graph, p);
        for (const char* words : {"", "deferred"}) {
            SCOPED_TRACE(words);
            weft_fake_driver_configure(words);
            auto executor = make_cuda_executor(program, fake_options());
            ASSERT_TRUE(executor) << executor.error().message;
            expect_right(**executor, graph, p, 1);
            expect_right(**executor, graph, p, 2);
        }
    }
}

/// Recurrences, reductions, and pyramids so deep that any part of a result is made of nearly all of
/// a picture as small as a test's: bands hold hardly less than the whole.
bool reaches_everywhere(const std::string& effect) {
    const Library library = builtin_library();
    for (const Node& node : find_effect(effect)->build().nodes) {
        const Dependence dependence = instantiate(node, library)->dependence();
        if (dependence == eRecurrence || dependence == eReduction) return true;
    }
    return effect.starts_with("interpolate") || effect.starts_with("local-laplacian") ||
           effect.starts_with("lens-blur") || effect == "reformat" || effect == "resize";
}

/// Outputs are copied out of pictures that hold more for their readers; bands of a picture restart
/// their moving averages where the whole picture does, before its origin too.
TEST_P(CudaEffectTest, EqualsTheReferenceWithUnboundedIntermediates) {
    if (reaches_everywhere(GetParam())) return;
    Graph graph = find_effect(GetParam())->build();
    graph.intermediates = Intermediates::kUnbounded;
    // High enough that half of it takes less, with all that is computed above and below.
    const Planning p{.domain = {-5, 3, 6, 263}, .planes = 1};
    const GpuProgram program = fake_program(graph, p);
    const long long arena = static_cast<long long>(program.plan.arena_bytes);
    for (const std::string& words : {std::string(), "memory=" + std::to_string(arena - 1)}) {
        SCOPED_TRACE(words);
        weft_fake_driver_configure(words.c_str());
        auto executor = make_cuda_executor(program, fake_options(), fake_replan(graph, p));
        ASSERT_TRUE(executor) << executor.error().message;
        EXPECT_EQ((*executor)->band_count() > 1, !words.empty());
        expect_right(**executor, graph, p, 1);
    }
}

TEST_P(CudaEffectTest, EqualsTheReferenceWithFramesOnTheirWay) {
    const Graph graph = find_effect(GetParam())->build();
    const Planning p{.domain = {0, 0, 53, 38}, .planes = takes_long(GetParam()) ? 1 : 3};
    const GpuProgram program = fake_program(graph, p);
    for (const bool graphs : {false, true}) {
        weft_fake_driver_configure("deferred");
        CudaOptions options = fake_options();
        options.frames_in_flight = 2;
        options.graphs = graphs;
        auto executor = make_cuda_executor(program, options);
        ASSERT_TRUE(executor) << executor.error().message;
        std::vector<std::vector<Picture>> expected, got;
        for (std::uint64_t frame = 0; frame < 5; ++frame) {
            const std::vector<Picture> inputs = test_inputs(graph, p, frame);
            expected.push_back(reference_outputs(graph, p, inputs));
            got.push_back(blank_like(expected.back()));
            const Status ok = (*executor)->begin(views(inputs), views(got.back()), {});
            ASSERT_TRUE(ok) << ok.error().message;
        }
        // Two are still on their way: nothing has waited for them.
        EXPECT_NE(difference(got[4], expected[4]), "");
        const Status ok = (*executor)->finish({});
        ASSERT_TRUE(ok) << ok.error().message;
        for (std::size_t frame = 0; frame < 5; ++frame)
            EXPECT_EQ(difference(got[frame], expected[frame]), "") << "frame " << frame;
        EXPECT_EQ((*executor)->uses_graph(), graphs);
        EXPECT_EQ(counts().graph_launches, graphs ? 5 : 0);
    }
}

TEST_P(CudaEffectTest, EqualsTheReferenceInBands) {
    if (reaches_everywhere(GetParam())) return;
    const Graph graph = find_effect(GetParam())->build();
    const Planning p{.domain = {-5, 3, 12, 483}, .planes = takes_long(GetParam()) ? 1 : 3};
    const GpuProgram program = fake_program(graph, p);
    const long long arena = static_cast<long long>(program.plan.arena_bytes);
    for (const long long memory : {arena - 1, arena * 3 / 4}) {
        weft_fake_driver_configure(("deferred memory=" + std::to_string(memory)).c_str());
        auto executor = make_cuda_executor(program, fake_options(), fake_replan(graph, p));
        ASSERT_TRUE(executor) << executor.error().message;
        EXPECT_GT((*executor)->band_count(), 1);
        expect_right(**executor, graph, p, 3);
        expect_right(**executor, graph, p, 4);
    }
}

INSTANTIATE_TEST_SUITE_P(BuiltIn, CudaEffectTest,
                         testing::ValuesIn(affordable(effect_names(), "cuda")), test_name);

}  // namespace
}  // namespace weft::test
