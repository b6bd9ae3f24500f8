// What hosts are told before they render, word for word as numbers.
#include <gtest/gtest.h>

#include "hosts/project.h"
#include "hosts/scene.h"

namespace weft::openfx::test {
namespace {

class OpenFxRegions : public ::testing::Test {
  protected:
    Scene scene(const std::string& identifier, const std::string& context) {
        return Scene(bundle, host, identifier, context, 64, 48);
    }
    static std::vector<double> numbers(const PropertySet& set, const std::string& name) {
        std::vector<double> list;
        for (const PropertyValue& value : set.values(name)) list.push_back(std::get<double>(value));
        return list;
    }
    static std::vector<double> region_of_definition(Scene& scene, double scale = 1.0) {
        PropertySet in = arguments(scale),
                    out("region", {{prop::kRegionOfDefinition, PropertyKind::kDouble, 4}});
        EXPECT_EQ(scene.plugin.act(action::kRegionOfDefinition, scene.instance.get(), &in, &out),
                  kOk);
        return numbers(out, prop::kRegionOfDefinition);
    }
    static std::vector<double> region_of_interest(Scene& scene, const CanonicalRect& wanted,
                                                  const std::string& clip) {
        const std::string name = prop::kClipRoiPrefix + clip;
        PropertySet in = arguments(), out("regions", {{name.c_str(), PropertyKind::kDouble, 4}});
        in.put(prop::kRegionOfInterest, {wanted.x1, wanted.y1, wanted.x2, wanted.y2});
        EXPECT_EQ(scene.plugin.act(action::kRegionsOfInterest, scene.instance.get(), &in, &out),
                  kOk);
        return numbers(out, name);
    }

    MiniHost host;
    LoadedBundle bundle{bundle_path()};
    HostPicture source{kOddDomain, {}};
};

using Numbers = std::vector<double>;

TEST_F(OpenFxRegions, ACropIsSmallerThanItsSourceByWhatItTakesOffTheFrame) {
    Scene crop = scene("weft.crop", context::kFilter);
    crop.connect("Source", source);
    crop.set("left", 10);
    crop.set("top", 4);
    EXPECT_EQ(region_of_definition(crop), (Numbers{10, 3, 56, 40}));
    // Six pixels off the top of a frame of half the size are twelve of the whole.
    crop.set("top", 12);
    EXPECT_EQ(region_of_definition(crop, 0.5), (Numbers{10, 2, 56, 36}));
}

TEST_F(OpenFxRegions, ABlurReadsAroundWhatIsWantedButNotBeyondItsSource) {
    Scene blur = scene("weft.box-blur", context::kFilter);
    blur.connect("Source", source);
    blur.set("radius_x", 2);
    blur.set("radius_y", 3);
    // It spreads into the frame around its source, as scans do to its ends; what lies beyond the
    // frame is overscan.
    EXPECT_EQ(region_of_definition(blur), (Numbers{-5, 0, 64, 48}));
    const Numbers roi = region_of_interest(blur, {50, 30, 56, 36}, "Source");
    EXPECT_EQ(roi[3], 40);  // a moving average begins at the top
    EXPECT_EQ(roi[1], 27);
    EXPECT_EQ(roi[2], 56);
    Scene gauss = scene("weft.gaussian-blur", context::kFilter);
    gauss.connect("Source", source);
    gauss.set("sigma_x", 1.0);
    gauss.set("sigma_y", 1.0);
    EXPECT_EQ(region_of_interest(gauss, {20, 20, 30, 30}, "Source"), (Numbers{17, 17, 33, 33}));
    // Pixels twice as wide: half as many of them, and regions count in canonical coordinates.
    gauss.set_aspect(2.0);
    gauss.set("sigma_x", 2.0);
    EXPECT_EQ(region_of_interest(gauss, {20, 20, 30, 30}, "Source"), (Numbers{14, 17, 36, 33}));
}

}  // namespace
}  // namespace weft::openfx::test
