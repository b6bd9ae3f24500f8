// Curves that go by tangents: values, ranges, what keeps their shape, and what follows from them.
#include "graph/tangents.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "graph/descriptor.h"
#include "graph/graph.h"
#include "graph/image.h"
#include "graph/value_at.h"
#include "random_graph.h"
#include "sample_functors.h"

namespace weft::test {
namespace {

using testing::ElementsAre;

ParameterRef number(double low = -1e6, double high = 1e6) {
    static float held = 0.0f;
    return Parameter("number", held).Range(low, high);
}

Curve curve(const std::string& text, const ParameterRef& p = number()) {
    const Result<Curve> read = parse_curve(p, text);
    if (!read) throw std::runtime_error(read.error().message);
    return *read;
}

double number_at(const Curve& c, double frame) { return numbers_at(c, frame).front(); }

TEST(Tangents, ByHand) {
    // Half a frame's slope out, none in: t (1 - t) (1 - t) 2 + 4 (3 t t - 2 t t t), over 4 frames.
    const Curve c = curve("0:0:bezier:out=0.5,4:4:linear:in=0");
    EXPECT_EQ(number_at(c, 1), 0.28125 + 0.625);
    EXPECT_EQ(number_at(c, 2), 0.25 + 2.0);
    EXPECT_EQ(number_at(c, 3), 0.09375 + 3.375);
    EXPECT_EQ(number_at(c, -7), 0.0);
    EXPECT_EQ(number_at(c, 4), 4.0);
    // Long handles, flat: 7/16 of the way is where t is 1/4.
    EXPECT_NEAR(number_at(curve("0:0:bezier:out=0@3,16:1:linear:in=0@3"), 7), 0.15625, 1e-15);
    // A line is one, however long its handles are.
    const Curve line = curve("10:1:bezier:out=0.25@0.2,30:6:linear:in=0.25@2.5");
    for (double frame = 10; frame <= 30; frame += 0.5)
        EXPECT_NEAR(number_at(line, frame), 1 + 0.25 * (frame - 10), 1e-14) << frame;
}

TEST(Tangents, WithoutThemBezierIsCubic) {
    const std::string keys = "0:0:KIND,5:1:KIND,6:4:KIND,20:-3:KIND,31:7";
    const auto by = [&](const std::string& kind) {
        std::string text = keys;
        for (std::size_t i; (i = text.find("KIND")) != std::string::npos;) text.replace(i, 4, kind);
        return curve(text);
    };
    const Curve bezier = by("bezier"), cubic = by("cubic"), smooth = by("smooth");
    const Curve flat = curve("0:0:bezier:out=0,5:1:linear:in=0");
    for (double frame = -2; frame < 33; frame += 0.37) {
        EXPECT_EQ(number_at(bezier, frame), number_at(cubic, frame)) << frame;
        if (frame < 5) {
            EXPECT_EQ(number_at(flat, frame), number_at(smooth, frame)) << frame;
        }
    }
}

TEST(Tangents, ValuesStayInRange) {
    const ParameterRef p = number(0, 4);
    const Curve c = curve("0:1:bezier:out=6,8:1:linear:in=6", p);
    EXPECT_GT(number_at(c, 2), 4.0);
    EXPECT_LT(number_at(c, 6), 0.0);
    EXPECT_EQ(value_at(p, c, 2), ParameterValue(4.0f));
    EXPECT_EQ(value_at(p, c, 4), ParameterValue(1.0f));
    EXPECT_EQ(value_at(p, c, 6), ParameterValue(0.0f));
    int held = 0;
    const ParameterRef whole = Parameter("whole", held).Range(0, 255);
    const Curve steps = curve("0:0:bezier:out=0.5,4:4:linear:in=0", whole);
    EXPECT_EQ(value_at(whole, steps, 1), ParameterValue(1));  // 0.90625
    EXPECT_EQ(value_at(whole, steps, 2), ParameterValue(2));  // 2.25
    EXPECT_EQ(value_at(whole, steps, 3), ParameterValue(3));  // 3.46875
    // As far as floats go.
    const ParameterRef any = number(-3.0e38, 3.0e38);
    const Curve far = curve("0:-3e38:bezier:out=3e38@3,1000000000:3e38:linear:in=-3e38@3", any);
    for (const int frame : {1, 1000, 499999999, 999999999}) {
        const float v = std::get<float>(value_at(any, far, frame));
        EXPECT_TRUE(v >= -3.0e38f && v <= 3.0e38f) << v;
    }
}

TEST(Tangents, OfAListEachNumberHasItsOwn) {
    FloatList<4> held;
    const ParameterRef list = Parameter("list", held).Range(-100, 100);
    const Curve c = curve("0:0,0:bezier:out=0.5,1@3;4:4,4:linear:in=0,1", list);
    EXPECT_EQ(numbers_at(c, 2), (std::vector<double>{2.25, numbers_at(c, 2)[1]}));
    EXPECT_NEAR(numbers_at(c, 1)[1], 1.0, 1e-14);
}

TEST(Tangents, EndsKeepTheShape) {
    const Curve linear = curve("0:1,10:6:hold,20:2:smooth,30:4:cubic,40:8:cubic,50:9");
    const auto ends = [&](std::size_t key) { return ends_after(linear, key); };
    EXPECT_THAT(ends(0).out, ElementsAre(Tangent{0.5f, 1.0f}));
    EXPECT_THAT(ends(0).in, ElementsAre(Tangent{0.5f, 1.0f}));
    EXPECT_THAT(ends(1).out, ElementsAre(Tangent{}));
    EXPECT_THAT(ends(2).in, ElementsAre(Tangent{}));
    EXPECT_EQ(ends(3).in, ends(4).out) << "a cubic goes through";
    EXPECT_GT(ends(3).in[0].slope, 0.0f);
    EXPECT_TRUE(ends(5).out.empty());
    std::mt19937 random(test_seed());
    const auto draw = [&](double low, double high) {
        return std::uniform_real_distribution<double>(low, high)(random);
    };
    for (int round = 0; round < 500; ++round) {
        SCOPED_TRACE("seed " + std::to_string(test_seed()) + ", round " + std::to_string(round));
        Curve before;
        int frame = 0;
        for (int n = 0; n < 5; ++n, frame += 1 + static_cast<int>(draw(0, 30)))
            before.keys.push_back({frame, static_cast<float>(draw(-5, 5)),
                                   kInterpolations[1 + static_cast<int>(draw(0, 2.99))]});
        Curve after = before;
        for (std::size_t i = 0; i < 5; ++i) {
            after.keys[i].interpolation = Interpolation::kBezier;
            const Ends ends = ends_after(before, i);
            after.keys[i].out = ends.out;
            if (i < 4) after.keys[i + 1].in = ends.in;
        }
        ASSERT_TRUE(check_curve(number(), after));
        for (double at_frame = -1; at_frame < frame; at_frame += 0.3)
            ASSERT_NEAR(number_at(after, at_frame), number_at(before, at_frame), 1e-5);
        for (const Keyframe& key : after.keys)
            ASSERT_EQ(value_at(number(), after, key.frame), key.value);
    }
}

/// Whatever the tangents are, curves are numbers, go through their keyframes, and never beyond what
/// telling frames say.
TEST(Tangents, RandomCurves) {
    std::mt19937 random(test_seed());
    const auto draw = [&](double low, double high) {
        return std::uniform_real_distribution<double>(low, high)(random);
    };
    const auto tangent = [&] {
        const double extreme[] = {0.0, 3.0e38, -3.0e38, 1e-45, 1e4, draw(-4, 4), draw(-4, 4)};
        return std::vector<Tangent>{{static_cast<float>(extreme[static_cast<int>(draw(0, 6.99))]),
                                     static_cast<float>(std::clamp(draw(-1, 4), 0.0, 3.0))}};
    };
    for (int round = 0; round < 500; ++round) {
        SCOPED_TRACE("seed " + std::to_string(test_seed()) + ", round " + std::to_string(round));
        Curve c;
        int frame = static_cast<int>(draw(-100, 100));
        for (int n = 0; n < 4; ++n, frame += 1 + static_cast<int>(draw(0, 20)))
            c.keys.push_back({frame, static_cast<float>(draw(-9, 9)), Interpolation::kBezier,
                              tangent(), tangent()});
        drop_idle_tangents(number(), c.keys);
        ASSERT_TRUE(check_curve(number(), c));
        std::string text;
        for (const Keyframe& key : c.keys) text += (text.empty() ? "" : ",") + format_key(key);
        ASSERT_EQ(curve(text).keys, c.keys) << text;
        double low = 1e300, high = -1e300;
        for (const int told : telling_frames(c)) {
            low = std::min(low, number_at(c, told));
            high = std::max(high, number_at(c, told));
        }
        for (int f = c.keys.front().frame - 1; f <= frame; ++f) {
            ASSERT_TRUE(std::isfinite(number_at(c, f))) << f;
            // A turn just beside a whole frame may be told for the frame beyond it.
            const double slack = 1e-6 * (1 + std::abs(number_at(c, f)));
            ASSERT_TRUE(number_at(c, f) >= low - slack && number_at(c, f) <= high + slack) << f;
        }
        for (const Keyframe& key : c.keys) ASSERT_EQ(value_at(number(), c, key.frame), key.value);
        ASSERT_EQ(number_at(c, 1e9), number_at(c, c.keys.back().frame));
    }
}

TEST(Tangents, AKeyframeOnTheCurveKeepsItAsItIs) {
    const ParameterRef p = number();
    const Curve whole = curve("0:0:bezier:out=2@1.2,20:10:bezier:in=-1@0.7:out=0.5,30:0");
    Curve cut = whole;
    cut.keys = with_key(p, cut.keys, 7, value_at(p, whole, 7));
    ASSERT_EQ(cut.keys.size(), 4u);
    EXPECT_TRUE(check_curve(p, cut));
    EXPECT_EQ(cut.keys[1].interpolation, Interpolation::kBezier);
    EXPECT_EQ(cut.keys[1].in[0].slope, cut.keys[1].out[0].slope) << "joined";
    for (double frame = 0; frame < 31; frame += 0.25)
        EXPECT_NEAR(number_at(cut, frame), number_at(whole, frame), 1e-5) << frame;
    // With another value the curve goes through that, and the rest stays drawn as it was.
    Curve through = whole;
    through.keys = with_key(p, through.keys, 7, 3.0f);
    EXPECT_TRUE(through.keys[1].in.empty() && through.keys[1].out.empty());
    EXPECT_EQ(through.keys[0], whole.keys[0]);
    EXPECT_EQ(number_at(through, 7), 3.0);
    // Beyond its ends, and on a keyframe.
    EXPECT_EQ(with_key(p, whole.keys, 40, 1.0f).size(), 4u);
    EXPECT_EQ(with_key(p, whole.keys, 20, 1.0f)[1].in, whole.keys[1].in);
    EXPECT_EQ(with_key(p, whole.keys, -4, 1.0f)[0].interpolation, Interpolation::kLinear);
}

TEST(Tangents, GoWithWhatTheyBelongTo) {
    std::vector<Keyframe> keys =
        curve("0:0:bezier:out=1,9:1:bezier:in=2:out=3,20:2:linear:in=4").keys;
    std::vector<Keyframe> fewer{keys[1], keys[2]};
    drop_idle_tangents(number(), fewer);
    EXPECT_TRUE(fewer[0].in.empty()) << "nothing comes to a first keyframe";
    EXPECT_EQ(fewer[0].out, keys[1].out);
    EXPECT_EQ(fewer[1].in, keys[2].in);
    keys[1].interpolation = Interpolation::kSmooth;
    drop_idle_tangents(number(), keys);
    EXPECT_EQ(keys[1].in.size(), 1u);
    EXPECT_TRUE(keys[1].out.empty());
    EXPECT_TRUE(keys[2].in.empty());
}

TEST(Tangents, RestartPeriodsFollowTheFarthestReach) {
    GraphBuilder build("boxed");
    const Image input = build.input("input");
    Image output;
    Box(eHorizontal, 2)(input, output);
    build.output("output", output);
    Graph graph = build.finish();
    ASSERT_TRUE(set_parameter(graph, sample_library(), "box1.radius",
                              "1:2:bezier:out=16,11:2:linear:in=-16"));
    for (const int frame : {1, 6, 11})
        EXPECT_EQ(at_frame(graph, sample_library(), frame)->nodes[0].restart_period,
                  default_restart_period(42));
    EXPECT_EQ(at_frame(graph, sample_library(), 6)->nodes[0].parameters[1], ParameterValue(42));
}

}  // namespace
}  // namespace weft::test
