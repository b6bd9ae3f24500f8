// The executor: shapes it refuses, cancellation, progress, repetition, layouts, streamed stores.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/resource.h>

#include <atomic>
#include <cstring>
#include <mutex>
#include <optional>
#include <thread>

#include "differential/compiler_fixture.h"
#include "engine/cpu/prepare_cpu.h"
#include "engine/differential.h"
#include "neighbourhood/sparse_convolution.h"
#include "planning.h"
#include "point/soft_threshold.h"
#include "runtime/convert.h"
#include "runtime/cpu/host_target.h"
#include "runtime/progress.h"
#include "transform/mirror.h"

namespace weft::test {
namespace {

using testing::HasSubstr;

Planning on_this_machine(Planning p, int threads) {
    p.target = host_target(threads);
    return p;
}

std::unique_ptr<Prepared> prepared(CpuPlan plan) {
    Result<std::unique_ptr<Prepared>> made =
        prepare_cpu(std::move(plan), library(), *shared_compiler());
    if (made) return *std::move(made);
    ADD_FAILURE() << made.error().message;
    return nullptr;
}

constexpr Rect kDomain{-3, 5, 98, 66};

Graph degrain() { return find_effect("degrain")->build(); }

Picture run_once(Prepared& p, std::uint64_t seed) {
    Picture input = test_picture(kDomain, 3, seed, true), output(kDomain, 3);
    const Status ok = p.run({input.view()}, {output.view()}, {});
    EXPECT_TRUE(ok) << ok.error().message;
    return output;
}

TEST(CpuExecutor, NamesTheSizesItRefuses) {
    const auto p = prepared(plan_of(degrain(), on_this_machine({.domain = kDomain}, 1)));
    Picture right(kDomain, 3), small({0, 0, 4, 5}, 3), flat(kDomain, 1);
    const auto refusal = [&](const std::vector<PictureView>& inputs,
                             const std::vector<PictureView>& outputs) {
        const Status status = p->run(inputs, outputs, {});
        return status ? std::string("accepted") : status.error().message;
    };
    EXPECT_EQ(refusal({right.view()}, {right.view()}), "accepted");
    EXPECT_THAT(refusal({small.view()}, {right.view()}),
                AllOf(HasSubstr("input \"input\""), HasSubstr("4x5 at 0,0 with 3 planes"),
                      HasSubstr("101x61 at -3,5 with 3 planes")));
    EXPECT_THAT(refusal({flat.view()}, {right.view()}), HasSubstr("with 1 planes"));
    EXPECT_THAT(refusal({right.view()}, {small.view()}),
                AllOf(HasSubstr("output \"output\" is 4x5"), HasSubstr("101x61")));
    EXPECT_THAT(refusal({}, {right.view()}),
                HasSubstr("0 input pictures were given, but 1 are needed"));
    EXPECT_THAT(refusal({right.view()}, {}),
                HasSubstr("0 output pictures were given, but 1 are needed"));
}

TEST(CpuExecutor, GivesEqualBitsEveryTimeAndToEveryThread) {
    const CpuPlan plan =
        plan_of(degrain(), on_this_machine({.domain = kDomain, .strip_height = 7}, 3));
    const auto p = prepared(plan), q = prepared(plan);
    const Picture first = run_once(*p, 1), other = run_once(*p, 2);
    EXPECT_FALSE(same_bits(first, other));
    for (int i = 0; i < 5; ++i) EXPECT_TRUE(same_bits(run_once(*p, 1), first));
    std::vector<int> wrong(2, 0);
    std::thread a([&] {
        for (int i = 0; i < 10; ++i) wrong[0] += !same_bits(run_once(*p, 1), first);
    });
    std::thread b([&] {
        for (int i = 0; i < 10; ++i) wrong[1] += !same_bits(run_once(*q, 2), other);
    });
    a.join();
    b.join();
    EXPECT_EQ(wrong, (std::vector<int>{0, 0}));
}

TEST(CpuExecutor, ProgressComesToOneInAHundredSteps) {
    for (int threads : {1, 3}) {
        const Planning p{.domain = {0, 0, 20, 300}, .strip_height = 1};
        const auto run = prepared(plan_of(degrain(), on_this_machine(p, threads)));
        Picture input(p.domain, 3), output(p.domain, 3);
        std::mutex mutex;
        std::vector<double> heard;
        RunControl control;
        control.progress = [&](double fraction) {
            const std::lock_guard lock(mutex);
            heard.push_back(fraction);
        };
        ASSERT_TRUE(run->run({input.view()}, {output.view()}, control));
        if (threads == 1) {
            EXPECT_TRUE(std::is_sorted(heard.begin(), heard.end()));
        }
        std::sort(heard.begin(), heard.end());
        heard.erase(std::unique(heard.begin(), heard.end()), heard.end());  // said in between
        EXPECT_LE(heard.size(), 101u);
        EXPECT_GE(heard.size(), 90u);
        EXPECT_EQ(heard.back(), 1.0);
    }
}

/// So that whoever wants to stop is asked, however long a task takes.
TEST(CpuExecutor, ProgressIsSaidAgainAmidATask) {
    int said = 0;
    RunControl control;
    control.progress = [&](double fraction) {
        EXPECT_EQ(fraction, 0.0);
        ++said;
    };
    // Where the machine keeps this thread waiting for 20 ms, it is late at once.
    std::optional<Progress> begun;
    std::chrono::steady_clock::time_point start;
    do {
        said = 0;
        start = std::chrono::steady_clock::now();
        begun.emplace(control, 1);
        begun->in_between();
    } while (said > 0 && std::chrono::steady_clock::now() - start > std::chrono::milliseconds(20));
    Progress& progress = *begun;
    EXPECT_EQ(said, 0) << "it is early yet";
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    std::thread([&] { progress.in_between(); }).join();
    EXPECT_EQ(said, 0) << "in the run's own thread alone";
    progress.in_between();
    EXPECT_EQ(said, 1);
}

TEST(CpuExecutor, StopsInTheMiddle) {
    for (int threads : {1, 2}) {
        const Planning p{.domain = {0, 0, 20, 300}, .strip_height = 1};
        const auto run = prepared(plan_of(degrain(), on_this_machine(p, threads)));
        Picture input(p.domain, 3), output(p.domain, 3);
        std::atomic<bool> cancel{false};
        std::atomic<int> steps{0};
        RunControl control;
        control.cancel = &cancel;
        control.progress = [&](double) {
            if (++steps == 5) cancel = true;
        };
        const Status status = run->run({input.view()}, {output.view()}, control);
        ASSERT_FALSE(status);
        EXPECT_EQ(status.error().kind, ErrorKind::kCancelled);
        EXPECT_LE(steps, 5 + threads) << "no task starts after it";
        cancel = false;
        EXPECT_TRUE(run->run({input.view()}, {output.view()}, {})) << "and may run again";
    }
}

/// Of kDomain, three interleaved samples a pixel.
PictureView interleaved(std::vector<float>& samples) {
    samples.resize(static_cast<std::size_t>(kDomain.area()) * 3);
    PictureView view;
    view.base = reinterpret_cast<std::byte*>(samples.data());
    view.x_stride = 12;
    view.y_stride = 12 * kDomain.width();
    view.plane_stride = 4;
    view.domain = kDomain;
    view.planes = 3;
    return view;
}

/// Pixels interleaved, as a caller may hand over although its own layout was promised.
TEST(CpuExecutor, TakesOtherLayoutsThanPromised) {
    int tried = 0;
    for (const Effect& effect : builtin_effects()) {
        CpuPlan plan = plan_of(effect.build(), on_this_machine({.domain = kDomain}, 2));
        const bool one_to_one = effect.build().inputs.size() == 1 &&
                                plan.images[plan.outputs.front()].shape.planes == 3;
        if (!one_to_one) continue;
        ++tried;
        const auto p = prepared(std::move(plan));
        const Picture expected = run_once(*p, 3);
        Picture input = test_picture(kDomain, 3, 3, true);
        std::vector<float> in, out;
        const PictureView from = interleaved(in), to = interleaved(out);
        Picture actual(kDomain, 3);
        const auto each = [&](auto visit) {
            for (int c = 0; c < 3; ++c)
                for (int y = kDomain.y0; y < kDomain.y1; ++y)
                    for (int x = kDomain.x0; x < kDomain.x1; ++x) visit(x, y, c);
        };
        each([&](int x, int y, int c) {
            *reinterpret_cast<float*>(from.at(x, y, c)) = input.at(x, y, c);
        });
        ASSERT_TRUE(p->run({from}, {to}, {}));
        each([&](int x, int y, int c) {
            actual.at(x, y, c) = *reinterpret_cast<const float*>(to.at(x, y, c));
        });
        EXPECT_TRUE(same_bits(actual, expected)) << effect.name;
    }
    EXPECT_GE(tried, 17);
}

TEST(CpuExecutor, StreamedStoresAreTheSamePixels) {
    Planning p = on_this_machine({.domain = kDomain, .block_width = 64}, 2);
    p.target.llc_bytes = 1;
    const CpuPlan streamed = plan_of(degrain(), p);
    p.target.llc_bytes = 1u << 30;
    const CpuPlan stored = plan_of(degrain(), p);
    ASSERT_NE(streamed, stored);
    const Picture expected = run_once(*prepared(stored), 4);
    EXPECT_TRUE(same_bits(run_once(*prepared(streamed), 4), expected));
    // Into a host's picture too.
    p.target.llc_bytes = 1;
    p.planar_outputs = {false};
    std::vector<float> out;
    const PictureView to = interleaved(out);
    ASSERT_TRUE(
        prepared(plan_of(degrain(), p))->run({test_picture(kDomain, 3, 4, true).view()}, {to}, {}));
    Picture actual(kDomain, 3);
    load_region(to, kDomain, actual);
    EXPECT_TRUE(same_bits(actual, expected));
}

/// Outputs with regions of their own; one picture twice; the input itself.
TEST(CpuExecutor, WritesEveryOutputWhereItBelongs) {
    GraphBuilder build("outputs");
    Image input = build.input("input"), shrunk;
    functors::SoftThreshold shrink(0.25f);
    shrink(input, shrunk);
    build.output("one", shrunk);
    build.output("two", shrunk);
    build.output("same", input);
    const std::vector<Rect> regions = {{-3, 5, 20, 30}, {10, 25, 98, 66}, {0, 6, 50, 7}};
    const auto p = prepared(
        plan_of(build.finish(), on_this_machine({.domain = kDomain, .regions = regions}, 2)));
    Picture in = test_picture(kDomain, 3, 5, false);
    std::vector<Picture> out;
    std::vector<PictureView> views;
    for (const Rect& region : regions) out.emplace_back(region, 3);
    for (const Picture& picture : out) views.push_back(picture.view());
    ASSERT_TRUE(p->run({in.view()}, views, {}));
    for (std::size_t o = 0; o < out.size(); ++o)
        for (int c = 0; c < 3; ++c)
            for (int y = regions[o].y0; y < regions[o].y1; ++y)
                for (int x = regions[o].x0; x < regions[o].x1; ++x) {
                    const float v = in.at(x, y, c), limit = 0.25f;
                    const float clamped = v < -limit ? -limit : v > limit ? limit : v;
                    ASSERT_EQ(out[o].at(x, y, c), o == 2 ? v : v - clamped) << o << " " << x;
                }
}

/// Blocks that see nothing but the constant beside a picture, wherever its domain begins.
TEST(CpuExecutor, ReadsFarBeyondAConstantBorder) {
    for (Offset offset : {Offset{-100, 3}, Offset{100, 0}, Offset{300, -2}, Offset{0, 90}}) {
        GraphBuilder build("far");
        Image input = build.input("input"), shrunk, output;
        functors::SoftThreshold shrink;
        shrink(input, shrunk);
        functors::SparseConvolution far(OffsetList({offset, Offset{1, 1}}));
        far(shrunk, output);
        build.output("output", output);
        const Graph graph = build.finish();
        for (Rect domain : {Rect{0, -50, 200, -20}, Rect{-300, 40, -100, 70}}) {
            const DifferentialCase c{
                .domain = domain, .border = {eConstant, 0.5f}, .block_width = 64};
            const auto outcome = compare_devices(graph, library(), c, {}, shared_compiler());
            ASSERT_TRUE(outcome) << to_string(c) << ": " << outcome.error().message;
            EXPECT_TRUE(outcome->agrees) << to_string(c) << ": " << outcome->difference;
        }
    }
}

/// Interleaved samples of one format; `rows` of memory, which all rows of the picture share in
/// turn.
struct Pixels {
    Pixels(Rect domain, int planes, SampleFormat format, int rows = 0)
        : memory(static_cast<std::size_t>(domain.width()) * planes * sample_size(format) *
                 (rows > 0 ? rows : domain.height())) {
        view.base = memory.data();
        view.format = format;
        view.plane_stride = sample_size(format);
        view.x_stride = view.plane_stride * planes;
        view.y_stride = rows == 1 ? 0 : view.x_stride * domain.width();
        view.domain = domain;
        view.planes = planes;
    }
    std::vector<std::byte> memory;
    PictureView view;
};

long peak_kilobytes() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

/// A copy to planes would take 400 MB.
TEST(CpuExecutor, ReadsAnywhereInInterleavedFloatsWhereTheyLie) {
    GraphBuilder build("turned");
    Image input = build.input("input"), output;
    functors::Mirror turn;
    turn(input, output);
    build.output("output", output);
    const Rect domain{0, 0, 5000, 5000}, part{4000, 40, 4090, 60};
    const auto p = prepared(plan_of(build.finish(), on_this_machine({.domain = domain,
                                                                     .planes = 4,
                                                                     .regions = {part},
                                                                     .planar_inputs = {false},
                                                                     .planar_outputs = {false}},
                                                                    1)));
    Pixels in(domain, 4, SampleFormat::kFloat, 1), out(part, 4, SampleFormat::kFloat);
    for (int x = 0; x < 5000; ++x) {
        const float value = static_cast<float>(x);
        std::memcpy(in.view.at(x, 0, 2), &value, sizeof value);
    }
    const long before = peak_kilobytes();
    ASSERT_TRUE(p->run({in.view}, {out.view}, {}));
    EXPECT_LT(peak_kilobytes() - before, 100'000);
    float value = 0;
    std::memcpy(&value, out.view.at(4007, 41, 2), sizeof value);
    EXPECT_EQ(value, 4999 - 4007);
}

/// What lies in the output until that is written, where it holds floats, else in a buffer.
TEST(CpuExecutor, OutputsLendTheirMemory) {
    Graph graph = find_effect("recursive-gaussian")->build();
    ASSERT_TRUE(set_parameter(graph, library(), "mix", "0.5"));  // so that the sum is a part
    Planning planning = on_this_machine(
        {.domain = kDomain, .planes = 4, .planar_inputs = {false}, .planar_outputs = {false}}, 2);
    const CpuPlan aliases = plan_of(graph, planning);
    planning.disabled = {"alias"};
    const auto with = prepared(aliases), without = prepared(plan_of(graph, planning));
    EXPECT_EQ(output_lent(aliases, "sum1.Output"), Id<GraphOutput>(0));
    const Picture input = test_picture(kDomain, 4, 7, true);
    for (const SampleFormat format :
         {SampleFormat::kFloat, SampleFormat::kHalf, SampleFormat::kU16, SampleFormat::kU8}) {
        Pixels a(kDomain, 4, format), b(kDomain, 4, format);
        ASSERT_TRUE(with->run({input.view()}, {a.view}, {}));
        ASSERT_TRUE(without->run({input.view()}, {b.view}, {}));
        EXPECT_EQ(a.memory, b.memory) << static_cast<int>(format);
    }
}

TEST(CpuExecutor, PlaneByPlaneIsTheSame) {
    const Graph graph = find_effect("pyramid-blend")->build();
    const Rect domain{-3, 5, 203, 144};
    std::vector<Picture> inputs;
    std::vector<PictureView> views;
    for (std::uint64_t i = 0; i < 3; ++i) inputs.push_back(test_picture(domain, 4, i, true));
    for (const Picture& input : inputs) views.push_back(input.view());
    std::vector<Picture> results;
    for (const bool in_turn : {false, true})
        for (const int threads : {1, 2}) {
            const CpuPlan plan = plan_of(
                graph, on_this_machine({.domain = domain, .planes = 4, .plane_by_plane = in_turn},
                                       threads));
            EXPECT_EQ(plan.kernels.front().plane_loop,
                      in_turn ? std::optional(Id<Kernel>(0)) : std::nullopt);
            results.emplace_back(domain, 4);
            ASSERT_TRUE(prepared(plan)->run(views, {results.back().view()}, {}));
            EXPECT_TRUE(same_bits(results.front(), results.back())) << in_turn << " " << threads;
        }
}

}  // namespace
}  // namespace weft::test
