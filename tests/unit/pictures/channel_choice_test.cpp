// Which channels an effect sees, by their names.
#include "pictures/channel_choice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace weft {
namespace {

using Names = std::vector<std::string>;

Names chosen(const Names& channels, const std::string& layer) {
    Names names;
    for (const int c : colours_of_layer(channels, layer))
        names.push_back(channels[static_cast<std::size_t>(c)]);
    return names;
}

Names of_main(const Names& channels) { return chosen(channels, main_layer_of(channels)); }

TEST(ChannelChoice, ColoursOfTheMainLayer) {
    const Names rgba{"R", "G", "B", "A"}, rgb{"R", "G", "B"}, ya{"Y", "A"};
    EXPECT_EQ(of_main({"A", "B", "G", "R"}), rgba);
    EXPECT_EQ(of_main({"B", "G", "R", "Z", "id", "diffuse.R"}), rgb);
    EXPECT_EQ(of_main({"Y", "Z", "A"}), ya);
    EXPECT_EQ(of_main({"R", "G", "B", "Y", "RY", "BY"}), rgb);
    EXPECT_EQ(of_main({"G", "B", "A"}), (Names{"G", "B", "A"}));
    EXPECT_EQ(of_main({"R", "G"}), (Names{"R", "G"}));
    EXPECT_EQ(of_main({"red", "green", "blue", "ALPHA", "depth"}),
              (Names{"red", "green", "blue", "ALPHA"}));
    EXPECT_EQ(of_main({"A", "Z"}), Names{"A"});
}

TEST(ChannelChoice, AllWhereThereAreNoColours) {
    for (const Names& names :
         {Names{"Z"}, Names{"id"}, Names{"channel0", "channel1"}, Names{"X", "Y", "Z"},
          Names{"X", "Y", "Z", "A"}, Names{"u", "v"}, Names{"AR", "AG", "AB"}})
        EXPECT_EQ(of_main(names), names);
    EXPECT_EQ(of_main({"Z", "a.R", "a.G"}), Names{"Z"});
}

TEST(ChannelChoice, ALayerIsAskedInTheSameWay) {
    const Names all{"R",         "G",         "diffuse.B", "diffuse.G", "diffuse.R",
                    "diffuse.Z", "normals.X", "normals.Y", "normals.Z", "left.diffuse.R"};
    EXPECT_EQ(chosen(all, "diffuse"), (Names{"diffuse.R", "diffuse.G", "diffuse.B"}));
    EXPECT_EQ(chosen(all, "normals"), (Names{"normals.X", "normals.Y", "normals.Z"}));
    EXPECT_EQ(chosen(all, "left.diffuse"), Names{"left.diffuse.R"});
    EXPECT_EQ(chosen(all, "rgba"), (Names{"R", "G"}));
    EXPECT_TRUE(chosen(all, "specular").empty());
}

TEST(ChannelChoice, WithoutAMainLayerItIsTheFirstWithColours) {
    EXPECT_EQ(of_main({"ao.Z", "beauty.R", "beauty.G", "beauty.B", "spec.R"}),
              (Names{"beauty.R", "beauty.G", "beauty.B"}));
    EXPECT_EQ(of_main({"depth.Z", "id.X"}), Names{"depth.Z"});
}

}  // namespace
}  // namespace weft
