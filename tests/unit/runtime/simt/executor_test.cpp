// The executor on a plan made by hand: pictures of any format in and out, schedules compared,
// cancellation, and errors.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "runtime/gpu/kernel_args.h"
#include "runtime/simt/hooks.h"
#include "runtime/simt/simt_executor.h"

namespace weft {
namespace {

const SimtHooks* hooks = nullptr;

/// Doubles each element of a plane: a thread for each.
void doubles(const void* block) {
    struct Args {
        GpuRange range;
        GpuPicture in, out;
    };
    const Args& args = *static_cast<const Args*>(block);
    const SimtThread& t = *hooks->thread();
    const int x =
        args.range.x0 + static_cast<int>(t.block_index.x * t.block_size.x + t.thread_index.x);
    const int y =
        args.range.y0 + static_cast<int>(t.block_index.y * t.block_size.y + t.thread_index.y);
    if (x >= args.range.x1 || y >= args.range.y1) return;
    const auto at = [&](const GpuPicture& p) {
        const long long row = static_cast<long long>(y - p.y0) * p.pitch;
        return p.data + t.block_index.z * p.plane + row + (x - p.x0);
    };
    hooks->read(at(args.in), 4, {"doubles.h", 9});
    const float value = *at(args.in);
    hooks->write(at(args.out), 4, {"doubles.h", 9});
    *at(args.out) = value + value;
}

/// The same, but one element tells which thread had its turn before: nothing that an access shows.
void depends_on_order(const void* block) {
    static thread_local unsigned before = 0;
    doubles(block);
    const SimtThread& t = *hooks->thread();
    const bool first_block = t.block_index.x + t.block_index.y + t.block_index.z == 0;
    if (first_block && t.thread_index.x == 3 && t.thread_index.y == 0) {
        struct Args {
            GpuRange range;
            GpuPicture in, out;
        };
        static_cast<const Args*>(block)->out.data[3] = static_cast<float>(before);
    }
    before = t.thread_index.x;
}

/// input → doubles → doubles → output, three planes.
GpuPlan twice(const Rect& domain) {
    GpuPlan plan;
    plan.name = "twice";
    plan.target = gpu_targets().back();
    plan.images.resize(3);
    Stage stage;
    stage.facts.name = "Doubles";
    stage.facts.file = "doubles.h";
    stage.facts.line = 7;
    stage.inputs.resize(1);
    plan.stages = {stage, stage};
    for (const Id<PlanImage> i : plan.images.ids()) {
        PlanImage& image = plan.images[i];
        image.name = std::string("abc").substr(i.index(), 1);
        image.shape = {domain, 3};
        image.region = domain;
        image.source = FromStage{Id<Stage>(i.number() - 1)};
        plan.storage.add({Layout::kRows, plan.arena_bytes});
        plan.arena_bytes += gpu_picture_bytes(domain, Layout::kRows, 3, SampleType::kFloat32);
    }
    plan.images.front().source = FromInput{Id<GraphInput>(0)};
    for (int k = 0; k < 2; ++k) {
        GpuKernel kernel;
        kernel.name = "twice.0" + std::to_string(k) + " Doubles";
        kernel.stages = {Id<Stage>(k)};
        GpuInput input;
        input.by = {Id<Stage>(k), Id<StageInput>(0)};
        input.image = Id<PlanImage>(k);
        kernel.inputs.add(input);
        kernel.outputs = {Id<PlanImage>(k + 1)};
        kernel.region = domain;
        kernel.planes = 3;
        kernel.shape.block_u = 16;
        kernel.shape.block_v = 4;
        kernel.shape.grid_u = (domain.width() + 15) / 16;
        kernel.shape.grid_v = (domain.height() + 3) / 4;
        kernel.shape.grid_planes = 3;
        plan.kernels.add(kernel);
    }
    plan.outputs = {Id<PlanImage>(2)};
    plan.output_regions = {domain};
    plan.output_names = {"out"};
    return plan;
}

GpuProgram program(GpuPlan plan, void (*function)(const void*) = doubles) {
    GpuProgram p;
    p.plan = std::move(plan);
    GpuCode code;
    code.symbol = "doubles";
    code.function = function;
    code.hooks = &hooks;
    const Id<GpuCode> both = p.code.add(code);
    p.code_of = {both, both};
    return p;
}

Picture ramp(const Rect& domain) {
    Picture picture(domain, 3);
    for (int p = 0; p < 3; ++p)
        for (int y = domain.y0; y < domain.y1; ++y)
            for (int x = domain.x0; x < domain.x1; ++x)
                picture.at(x, y, p) = static_cast<float>(1000 * p + 10 * y + x);
    picture.at(domain.x0, domain.y0, 0) = std::numeric_limits<float>::quiet_NaN();
    picture.at(domain.x1 - 1, domain.y1 - 1, 2) = -std::numeric_limits<float>::infinity();
    return picture;
}

TEST(SimtExecutor, ComputesWhatTheKernelsDo) {
    for (const Rect domain : {Rect{0, 0, 1, 1}, Rect{-3, 4, 34, 9}, Rect{0, 0, 64, 32}}) {
        auto prepared = make_simt_executor(program(twice(domain)), {.schedules = 4});
        ASSERT_TRUE(prepared) << prepared.error().message;
        EXPECT_EQ((*prepared)->kernel_count(), 2);
        EXPECT_GT((*prepared)->scratch_bytes(), 0u);
        const Picture in = ramp(domain);
        Picture out(domain, 3), expected(domain, 3);
        for (int p = 0; p < 3; ++p)
            for (int y = domain.y0; y < domain.y1; ++y)
                for (int x = domain.x0; x < domain.x1; ++x)
                    expected.at(x, y, p) = 4 * in.at(x, y, p);
        for (int again = 0; again < 2; ++again) {
            const Status status = (*prepared)->run({in.view()}, {out.view()}, {});
            ASSERT_TRUE(status) << status.error().message;
            EXPECT_TRUE(same_bits(out, expected));
        }
    }
}

TEST(SimtExecutor, ConvertsAtTheEdges) {
    const Rect domain{0, 0, 20, 7};
    auto prepared = make_simt_executor(program(twice(domain)), {});
    ASSERT_TRUE(prepared);
    std::vector<std::uint8_t> in(20 * 7 * 3), out(20 * 7 * 3);
    for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<std::uint8_t>(i % 64);
    PictureView from;
    from.base = reinterpret_cast<std::byte*>(in.data());
    from.format = SampleFormat::kU8;
    from.plane_stride = 1;
    from.x_stride = 3;
    from.y_stride = 60;
    from.domain = domain;
    from.planes = 3;
    PictureView to = from;
    to.base = reinterpret_cast<std::byte*>(out.data());
    const Status status = (*prepared)->run({from}, {to}, {});
    ASSERT_TRUE(status) << status.error().message;
    for (std::size_t i = 0; i < in.size(); ++i) EXPECT_EQ(out[i], 4 * in[i]);
}

TEST(SimtExecutor, ReportsProgressAndHearsCancellation) {
    const Rect domain{0, 0, 20, 7};
    auto prepared = make_simt_executor(program(twice(domain)), {});
    ASSERT_TRUE(prepared);
    const Picture in = ramp(domain);
    Picture out(domain, 3);
    double last = 0;
    std::atomic<bool> cancel{false};
    RunControl control;
    control.cancel = &cancel;
    control.progress = [&](double fraction) { last = fraction; };
    ASSERT_TRUE((*prepared)->run({in.view()}, {out.view()}, control));
    EXPECT_EQ(last, 1.0);
    cancel = true;
    const Status status = (*prepared)->run({in.view()}, {out.view()}, control);
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().kind, ErrorKind::kCancelled);
}

TEST(SimtExecutor, FindsResultsThatDependOnTheOrder) {
    const Rect domain{0, 0, 32, 4};
    auto prepared = make_simt_executor(program(twice(domain), depends_on_order), {});
    ASSERT_TRUE(prepared);
    const Picture in = ramp(domain);
    Picture out(domain, 3);
    const Status status = (*prepared)->run({in.view()}, {out.view()}, {});
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().kind, ErrorKind::kFault);
    EXPECT_NE(status.error().message.find("schedule-dependent"), std::string::npos)
        << status.error().message;
}

