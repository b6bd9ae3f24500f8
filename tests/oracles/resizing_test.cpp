// Pictures made larger and smaller: middles of pixels stay, sizes and frames are as told.
#include <cmath>

#include "graph/regions.h"
#include "harness.h"
#include "transform/resample.h"
#include "transform/resampling.h"
#include "transform/weigh_across.h"
#include "transform/weigh_down.h"

namespace weft::test {
namespace {

constexpr const char* kEveryFilter[] = {"box",     "triangle", "cubic",   "lanczos",
                                        "impulse", "mitchell", "b-spline"};

using Settings = std::vector<std::pair<std::string, std::string>>;

struct Resized {
    Picture picture;
    ImageShape shape;
};

/// What an effect makes of a picture with that frame, which is within its domain.
Resized resized(const std::string& name, const Settings& settings, const Picture& picture,
                Rect frame = {}) {
    const Graph graph = effect(name, settings);
    ImageShape shape{picture.domain(), picture.planes()};
    shape.frame = frame.empty() ? picture.domain() : frame;
    std::vector<Picture> made = run(graph, {shape}, {&picture});
    const auto shapes = infer_shapes(graph, builtin_library(), {shape});
    if (made.empty() || !shapes) return {Picture({0, 0, 1, 1}, 1), {}};
    return {std::move(made[0]), shapes->at(graph.outputs[0].image)};
}

/// The frame, and that the picture is computed nowhere else.
Rect frame_of(const Resized& made) {
    EXPECT_TRUE(made.shape.domain == made.shape.frame && made.picture.domain() == made.shape.frame);
    return made.shape.frame;
}

/// The samples of which a bit differs; any NaN is like any other.
int differing(const Picture& a, const Picture& b) {
    EXPECT_TRUE(a.domain() == b.domain() && a.planes() == b.planes());
    int count = 0;
    const Rect& d = b.domain();
    for (int p = 0; p < b.planes(); ++p)
        for (int y = d.y0; y < d.y1; ++y)
            for (int x = d.x0; x < d.x1; ++x) {
                const float left = a.at(x, y, p), right = b.at(x, y, p);
                const bool same = left == right && std::signbit(left) == std::signbit(right);
                count += !same && !(std::isnan(left) && std::isnan(right));
            }
    return count;
}

std::string number(int value) { return std::to_string(value); }

/// Where the light of a picture's first plane is, in its middle: a pixel's middle is at a half.
std::pair<double, double> centroid(const Picture& picture) {
    double light = 0, x = 0, y = 0;
    const Rect& d = picture.domain();
    for (int j = d.y0; j < d.y1; ++j)
        for (int i = d.x0; i < d.x1; ++i) {
            const double v = picture.at(i, j, 0);
            light += v;
            x += v * (i + 0.5);
            y += v * (j + 0.5);
        }
    return {x / light, y / light};
}

Picture spot(Rect domain, double x, double y) {
    Picture picture(domain, 1);
    for (int j = domain.y0; j < domain.y1; ++j)
        for (int i = domain.x0; i < domain.x1; ++i)
            picture.at(i, j, 0) = static_cast<float>(
                std::exp(-(std::pow(i + 0.5 - x, 2) + std::pow(j + 0.5 - y, 2)) / (2 * 2.5 * 2.5)));
    return picture;
}

TEST(Resizing, ByOneChangesNoBit) {
    Picture strange = random_picture({0, 0, 13, 9}, 2);
    strange.at(3, 4, 0) = kNaN;
    strange.at(7, 2, 1) = kInfinity;
    strange.at(1, 1, 0) = -0.0f;
    for (const char* filter : kEveryFilter) {
        SCOPED_TRACE(filter);
        for (const Settings& same : {Settings{{"width", "13"}, {"height", "9"}},
                                     Settings{{"width", "13"}}, Settings{{"height", "9"}}}) {
            Settings settings = same;
            settings.emplace_back("filter", filter);
            for (const char* fit : {"none", "width", "height", "fit", "fill", "distort"}) {
                settings.emplace_back("fit", fit);
                const Resized made = resized("reformat", settings, strange);
                EXPECT_EQ(frame_of(made), (Rect{0, 0, 13, 9})) << fit;
                EXPECT_EQ(differing(made.picture, strange), 0) << fit;
                settings.pop_back();
            }
            EXPECT_EQ(differing(resized("resize", settings, strange).picture, strange), 0);
        }
    }
    EXPECT_EQ(differing(resized("reformat", {}, strange).picture, strange), 0);
    EXPECT_EQ(differing(resized("resize", {}, strange).picture, strange), 0);
}

TEST(Resizing, AtRestKeepsAPictureWhereItIs) {
    const Picture apart = random_picture({-3, 5, 13, 19}, 2);
    for (const Rect& frame : {Rect{-3, 5, 13, 19}, Rect{1, 7, 9, 15}})
        for (const char* name : {"reformat", "resize"}) {
            const Resized made = resized(name, {}, apart, frame);
            EXPECT_EQ(made.shape.frame, frame) << name;
            EXPECT_EQ(differing(made.picture, apart), 0) << name;
        }
}

TEST(Resizing, UpAndDownAgainShiftsNothing) {
    const Rect frame{0, 0, 41, 33};
    const Picture before = spot(frame, 17.3, 14.8);
    const auto [x, y] = centroid(before);
    for (const char* filter : kEveryFilter)
        for (const int times : {2, 3}) {
            SCOPED_TRACE(std::string(filter) + ", " + number(times) + " times");
            const Resized up =
                resized("resize", {{"scale", number(times)}, {"filter", filter}}, before);
            const auto [up_x, up_y] = centroid(up.picture);
            EXPECT_NEAR(up_x, times * x, 0.01);
            EXPECT_NEAR(up_y, times * y, 0.01);
            const Resized down = resized(
                "reformat", {{"width", "41"}, {"height", "33"}, {"filter", filter}}, up.picture);
            ASSERT_EQ(frame_of(down), frame);
            const auto [down_x, down_y] = centroid(down.picture);
            // The nearest of an even number of pixels has none in the middle.
            const bool none_in_the_middle = std::string(filter) == "impulse" && times % 2 == 0;
            if (none_in_the_middle) continue;
            EXPECT_NEAR(down_x, x, 0.01);
            EXPECT_NEAR(down_y, y, 0.01);
        }
}

TEST(Resizing, OfAnEvenPictureKeepsItEven) {
    for (const char* filter : kEveryFilter)
        for (const int size : {1, 2, 5, 7, 30}) {
            SCOPED_TRACE(std::string(filter) + " to " + number(size));
            for (const Rect& frame :
                 {Rect{0, 0, 1, 1}, Rect{0, 0, 7, 1}, Rect{0, 0, 1, 5}, Rect{-3, 2, 8, 9}}) {
                const Picture flat = flat_picture(frame, 2, 0.75f);
                const Resized made = resized("reformat",
                                             {{"width", number(size)},
                                              {"height", number(size)},
                                              {"fit", "distort"},
                                              {"filter", filter}},
                                             flat);
                EXPECT_EQ(frame_of(made), (Rect{0, 0, size, size}));
                expect_picture(made.picture, [](int, int, int) { return 0.75; }, 1e-6);
            }
        }
}

/// Weights add up to 1 exactly: an opaque picture stays opaque.
TEST(Resizing, KeepsOneAndPowersOfTwoExactly) {
    for (const char* filter : kEveryFilter)
        for (const float value : {1.0f, 0.25f, -2.0f})
            for (const int size : {1, 5, 12, 13, 31, 47, 300}) {
                const Picture flat = flat_picture({0, 0, 31, 24}, 1, value);
                for (const char* name : {"resize", "reformat"}) {
                    const Resized made = resized(
                        name,
                        {{"width", number(size)}, {"height", number(size + 3)}, {"filter", filter}},
                        flat);
                    for (int y = 0; y < size + 3; ++y)
                        for (int x = 0; x < size; ++x) {
                            const float v = made.picture.at(x, y, 0);
                            const bool bars = v == 0 && std::string(name) == "reformat";
                            ASSERT_TRUE(v == value || bars) << name << filter << size << ": " << v;
                        }
                }
            }
}

/// Weights in a table are those that Resample computes at each pixel.
TEST(Resizing, IsResampleAcrossAndDown) {
    const Picture picture = random_picture({-3, 2, 28, 26}, 2);
    for (int filter = 0; filter < 7; ++filter)
        for (const int size : {1, 5, 12, 31, 47, 150}) {
            SCOPED_TRACE(std::string(kResamplingNames[filter]) + " to " + number(size));
            const Resized made = resized("resize",
                                         {{"width", number(size)},
                                          {"height", number(size + 3)},
                                          {"filter", kResamplingNames[filter]}},
                                         picture);
            GraphBuilder build("resample", "");
            const Image input = build.input("input");
            Image wide, output;
            with(functors::Resample(eHorizontal, size), "filter", filter)(input, wide);
            with(functors::Resample(eVertical, size + 3), "filter", filter)(wide, output);
            build.output("output", output);
            const auto expected =
                run(build.finish(), {{picture.domain(), picture.planes()}}, {&picture});
            expect_picture(
                made.picture, [&](int x, int y, int p) { return expected[0].at(x, y, p); }, 2e-5);
        }
}

TEST(Resizing, KeepsTheFrameWithinTheFewPixelsThatAreLeft) {
    const Picture picture = random_picture({-4, 3, 36, 33}, 1);
    for (const Rect& frame : {Rect{35, 32, 36, 33}, Rect{-4, 3, -3, 4}, Rect{5, 6, 7, 8}})
        for (const char* scale : {"0.02", "0.05", "0.3"}) {
            const Resized made = resized("resize", {{"scale", scale}}, picture, frame);
            ASSERT_FALSE(made.shape.frame.empty()) << scale;
            EXPECT_TRUE(made.shape.domain.contains(made.shape.frame)) << scale;
        }
    for (const Axis axis : {eHorizontal, eVertical}) {
        ImageShape shape{picture.domain(), 1};
        shape.frame = {35, 32, 36, 33};
        const ImageShape made = functors::Resample(axis, 1).Shape(&shape);
        EXPECT_TRUE(made.domain.contains(made.frame));
    }
}

/// Of a table that is nobody's: what weighs nothing is not looked at, beyond the edge is border.
TEST(Weigh, AddsWhatTheTableSays) {
    constexpr int kMade = 21, kTaps = 5;
    Picture table({4, 0, 4 + kMade, 2 + kTaps}, 1);
    for (int x = 0; x < kMade; ++x) {
        table.at(4 + x, 0, 0) = static_cast<float>(x * 7 % 17 - 4);
        table.at(4 + x, 1, 0) = static_cast<float>(x % 3);
        for (int t = 0; t < kTaps; ++t)
            table.at(4 + x, 2 + t, 0) = static_cast<float>((x + 2 * t) % 4) * 0.25f - 0.25f;
    }
    Picture input = random_picture({-2, 3, 10, 15}, 2);
    input.at(3, 8, 1) = kNaN;
    for (const bool down : {false, true}) {
        const auto outputs = down
                                 ? run(with(functors::WeighDown{}, "width", 5), {&input, &table})
                                 : run(with(functors::WeighAcross{}, "width", 5), {&input, &table});
        ASSERT_EQ(outputs.size(), 1u);
        EXPECT_EQ(outputs[0].domain(),
                  down ? (Rect{-2, 4, 10, 4 + kMade}) : (Rect{4, 3, 4 + kMade, 15}));
        const auto expected = [&](int x, int y, int p) {
            const int at = down ? y : x;
            double sum = table.at(at, 1, 0);
            for (int t = 0; t < kTaps; ++t) {
                const double weight = table.at(at, 2 + t, 0);
                const int place = static_cast<int>(table.at(at, 0, 0)) + t;
                if (weight != 0)
                    sum += weight * (down ? input.at(x, std::clamp(3 + place, 3, 14), p)
                                          : input.at(std::clamp(place - 2, -2, 9), y, p));
            }
            return sum;
        };
        int nans = 0;
        const Rect& d = outputs[0].domain();
        for (int p = 0; p < 2; ++p)
            for (int y = d.y0; y < d.y1; ++y)
                for (int x = d.x0; x < d.x1; ++x) {
                    const double wanted = expected(x, y, p);
                    const float made = outputs[0].at(x, y, p);
                    nans += std::isnan(wanted);
                    if (std::isnan(wanted))
                        EXPECT_TRUE(std::isnan(made)) << x << "," << y;
                    else
                        EXPECT_NEAR(made, wanted, 1e-5) << x << "," << y;
                }
        EXPECT_TRUE(nans > 0 && nans < kMade);
    }
}

TEST(Resizing, AveragesAllThatShrinks) {
    // Lines of one pixel, black and white: a filter that does not widen would show one of them.
    Picture lines({0, 0, 64, 4}, 1);
    for (int y = 0; y < 4; ++y)
        for (int x = 0; x < 64; ++x) lines.at(x, y, 0) = static_cast<float>(x % 2);
    for (const char* filter : kEveryFilter) {
        if (std::string(filter) == "impulse") continue;
        const Resized made = resized("resize", {{"width", "8"}, {"filter", filter}}, lines);
        for (int x = 1; x < 7; ++x) EXPECT_NEAR(made.picture.at(x, 1, 0), 0.5, 0.06) << filter;
    }
}

TEST(Resizing, KeepsNaNWhereTheFilterReaches) {
    Picture picture = flat_picture({0, 0, 20, 20}, 1, 0.5f);
    picture.at(10, 10, 0) = kNaN;
    const Picture made = resized("reformat", {{"width", "10"}, {"height", "10"}}, picture).picture;
    EXPECT_TRUE(std::isnan(made.at(5, 5, 0)));
    EXPECT_EQ(made.at(1, 1, 0), 0.5f);
    EXPECT_EQ(made.at(9, 5, 0), 0.5f);
}

TEST(Reformat, FitsThePictureAsItIsTold) {
    // A picture of 16 x 8 for a frame of 8 x 8, even but for the border that shows where it lies.
    const Picture wide = flat_picture({0, 0, 16, 8}, 1, 1.0f);
    const auto shown = [&](const char* fit, const char* centre) {
        const Resized made = resized(
            "reformat",
            {{"width", "8"}, {"height", "8"}, {"fit", fit}, {"centre", centre}, {"filter", "box"}},
            wide);
        EXPECT_EQ(frame_of(made), (Rect{0, 0, 8, 8}));
        Rect lit;
        for (int y = 0; y < 8; ++y)
            for (int x = 0; x < 8; ++x)
                if (made.picture.at(x, y, 0) != 0) lit = hull(lit, {x, y, x + 1, y + 1});
        return lit;
    };
    EXPECT_EQ(shown("width", "1"), (Rect{0, 2, 8, 6}));
    EXPECT_EQ(shown("width", "0"), (Rect{0, 0, 8, 4}));
    EXPECT_EQ(shown("fit", "1"), (Rect{0, 2, 8, 6}));
    for (const char* fit : {"none", "height", "fill", "distort"})
        EXPECT_EQ(shown(fit, "1"), (Rect{0, 0, 8, 8})) << fit;
}

TEST(Reformat, MovesWhatKeepsItsSizeByWholePixels) {
    const Picture picture = random_picture({0, 0, 5, 4}, 1);
    const Resized made =
        resized("reformat", {{"width", "10"}, {"height", "7"}, {"fit", "none"}}, picture);
    ASSERT_EQ(frame_of(made), (Rect{0, 0, 10, 7}));
    expect_picture(
        made.picture,
        [&](int x, int y, int) {
            return Rect{3, 2, 8, 6}.contains(x, y) ? picture.at(x - 3, y - 2, 0) : 0.0;
        },
        0);
}

TEST(Reformat, CountsFromTheFrameNotFromWhatLiesAround) {
    // Overscan of 2 pixels: what lies beyond the frame stays beyond the new one.
    const Picture picture = random_picture({-2, -2, 10, 6}, 1);
    const Resized made = resized("reformat", {{"width", "16"}}, picture, {0, 0, 8, 4});
    EXPECT_EQ(frame_of(made), (Rect{0, 0, 16, 8}));
    const Resized whole = resized("resize", {{"scale", "2"}}, picture, {0, 0, 8, 4});
    EXPECT_EQ(whole.shape.frame, (Rect{0, 0, 16, 8}));
    for (int y = 0; y < 8; ++y)
        for (int x = 0; x < 16; ++x)
            EXPECT_NEAR(made.picture.at(x, y, 0), whole.picture.at(x, y, 0), 1e-5) << x << "," << y;
}

TEST(Reformat, TheOtherSideFollows) {
    const Picture picture = flat_picture({0, 0, 30, 20}, 1, 1.0f);
    EXPECT_EQ(frame_of(resized("reformat", {{"width", "15"}}, picture)), (Rect{0, 0, 15, 10}));
    EXPECT_EQ(frame_of(resized("reformat", {{"height", "40"}}, picture)), (Rect{0, 0, 60, 40}));
    EXPECT_EQ(frame_of(resized("reformat", {{"unsqueeze", "2"}}, picture)), (Rect{0, 0, 60, 20}));
    const Graph graph = effect("reformat", {{"height", "20"}, {"unsqueeze", "2"}});
    const auto shapes = infer_shapes(
        graph, builtin_library(), {{.domain = {0, 0, 30, 20}, .planes = 1, .pixel_aspect = 2.0f}});
    ASSERT_TRUE(shapes);
    EXPECT_EQ(shapes->at(graph.outputs[0].image).pixel_aspect, 1.0f);
}

}  // namespace
}  // namespace weft::test
