// The names of transforms of colours, taken apart.
#include "pictures/colour_path.h"

#include <cstdlib>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace weft {
namespace {

using testing::HasSubstr;

ColourTransform parsed(const std::string& path) {
    const Result<ColourTransform> transform = parse_colour_path(path);
    EXPECT_TRUE(transform) << path << ": " << transform.error().message;
    return transform ? *transform : ColourTransform{};
}

std::string refusal(const std::string& path) {
    const Result<ColourTransform> transform = parse_colour_path(path);
    EXPECT_FALSE(transform) << path;
    if (transform) return {};
    EXPECT_EQ(transform.error().kind, ErrorKind::kUsage);
    return transform.error().message;
}

TEST(ColourPath, IsToldFromAFile) {
    EXPECT_TRUE(is_colour_path("ocio:a:b"));
    EXPECT_FALSE(is_colour_path("ocio.exr"));
    EXPECT_FALSE(is_colour_path("./ocio:a:b"));
}

TEST(ColourPath, NamesSpacesByPlaceOrByName) {
    ColourTransform expected;
    expected.from = "ACES - ACEScg";
    expected.to = "Output - sRGB";
    EXPECT_EQ(parsed("ocio:ACES - ACEScg:Output - sRGB"), expected);
    EXPECT_EQ(parsed("ocio:to=Output - sRGB:from=ACES - ACEScg"), expected);
    expected.inverse = true;
    expected.config = "/a:b/config.ocio";
    EXPECT_EQ(parsed("ocio:ACES - ACEScg:Output - sRGB:direction=inverse:config=/a::b/config.ocio"),
              expected);
}

TEST(ColourPath, NamesDisplaysFilesAndBuiltins) {
    const ColourTransform shown = parsed("ocio:lin:display=Screen:view=Film 100%");
    EXPECT_EQ(shown.display, "Screen");
    EXPECT_EQ(shown.view, "Film 100%");
    EXPECT_EQ(parsed("ocio:lin:view=Film").display, "");
    EXPECT_EQ(parsed("ocio:file=looks/a=b.cube").file, "looks/a=b.cube");
    const std::vector<ColourTransform::Builtin> expected = {{"A_to_B", false}, {"C_to_B", true}};
    EXPECT_EQ(parsed("ocio:builtin=A_to_B:unbuiltin=C_to_B").builtins, expected);
}

TEST(ColourPath, IsWrittenAsItIsRead) {
    for (const char* path :
         {"ocio:ACES - ACEScg:Output - sRGB:direction=inverse:config=/a::b/config.ocio",
          "ocio:lin:display=Screen:view=a=b 100%", "ocio:lin:view=Film", "ocio:file=a=b.cube",
          "ocio:builtin=A_to_B:unbuiltin=C_to_B", "ocio:a:b:edge=33:shaper=linear:domain=-0.1,1e5",
          "ocio:a:b:shaper=log"}) {
        const ColourTransform transform = parsed(path);
        EXPECT_EQ(parsed(colour_path(transform)), transform) << colour_path(transform);
    }
}

TEST(ColourPath, SaysHowToBake) {
    const ColourTransform baked = parsed("ocio:a:b:edge=33:shaper=linear:domain=-0.5,1e2");
    EXPECT_EQ(baked.edge, 33);
    EXPECT_EQ(baked.logarithmic, false);
    EXPECT_EQ(baked.low, -0.5);
    EXPECT_EQ(baked.high, 100);
    EXPECT_EQ(parsed("ocio:a:b:shaper=log").logarithmic, true);
}

TEST(ColourPath, SaysWhatIsWrong) {
    for (const char* path : {"ocio:", "ocio:a", "ocio:a:b:view=c", "ocio:a:file=b", "ocio:view=v",
                             "ocio:file=a:builtin=b", "ocio:file=a:config=b", "ocio:edge=3"})
        EXPECT_THAT(refusal(path), HasSubstr(path));
    EXPECT_THAT(refusal("ocio:a:"), HasSubstr("empty"));
    EXPECT_THAT(refusal("ocio:a:b:c"), HasSubstr("'c' is one field too many"));
    EXPECT_THAT(refusal("ocio:a:b:to=c"), HasSubstr("'to' is given twice"));
    EXPECT_THAT(refusal("ocio:a:b:egde=9"), HasSubstr("did you mean \"edge\""));
    for (const char* edge : {"1", "130", "3.5", "x", "-5", "1e9"})
        EXPECT_THAT(refusal(std::string("ocio:a:b:edge=") + edge), HasSubstr("from 2 to 129"));
    for (const char* domain : {"1", "1,1", "2,1", "a,b", "0,1,2", "0,inf", "nan,1", ",1"})
        EXPECT_THAT(refusal(std::string("ocio:a:b:domain=") + domain), HasSubstr("LOW,HIGH"));
    EXPECT_THAT(refusal("ocio:a:b:shaper=cubic"), HasSubstr("linear or log"));
    EXPECT_THAT(refusal("ocio:a:b:direction=back"), HasSubstr("forward or inverse"));
    EXPECT_EQ(refusal("ocio:a\nb").find('\n'), std::string::npos);
}

TEST(ColourPath, KnowsTheFileBehind) {
    setenv("OCIO", "/studio/config.ocio", 1);
    EXPECT_EQ(file_behind(parsed("ocio:a:b")), "/studio/config.ocio");
    EXPECT_EQ(file_behind(parsed("ocio:a:b:config=mine.ocio")), "mine.ocio");
    EXPECT_EQ(file_behind(parsed("ocio:file=a.cube")), "a.cube");
    EXPECT_EQ(file_behind(parsed("ocio:builtin=A_to_B")), "");
    unsetenv("OCIO");
    EXPECT_EQ(file_behind(parsed("ocio:a:b")), "");
}

}  // namespace
}  // namespace weft
