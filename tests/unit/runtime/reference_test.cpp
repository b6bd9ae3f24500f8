// The reference executor against formulas written out here, and against itself on regions.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "graph/image.h"
#include "random_graph.h"
#include "runtime/executor.h"
#include "sample_functors.h"

namespace weft::test {
namespace {

using testing::HasSubstr;

Picture random_picture(std::mt19937& random, const Rect& domain, int planes, bool hostile = false) {
    static const float kHostile[] = {std::nanf(""),
                                     std::numeric_limits<float>::infinity(),
                                     -std::numeric_limits<float>::infinity(),
                                     -0.0f,
                                     1e-42f,
                                     3e38f};
    Picture p(domain, planes);
    for (int plane = 0; plane < planes; ++plane)
        for (int y = domain.y0; y < domain.y1; ++y)
            for (int x = domain.x0; x < domain.x1; ++x)
                p.at(x, y, plane) = hostile && random() % 16 == 0
                                        ? kHostile[random() % 6]
                                        : static_cast<float>(random() % 4096) / 4096.0f;
    return p;
}

struct Outcome {
    Status status;
    std::vector<Picture> outputs;
};

Outcome run(const Graph& graph, const std::vector<const Picture*>& inputs,
            std::vector<Rect> regions = {}, const RunControl& control = {}) {
    const Library library = sample_library();
    std::vector<ImageShape> shapes;
    std::vector<PictureView> in, out;
    for (const Picture* p : inputs) {
        shapes.push_back({p->domain(), p->planes()});
        in.push_back(p->view());
    }
    regions.resize(graph.outputs.size());
    auto prepared = prepare_reference({graph, library, shapes, regions});
    if (!prepared) return {prepared.error(), {}};
    const auto all = infer_shapes(graph, library, shapes);
    const auto resolved = resolve_regions(graph, *all, regions);
    Outcome outcome;
    for (std::size_t i = 0; i < graph.outputs.size(); ++i) {
        outcome.outputs.emplace_back((*resolved)[i], all->at(graph.outputs[i].image).planes);
        out.push_back(outcome.outputs.back().view());
    }
    outcome.status = (*prepared)->run(in, out, control);
    return outcome;
}

template <class F>
Graph single(const F& functor, Border border = {}) {
    GraphBuilder build("single");
    build.border(border);
    const Image input = build.input("input");
    Image output;
    functor(input, output);
    build.output("output", output);
    return build.finish();
}

/// A bordered read, as a picture's reader sees it.
float read(const Picture& p, int x, int y, int plane, Border border) {
    const Rect& d = p.domain();
    x = remap(x, d.x0, d.x1, border.mode);
    y = remap(y, d.y0, d.y1, border.mode);
    return x == kOutside || y == kOutside ? border.value : p.at(x, y, plane);
}

const std::vector<Rect> kDomains{{0, 0, 1, 1},   {0, 0, 1, 9},   {-4, 2, 5, 3},   {0, 0, 2, 2},
                                 {3, -2, 10, 3}, {0, 0, 17, 33}, {-60, -3, 67, 5}};
const std::vector<Border> kBorders{{eClamp, 0}, {eMirror, 0}, {eRepeat, 0}, {eConstant, 0.25f}};

TEST(Reference, AnAreaReadsThroughEveryBorder) {
    std::mt19937 random(test_seed());
    for (const Rect& domain : kDomains)
        for (const Border border : kBorders) {
            const Picture input = random_picture(random, domain, 3, true);
            const Outcome outcome = run(single(Area(4, 3), border), {&input});
            ASSERT_TRUE(outcome.status);
            Picture expected(domain, 3);
            for (int p = 0; p < 3; ++p)
                for (int y = domain.y0; y < domain.y1; ++y)
                    for (int x = domain.x0; x < domain.x1; ++x) {
                        float sum = 0.0f;
                        for (int dy = -3; dy <= 3; ++dy)
                            for (int dx = -4; dx <= 4; ++dx)
                                sum += read(input, x + dx, y + dy, p, border);
                        expected.at(x, y, p) = sum;
                    }
            ASSERT_TRUE(same_bits(outcome.outputs[0], expected)) << "border " << border.mode;
        }
}

TEST(Reference, ARecurrenceRunsAlongWholeLinesInItsDirection) {
    std::mt19937 random(test_seed());
    for (const Rect& domain : kDomains)
        for (const Border border : kBorders)
            for (const Axis axis : {eHorizontal, eVertical})
                for (const bool backwards : {false, true}) {
                    const Picture input = random_picture(random, domain, 2, true);
                    const Outcome outcome = run(single(Smooth(axis, backwards), border), {&input});
                    ASSERT_TRUE(outcome.status);
                    Picture expected(domain, 2);
                    const bool h = axis == eHorizontal;
                    const int length = h ? domain.width() : domain.height();
                    for (int p = 0; p < 2; ++p)
                        for (int line = 0; line < (h ? domain.height() : domain.width()); ++line) {
                            float state = 0.0f;
                            for (int n = 0; n < length; ++n) {
                                const int i = backwards ? length - 1 - n : n;
                                const int x = domain.x0 + (h ? i : line);
                                const int y = domain.y0 + (h ? line : i);
                                if (n == 0) state = read(input, x - 1, y + 1, p, border);
                                state = state * 0.5f + read(input, x, y, p, border) +
                                        0.25f * read(input, x + 1, y - 1, p, border);
                                expected.at(x, y, p) = state;
                            }
                        }
                    ASSERT_TRUE(same_bits(outcome.outputs[0], expected))
                        << "axis " << axis << ", backwards " << backwards;
                }
}

TEST(Reference, AMovingAverageIsRebuiltAtItsPeriodFromTheOrigin) {
    std::mt19937 random(test_seed());
    for (const Rect& domain : kDomains)
        for (const Border border : kBorders)
            for (const Axis axis : {eHorizontal, eVertical}) {
                constexpr int kRadius = 3, kPeriod = 5;
                const Picture input = random_picture(random, domain, 2, true);
                Graph graph = single(Box(axis, kRadius), border);
                graph.nodes[0].restart_period = kPeriod;
                const Outcome outcome = run(graph, {&input});
                ASSERT_TRUE(outcome.status);
                Picture expected(domain, 2);
                const bool h = axis == eHorizontal;
                for (int p = 0; p < 2; ++p)
                    for (int line = 0; line < (h ? domain.height() : domain.width()); ++line) {
                        float sum = 0.0f;
                        const auto at = [&](int i) {
                            return h ? read(input, domain.x0 + i, domain.y0 + line, p, border)
                                     : read(input, domain.x0 + line, domain.y0 + i, p, border);
                        };
                        for (int i = 0; i < (h ? domain.width() : domain.height()); ++i) {
                            if (i % kPeriod == 0) {
                                sum = 0.0f;
                                for (int d = -kRadius; d < kRadius; ++d) sum += at(i + d);
                            }
                            sum += at(i + kRadius);
                            expected.at(domain.x0 + (h ? i : line), domain.y0 + (h ? line : i), p) =
                                sum;
                            sum -= at(i - kRadius);
                        }
                    }
                ASSERT_TRUE(same_bits(outcome.outputs[0], expected)) << "axis " << axis;
            }
}

/// Two sums of three over the row 1 2 4 with clamping borders. The first makes 4 7 10, and 3 and 12
/// beside them where it is asked beyond the row.
TEST(Reference, UnboundedIntermediatesDifferAsReckonedByHand) {
    Picture row({0, 0, 3, 1}, 1);
    for (int x = 0; x < 3; ++x) row.at(x, 0, 0) = static_cast<float>(1 << x);
    const std::pair<Intermediates, std::vector<float>> expected[] = {
        {Intermediates::kBounded, {15, 21, 27}}, {Intermediates::kUnbounded, {14, 21, 29}}};
    for (const auto& [intermediates, values] : expected) {
        GraphBuilder build("twice");
        build.intermediates(intermediates);
        const Image input = build.input("input");
        Image once, twice;
        Area(1, 0)(input, once);
        Area(1, 0)(once, twice);
        build.output("output", twice);
        const Outcome outcome = run(build.finish(), {&row});
        ASSERT_TRUE(outcome.status);
        for (int x = 0; x < 3; ++x)
            EXPECT_EQ(outcome.outputs[0].at(x, 0, 0), values[static_cast<std::size_t>(x)]) << x;
    }
}

/// `picture` as its border continues it.
Picture continued(const Picture& picture, const Rect& domain, Border border) {
    Picture result(domain, picture.planes());
    for (int p = 0; p < picture.planes(); ++p)
        for (int y = domain.y0; y < domain.y1; ++y)
            for (int x = domain.x0; x < domain.x1; ++x)
                result.at(x, y, p) = read(picture, x, y, p, border);
    return result;
}

/// Only the inputs end: a graph with unbounded intermediates is the bounded one on inputs that are
/// continued further than all its nodes together reach.
TEST(Reference, UnboundedIntermediatesAreBoundedOnesOfContinuedInputs) {
    constexpr int kPeriod = 5, kMargin = 8 * kPeriod;  // the margin moves no restart
    std::mt19937 random(test_seed());
    for (const Rect& domain : kDomains)
        for (const Border border : kBorders) {
            GraphBuilder build("graph");
            build.border(border);
            const Image a = build.input("a"), b = build.input("b");
            Image across, down, high, low, area, scattered, output;
            Box(eHorizontal, 3)(a, across);
            Split(eVertical, 4)(across, high, low);
            Box(eVertical, 2)(low, down);
            Area(3, 2)(down, area);
            Scatter()(high, scattered);
            Add3(eHorizontal, 2)(area, scattered, b, output);
            build.output("output", output);
            build.output("high", high);
            Graph graph = build.finish();
            for (Node& node : graph.nodes)
                if (node.functor == "Box") node.restart_period = kPeriod;
            Graph unbounded = graph;
            unbounded.intermediates = Intermediates::kUnbounded;

            const Rect other{domain.x0 + 1, domain.y0 - kPeriod, domain.x1 + 4, domain.y0 + 1};
            const Rect all = hull(domain, other);
            const Rect wide{all.x0 - kMargin, all.y0 - kMargin, all.x1 + kMargin, all.y1 + kMargin};
            const Picture first = random_picture(random, domain, 1, true),
                          second = random_picture(random, other, 1, true),
                          wide_first = continued(first, wide, border),
                          wide_second = continued(second, wide, border);
            const Rect part{all.x0 + all.width() / 2, all.y0, all.x1, all.y0 + 1};
            for (const std::vector<Rect>& regions :
                 {std::vector<Rect>{all, domain}, std::vector<Rect>{part, domain}}) {
                const Outcome expected = run(graph, {&wide_first, &wide_second}, regions),
                              outcome = run(unbounded, {&first, &second}, regions);
                ASSERT_TRUE(expected.status && outcome.status);
                for (std::size_t o = 0; o < 2; ++o)
                    EXPECT_TRUE(same_bits(outcome.outputs[o], expected.outputs[o]))
                        << "output " << o << ", border " << border.mode << ", " << domain.width()
                        << "x" << domain.height();
            }
        }
}

TEST(Reference, PixelsSeeAllTheirPlanes) {
    std::mt19937 random(test_seed());
    const Picture input = random_picture(random, {2, 3, 9, 8}, 5),
                  mask = random_picture(random, {2, 3, 9, 8}, 1);
    GraphBuilder build("planes");
    const Image a = build.input("a"), m = build.input("m");
    Image reversed, brightest;
    Reverse()(a, m, reversed);
    Brightest()(a, brightest);
    build.output("reversed", reversed);
    build.output("brightest", brightest);
    const Outcome outcome = run(build.finish(), {&input, &mask});
    ASSERT_TRUE(outcome.status);
    for (int y = 3; y < 8; ++y)
        for (int x = 2; x < 9; ++x) {
            float most = input.at(x, y, 0);
            for (int p = 0; p < 5; ++p) {
                most = std::max(most, input.at(x, y, p));
                EXPECT_EQ(outcome.outputs[0].at(x, y, p), input.at(x, y, 4 - p) * mask.at(x, y, 0));
            }
            EXPECT_EQ(outcome.outputs[1].at(x, y, 0), most);
        }
}

TEST(Reference, ASinglePlaneServesAllPlanes) {
    std::mt19937 random(test_seed());
    const Rect domain{0, 0, 6, 5};
    const Picture a = random_picture(random, domain, 3), b = random_picture(random, domain, 1);
    GraphBuilder build("broadcast");
    const Image ia = build.input("a"), ib = build.input("b");
    Image output;
    Add3(eVertical, 1)(ia, ib, ib, output);
    build.output("output", output);
    const Outcome outcome = run(build.finish(), {&a, &b});
    ASSERT_TRUE(outcome.status);
    for (int p = 0; p < 3; ++p)
        for (int y = 0; y < 5; ++y)
            for (int x = 0; x < 6; ++x)
                EXPECT_EQ(outcome.outputs[0].at(x, y, p), a.at(x, y, p) + read(b, x, y + 1, 0, {}) -
                                                              read(b, x, y - 1, 0, {}) * 0.5f +
                                                              b.at(x, y, 0));
}

TEST(Reference, IntermediatesAreBoundedByTheHullOfTheirInputs) {
    Picture left({0, 0, 2, 1}, 1), right({4, 0, 5, 1}, 1);
    left.at(0, 0, 0) = 1, left.at(1, 0, 0) = 2, right.at(4, 0, 0) = 8;
    GraphBuilder build("hull");
    build.border({eConstant, 0.0f});
    const Image l = build.input("left"), r = build.input("right");
    Image sum, shifted;
    Add3(eHorizontal, 0)(l, r, r, sum);  // l + r - r/2 + r
    Add3(eHorizontal, 1)(sum, sum, sum, shifted);
    build.output("sum", sum);
    build.output("shifted", shifted);
    const Outcome outcome = run(build.finish(), {&left, &right});
    ASSERT_TRUE(outcome.status);
    EXPECT_EQ(outcome.outputs[0].domain(), (Rect{0, 0, 5, 1}));
    const float sums[] = {1, 2, 0, 0, 12};
    for (int x = 0; x < 5; ++x) {
        EXPECT_EQ(outcome.outputs[0].at(x, 0, 0), sums[x]);
        const float next = x < 4 ? sums[x + 1] : 0, before = x > 0 ? sums[x - 1] : 0;
        EXPECT_EQ(outcome.outputs[1].at(x, 0, 0), 2 * sums[x] + next - before * 0.5f);
    }
}

TEST(Reference, RegionsAreCutsOfTheWhole) {
    std::mt19937 random(test_seed());
    const auto draw = [&](int a, int b) {
        return std::uniform_int_distribution<int>(a, b)(random);
    };
    for (int i = 0; i < 60; ++i) {
        const Graph graph = random_graph(random, 5);
        std::vector<Picture> pictures;
        for (std::size_t k = 0; k < graph.inputs.size(); ++k) {
            const int x = draw(-5, 5), y = draw(-5, 5);
            pictures.push_back(random_picture(random, {x, y, x + draw(1, 40), y + draw(1, 12)},
                                              1 + draw(0, 1) * 2 * static_cast<int>(k == 0), true));
        }
        std::vector<const Picture*> inputs;
        for (const Picture& p : pictures) inputs.push_back(&p);
        const Outcome whole = run(graph, inputs);
        ASSERT_TRUE(whole.status) << whole.status.error().message;
        std::vector<Rect> regions;
        for (const Picture& p : whole.outputs) {
            const Rect d = p.domain();
            const int x = draw(d.x0, d.x1 - 1), y = draw(d.y0, d.y1 - 1);
            regions.push_back({x, y, draw(x + 1, d.x1), draw(y + 1, d.y1)});
        }
        const Outcome part = run(graph, inputs, regions);
        ASSERT_TRUE(part.status) << part.status.error().message;
        for (std::size_t o = 0; o < regions.size(); ++o) {
            const Rect& r = part.outputs[o].domain();
            ASSERT_EQ(r, regions[o]);
            Picture cut(r, part.outputs[o].planes());
            for (int p = 0; p < cut.planes(); ++p)
                for (int y = r.y0; y < r.y1; ++y)
                    for (int x = r.x0; x < r.x1; ++x)
                        cut.at(x, y, p) = whole.outputs[o].at(x, y, p);
            ASSERT_TRUE(same_bits(part.outputs[o], cut))
                << to_string(graph) << "seed " << test_seed();
        }
    }
}

TEST(Reference, AnInputMayBeAnOutputAndAPictureComeOutTwice) {
    std::mt19937 random(test_seed());
    const Picture input = random_picture(random, {0, 0, 5, 4}, 3, true);
    GraphBuilder build("direct");
    const Image in = build.input("input");
    Image graded;
    Grade(2.0f)(in, graded);
    build.output("original", in);
    build.output("first", graded);
    build.output("second", graded);
    const Outcome outcome = run(build.finish(), {&input}, {{}, {}, {1, 1, 3, 3}});
    ASSERT_TRUE(outcome.status);
    EXPECT_TRUE(same_bits(outcome.outputs[0], input));
    EXPECT_EQ(outcome.outputs[1].at(1, 2, 0), outcome.outputs[2].at(1, 2, 0));
}

TEST(Reference, OutputsThatAKernelDoesNotWriteAreZero) {
    const Library library = sample_library();
    GraphBuilder build("silent");
    const Image in = build.input("input");
    Image out;
    Silent()(in, out);
    build.output("output", out);
    Library with = library;
    with.add(functor_type<Silent>());
    const Graph graph = build.finish();
    Picture input({0, 0, 4, 1}, 1), output({0, 0, 4, 1}, 1);
    for (int x = 0; x < 4; ++x)
        input.at(x, 0, 0) = static_cast<float>(x), output.at(x, 0, 0) = 7.0f;
    auto prepared = prepare_reference({graph, with, {{input.domain(), 1}}, {{}}});
    ASSERT_TRUE(prepared);
    ASSERT_TRUE((*prepared)->run({input.view()}, {output.view()}, {}));
    for (int x = 0; x < 4; ++x) EXPECT_EQ(output.at(x, 0, 0), x > 1 ? static_cast<float>(x) : 0.0f);
    // Results depend on the inputs alone: not on an earlier run.
    input.at(3, 0, 0) = 0.0f;
    ASSERT_TRUE((*prepared)->run({input.view()}, {output.view()}, {}));
    EXPECT_EQ(output.at(3, 0, 0), 0.0f);
}

TEST(Reference, ConvertsAtTheEdges) {
    const Graph graph = single(Grade(2.0f));
    const Library library = sample_library();
    std::uint8_t in[] = {0, 10, 200}, out[3] = {};
    PictureView a, b;
    a.base = reinterpret_cast<std::byte*>(in);
    a.format = SampleFormat::kU8;
    a.x_stride = 1;
    a.domain = {0, 0, 3, 1};
    a.planes = 1;
    b = a;
    b.base = reinterpret_cast<std::byte*>(out);
    auto prepared = prepare_reference({graph, library, {{a.domain, 1}}, {{}}});
    ASSERT_TRUE(prepared);
    ASSERT_TRUE((*prepared)->run({a}, {b}, {}));
    EXPECT_EQ(out[0], 0);
    EXPECT_EQ(out[1], 20);
    EXPECT_EQ(out[2], 255);
}

TEST(Reference, ReportsProgressSparinglyAndToTheEnd) {
    std::mt19937 random(test_seed());
    const Picture input = random_picture(random, {0, 0, 20, 300}, 3);
    std::vector<double> fractions;
    RunControl control;
    control.progress = [&](double f) { fractions.push_back(f); };
    ASSERT_TRUE(run(single(Box(eVertical, 3)), {&input}, {}, control).status);
    ASSERT_FALSE(fractions.empty());
    EXPECT_LE(fractions.size(), 100u);
    EXPECT_TRUE(std::is_sorted(fractions.begin(), fractions.end()));
    EXPECT_EQ(fractions.back(), 1.0);
}

TEST(Reference, StopsWhenAsked) {
    std::mt19937 random(test_seed());
    const Picture input = random_picture(random, {0, 0, 20, 300}, 1);
    for (const double when : {0.0, 0.3, 0.99}) {
        std::atomic<bool> cancel{when == 0.0};
        double reached = 0;
        RunControl control;
        control.cancel = &cancel;
        control.progress = [&](double f) {
            reached = f;
            if (f >= when) cancel = true;
        };
        const Outcome outcome = run(single(Area(1, 1)), {&input}, {}, control);
        ASSERT_FALSE(outcome.status);
        EXPECT_EQ(outcome.status.error().kind, ErrorKind::kCancelled);
        EXPECT_LE(reached, when + 0.011);
        EXPECT_EQ(outcome.outputs[0].at(3, 3, 0), 0.0f) << "a stopped run wrote";
    }
}

TEST(Reference, RefusesWhatWasNotPreparedFor) {
    std::mt19937 random(test_seed());
    const Graph graph = single(Grade());
    const Library library = sample_library();
    const Picture input({0, 0, 4, 4}, 1), other({0, 0, 4, 5}, 1);
    auto prepared = prepare_reference({graph, library, {{input.domain(), 1}}, {{}}});
    ASSERT_TRUE(prepared);
    EXPECT_EQ((*prepared)->kernel_count(), 1);
    EXPECT_EQ((*prepared)->scratch_bytes(), 2u * 4 * 4 * 4);
    const auto message = [&](const std::vector<PictureView>& in,
                             const std::vector<PictureView>& out) {
        const Status s = (*prepared)->run(in, out, {});
        return s ? std::string() : s.error().message;
    };
    EXPECT_THAT(message({other.view()}, {input.view()}),
                HasSubstr("input \"input\" is 4x5 at 0,0 with 1 planes, but 4x4"));
    EXPECT_THAT(message({input.view()}, {other.view()}), HasSubstr("output \"output\""));
    EXPECT_THAT(message({}, {input.view()}), HasSubstr("0 input pictures"));
    PictureView nowhere = input.view();
    nowhere.base = nullptr;
    EXPECT_THAT(message({nowhere}, {input.view()}), HasSubstr("no pixels"));

    const auto refused = [&](const PrepareRequest& request) {
        auto p = prepare_reference(request);
        return p ? std::string() : p.error().message;
    };
    EXPECT_THAT(refused({graph, Library(), {{input.domain(), 1}}, {{}}}), HasSubstr("\"Grade\""));
    EXPECT_THAT(refused({graph, library, {{Rect{}, 1}}, {{}}}), HasSubstr("has no pixels"));
    EXPECT_THAT(refused({graph, library, {{input.domain(), 1}}, {{9, 9, 10, 10}}}),
                HasSubstr("outside"));
}

TEST(Reference, MemoryThatCannotBeHadIsAnError) {
    const Graph graph = single(Grade());
    const Library library = sample_library();
    const Rect huge{-(1 << 28), -(1 << 28), 1 << 28, 1 << 28};
    auto prepared = prepare_reference({graph, library, {{huge, 64}}, {{0, 0, 1, 1}}});
    ASSERT_TRUE(prepared);
    float pixel = 0;
    PictureView in, out;
    in.base = reinterpret_cast<std::byte*>(&pixel);
    in.domain = huge;
    in.planes = 64;
    out = in;
    out.domain = {0, 0, 1, 1};
    const Status s = (*prepared)->run({in}, {out}, {});
    ASSERT_FALSE(s);
    EXPECT_EQ(s.error().kind, ErrorKind::kMemory);
}

}  // namespace
}  // namespace weft::test
