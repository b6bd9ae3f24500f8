// Examples of manual pages: what is seen on them.
#include <gtest/gtest.h>

#include <cmath>

#include "cli/command_session.h"
#include "effects/builtin.h"
#include "manual/example_picture.h"

namespace weft::test {
namespace {

Picture plate() {
    const Rect d{5, -3, 45, 21};
    Picture picture(d, 3);
    for (int p = 0; p < 3; ++p)
        for (int y = d.y0; y < d.y1; ++y)
            for (int x = d.x0; x < d.x1; ++x)
                picture.at(x, y, p) = 0.01f * static_cast<float>(x) +
                                      0.02f * static_cast<float>(y - d.y0) * static_cast<float>(p);
    return picture;
}

class Examples : public testing::Test {
  protected:
    Example of(const std::string& functor) {
        const Result<Graph> graph = find_graph(functor, library_);
        EXPECT_TRUE(graph);
        Result<Example> example = example_of(*graph, library_, engine_, plate_);
        if (!example) {
            ADD_FAILURE() << functor << ": " << example.error().message;
            return {};
        }
        return *std::move(example);
    }

    Library library_ = builtin_library();
    Engine engine_{EngineOptions{.device = "reference"}};
    Picture plate_ = plate();
};

TEST_F(Examples, HaveWhatTheEffectMakesOfThePlate) {
    const Example inverted = of("Invert");
    EXPECT_EQ(inverted.setting, "");
    EXPECT_EQ(inverted.picture.domain(), plate_.domain());
    EXPECT_EQ(inverted.picture.at(7, 2, 1), 1 - plate_.at(7, 2, 1));
}

TEST_F(Examples, HaveSomethingSetWhereDefaultsChangeNothing) {
    const Example exposed = of("Exposure");
    EXPECT_EQ(exposed.setting, "stops=1.0");
    EXPECT_EQ(exposed.picture.at(7, 2, 1), 2 * plate_.at(7, 2, 1));
}

/// The second input of three planes is the plate in a mirror.
TEST_F(Examples, HaveAnotherPictureForAnotherInput) {
    const Example mixed = of("Mix");
    for (int x = 5; x < 45; ++x)
        EXPECT_FLOAT_EQ(mixed.picture.at(x, 0, 2), mixed.picture.at(49 - x, 0, 2));
    EXPECT_NE(mixed.picture.at(5, 0, 2), plate_.at(5, 0, 2));
}

TEST_F(Examples, AreSideBySideForScreens) {
    Picture result(Rect{0, 0, 40, 24}, 1);
    result.at(0, 0, 0) = 0.5f;
    result.at(1, 0, 0) = 7;
    result.at(2, 0, 0) = std::nanf("");
    const Picture sheet = side_by_side(plate_, result);
    EXPECT_EQ(sheet.domain(), (Rect{0, 0, 84, 24}));
    // 0.05 and 0.5 by IEC 61966-2-1.
    EXPECT_NEAR(sheet.at(0, 0, 0), 0.2479f, 1e-4f);
    for (int p = 0; p < 3; ++p) {
        EXPECT_EQ(sheet.at(41, 12, p), 1) << "between";
        EXPECT_NEAR(sheet.at(44, 0, p), 0.7354f, 1e-4f);
        EXPECT_EQ(sheet.at(45, 0, p), 1);
        EXPECT_EQ(sheet.at(46, 0, p), 0);
    }
}

}  // namespace
}  // namespace weft::test
