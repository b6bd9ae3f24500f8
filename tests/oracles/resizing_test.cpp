// Pictures made larger and smaller: middles of pixels stay, sizes and frames are as told.
#include <cmath>

#include "graph/regions.h"
#include "harness.h"
#include "transform/resampling.h"

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
