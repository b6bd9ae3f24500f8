// Pictures as compositors know them: mattes and highlights moved, turned and bent.
#include "graph/regions.h"
#include "harness.h"
#include "transform/filter.h"

namespace weft::test {
namespace {

/// White squares on black, or highlights on dark grey.
Picture squares(float low, float high) {
    Picture picture({-3, 2, 37, 33}, 2);
    for (int p = 0; p < 2; ++p)
        for (int y = 2; y < 33; ++y)
            for (int x = -3; x < 37; ++x) {
                const bool inside = (x + 40) % 9 < 4 && (y + p) % 7 < 3;
                picture.at(x, y, p) = inside ? high : low;
            }
    return picture;
}

/// Each transform with its edges held, so that nothing but the picture is read.
Picture transformed(const std::string& name, const std::string& filter, const Picture& picture) {
    Graph graph = graph_of(*builtin_library().find(name));
    for (Border& border : graph.nodes[0].borders) border = {eClamp, 0.0f};
    const std::map<std::string, std::vector<std::pair<std::string, std::string>>> settings = {
        {"Transform", {{"move-x", "0.3"}, {"move-y", "-1.6"}, {"angle", "11"}}},
        {"CornerPin", {{"left-top-x", "0.07"}, {"right-bottom-y", "0.9"}}},
        {"LensDistortion", {{"k1", "-0.2"}}},
        {"Displace", {{"scale-x", "1.3"}, {"scale-y", "0.7"}}},
    };
    for (const auto& [parameter, value] : settings.at(name))
        EXPECT_TRUE(set_parameter(graph, builtin_library(), parameter, value));
    if (!filter.empty()) {
        EXPECT_TRUE(set_parameter(graph, builtin_library(), "filter", filter));
    }
    const Picture map = random_picture(picture.domain(), 2);
    std::vector<const Picture*> inputs = {&picture};
    if (graph.inputs.size() > 1) inputs.push_back(&map);
    return std::move(run(graph, inputs)[0]);
}

std::pair<float, float> range_of(const Picture& picture) {
    float least = kInfinity, most = -kInfinity;
    for (int p = 0; p < picture.planes(); ++p)
        for (int y = picture.domain().y0; y < picture.domain().y1; ++y)
            for (int x = picture.domain().x0; x < picture.domain().x1; ++x) {
                least = std::min(least, picture.at(x, y, p));
                most = std::max(most, picture.at(x, y, p));
            }
    return {least, most};
}

class PicturesTransformed : public testing::TestWithParam<std::string> {};

TEST_P(PicturesTransformed, StayWithinTheirRangeByDefault) {
    const Picture matte = squares(0.0f, 1.0f), lights = squares(0.01f, 1000.0f);
    for (const std::string filter : {"", "clamped-cubic", "bilinear"}) {
        SCOPED_TRACE(filter);
        const auto [black, white] = range_of(transformed(GetParam(), filter, matte));
        EXPECT_GE(black, 0.0f);
        EXPECT_LE(white, 1.0f);
        EXPECT_GE(range_of(transformed(GetParam(), filter, lights)).first, 0.00999f);
    }
    EXPECT_LT(range_of(transformed(GetParam(), "cubic", matte)).first, -0.01f);
}

/// Where the cubic stays within its neighbours it is the same.
TEST_P(PicturesTransformed, AreAsSharpAsByTheCubic) {
    Picture ramp({0, 0, 40, 30}, 1);
    for (int y = 0; y < 30; ++y)
        for (int x = 0; x < 40; ++x) ramp.at(x, y, 0) = 0.1f * static_cast<float>(x * x + y);
    const Picture cubic = transformed(GetParam(), "cubic", ramp),
                  clamped = transformed(GetParam(), "clamped-cubic", ramp);
    int same = 0;
    for (int y = 8; y < 22; ++y)
        for (int x = 8; x < 32; ++x) same += cubic.at(x, y, 0) == clamped.at(x, y, 0);
    EXPECT_EQ(same, 14 * 24);
}

INSTANTIATE_TEST_SUITE_P(All, PicturesTransformed,
                         testing::Values("Transform", "CornerPin", "LensDistortion", "Displace"));

}  // namespace
}  // namespace weft::test