TEST(SimtExecutor, NamesKernelFunctorAndPicture) {
    const Rect domain{0, 0, 32, 4};
    GpuPlan plan = twice(domain);
    plan.kernels.back().region.x1 = 40;  // beyond what is stored
    plan.kernels.back().shape.grid_u = 3;
    auto prepared = make_simt_executor(program(plan), {.schedules = 1});
    ASSERT_TRUE(prepared);
    const Picture in = ramp(domain);
    Picture out(domain, 3);
    const Status status = (*prepared)->run({in.view()}, {out.view()}, {});
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().message,
              "kernel \"twice.01 Doubles\": out-of-bounds: a thread reads beyond the edge of a "
              "picture, b[0][0][32] at doubles.h:9\n"
              "  functor   Doubles (doubles.h:7)\n"
              "  thread    thread (0,0,0) of block (2,0,0) reads at doubles.h:9\n"
              "  address   b[0][0][32]\n"
              "  epoch     0 barriers passed by the block\n"
              "  schedule  forwards");
}

TEST(SimtExecutor, RefusesWhatCannotBeLaunched) {
    const auto refused = [](auto change) {
        GpuPlan plan = twice({0, 0, 32, 4});
        change(plan);
        auto prepared = make_simt_executor(program(plan), {});
        return prepared ? std::string() : prepared.error().message;
    };
    EXPECT_NE(refused([](GpuPlan& p) { p.kernels.front().shape.block_u = 2048; }).find("threads"),
              std::string::npos);
    EXPECT_NE(refused([](GpuPlan& p) { p.kernels.front().shared_bytes = 1 << 20; }).find("shared"),
              std::string::npos);
    EXPECT_NE(
        refused([](GpuPlan& p) { p.kernels.back().shape.grid_v = 70000; }).find("blocks in y"),
        std::string::npos);
    EXPECT_NE(refused([](GpuPlan& p) { p.kernels.back().shape.grid_u = 0; }).find("nothing"),
              std::string::npos);
    EXPECT_NE(refused([](GpuPlan& p) {
                  p.storage[Id<PlanImage>(1)].arena_offset = 0;
              }).find("share bytes"),
              std::string::npos);
    EXPECT_NE(refused([](GpuPlan& p) { p.kernels.values().pop_back(); }).find("code"),
              std::string::npos);
    EXPECT_FALSE(make_simt_executor(program(twice({0, 0, 4, 4})), {.schedules = 0}));
}

TEST(SimtExecutor, RefusesOtherPictures) {
    auto prepared = make_simt_executor(program(twice({0, 0, 32, 4})), {});
    ASSERT_TRUE(prepared);
    const Picture small = ramp({0, 0, 31, 4});
    Picture out({0, 0, 32, 4}, 3);
    EXPECT_FALSE((*prepared)->run({small.view()}, {out.view()}, {}));
    EXPECT_FALSE((*prepared)->run({}, {out.view()}, {}));
}

}  // namespace
}  // namespace weft
