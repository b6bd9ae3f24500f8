// "Did you mean": edit distances and the choice among candidates.
#include "support/nearest.h"

#include <gtest/gtest.h>

namespace weft {
namespace {

TEST(EditDistance, CountsEachKindOfEditOnce) {
    EXPECT_EQ(edit_distance("", ""), 0);
    EXPECT_EQ(edit_distance("", "abc"), 3);
    EXPECT_EQ(edit_distance("blur", "blurs"), 1);
    EXPECT_EQ(edit_distance("blur", "bler"), 1);
    EXPECT_EQ(edit_distance("blur", "bulr"), 1);
    EXPECT_EQ(edit_distance("blur", "BLUR"), 0);
    EXPECT_EQ(edit_distance("kitten", "sitting"), 3);
    EXPECT_EQ(edit_distance("sitting", "kitten"), 3);
}

TEST(NearestName, TakesTheNearestWithinAThirdOfTheWord) {
    const std::vector<std::string> names{"amount", "radius", "axis", "threshold"};
    EXPECT_EQ(nearest_name("treshold", names), "threshold");
    EXPECT_EQ(nearest_name("raduis", names), "radius");
    EXPECT_EQ(nearest_name("AXIS", names), "axis");
    EXPECT_EQ(nearest_name("zebra", names), "");
    EXPECT_EQ(nearest_name("", names), "");
    EXPECT_EQ(nearest_name("x", {}), "");
    EXPECT_EQ(nearest_name(std::string(100000, 'a'), names), "");
    EXPECT_EQ(nearest_name("bat", {"cat", "hat", "bat"}), "bat");
}

TEST(DidYouMean, IsTheTailOfAMessage) {
    EXPECT_EQ(did_you_mean("raduis", {"radius"}), " (did you mean \"radius\"?)");
    EXPECT_EQ(did_you_mean("gain", {"radius"}), "");
}

}  // namespace
}  // namespace weft
