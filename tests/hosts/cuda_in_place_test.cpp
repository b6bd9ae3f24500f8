// Kernels that use hosts' pictures where they lie on a GPU, against the conversions of the CPU.
#include <cmath>
#include <limits>

#include "effects/builtin.h"
#include "engine/engine.h"
#include "hosts/cuda_scene.h"
#include "runtime/convert.h"
#include "runtime/cuda/resident.h"
#include "runtime/gpu/external_picture.h"

namespace weft::openfx::test {
namespace {

/// All that conversions have rules for.
void fill_with_oddities(HostPicture& picture) {
    const float inf = std::numeric_limits<float>::infinity();
    const float values[] = {0.0f,         -0.0f,         0.5f / 255, 1.5f / 255, 1.0f,
                            1.0f + 1e-6f, -3.0f,         2.0f,       inf,        -inf,
                            1e-40f,       std::nanf(""), 6e-8f,      2.9e-8f,    6.1e-5f,
                            65504.0f,     65519.0f,      65520.0f,   0.33333f,   1e-3f};
    const PictureView to = picture.view(0);
    Picture odd(to.domain, to.planes);
    std::size_t next = 0;
    for (int p = 0; p < to.planes; ++p)
        for (int y = to.domain.y0; y < to.domain.y1; ++y)
            for (int x = to.domain.x0; x < to.domain.x1; ++x)
                odd.at(x, y, p) = values[next++ % std::size(values)];
    store_region(to, to.domain, odd);
}

PictureView on_device(const DeviceCopy& copy) {
    PictureView view = copy.picture.view(kTop);
    view.base += copy.away();
    return view;
}

/// What comes in goes out.
Graph graph_of_nothing() {
    Graph graph;
    graph.name = "nothing";
    graph.inputs = {{"in"}};
    graph.outputs = {{"out", {NodeId{}, 0}}};
    return graph;
}

/// A graph of one input and one output, ready for pictures that lie like that.
class InPlace {
  public:
    std::unique_ptr<ResidentPlan> plan(const Graph& graph, const PictureView& in,
                                       const PictureView& out, const Rect& region) {
        auto program = engine_.resident_program({.graph = graph,
                                                 .library = library_,
                                                 .inputs = {{in.domain, in.planes}},
                                                 .regions = {region}},
                                                {{*external_layout(in)}, {*external_layout(out)}},
                                                *find_gpu_target("sm_90"));
        EXPECT_TRUE(program) << (program ? "" : program.error().message);
        if (!program) return nullptr;
        kernels = static_cast<int>(program->list.launches.size());
        arena_bytes = program->list.arena_bytes;
        auto made = make_resident_plan(*std::move(program), cache_, WEFT_FAKE_DRIVER_PATH);
        EXPECT_TRUE(made) << (made ? "" : made.error().message);
        return made ? *std::move(made) : nullptr;
    }

    int kernels = 0;              ///< of the last plan
    std::size_t arena_bytes = 0;  ///< and its memory

  private:
    const Library library_ = builtin_library();
    Engine engine_{EngineOptions{}};
    cuda::KernelCache cache_;
};

TEST_F(OpenFxCuda, ConvertsAsTheCpuDoes) {
    CudaHost cuda("deferred");
    InPlace in_place;
    constexpr SampleFormat kFormats[] = {SampleFormat::kU8, SampleFormat::kU16, SampleFormat::kHalf,
                                         SampleFormat::kFloat};
    for (const SampleFormat from : kFormats)
        for (const SampleFormat to : kFormats) {
            SCOPED_TRACE(std::string(depth_name(from)) + " to " + depth_name(to));
            HostPicture in(kDomain, {from, 3, Rows::kOdd});
            HostPicture out(kDomain, {to, 3, Rows::kDownward}), right(kDomain, out.kind());
            fill_with_oddities(in);
            const Picture values = in.picture(kTop);
            store_region(right.view(kTop), values.domain(), values);
            const DeviceCopy source(cuda, in);
            DeviceCopy output(cuda, out);
            const auto plan = in_place.plan(graph_of_nothing(), on_device(source),
                                            on_device(output), values.domain());
            ASSERT_NE(plan, nullptr);
            EXPECT_EQ(in_place.kernels, 1);
            EXPECT_EQ(in_place.arena_bytes, 0u);
            const Status done =
                plan->enqueue({on_device(source)}, {on_device(output)}, cuda.stream());
            ASSERT_TRUE(done) << done.error().message;
            output.download();
            EXPECT_TRUE(out.pixels() == right.pixels());
            EXPECT_TRUE(out.is_guarded());
        }
}

/// Kernels that load and store by other rules than those of the pictures at hand would write where
/// nobody asked them to.
TEST_F(OpenFxCuda, OtherPicturesThanWerePlannedForAreRefused) {
    CudaHost cuda("deferred");
    InPlace in_place;
    HostPicture in = noise({SampleFormat::kHalf, 4, Rows::kTight});
    HostPicture out(kDomain, in.kind()), other(kDomain, {SampleFormat::kU16, 4, Rows::kTight}),
        unaligned(kDomain, {SampleFormat::kHalf, 4, Rows::kOdd});
    const DeviceCopy source(cuda, in), output(cuda, out), wrong(cuda, other), odd(cuda, unaligned);
    const auto plan = in_place.plan(graph_of_nothing(), on_device(source), on_device(output),
                                    on_device(output).domain);
    ASSERT_NE(plan, nullptr);
    for (const DeviceCopy* picture : {&wrong, &odd}) {
        EXPECT_FALSE(plan->enqueue({on_device(*picture)}, {on_device(output)}, cuda.stream()));
        EXPECT_FALSE(plan->enqueue({on_device(source)}, {on_device(*picture)}, cuda.stream()));
    }
    const Status same = plan->enqueue({on_device(source)}, {on_device(source)}, cuda.stream());
    ASSERT_FALSE(same);
    EXPECT_EQ(same.error().message, "an output lies where an input does");
    EXPECT_EQ(CudaHost::counts().launches, 0);
}

}  // namespace
}  // namespace weft::openfx::test
