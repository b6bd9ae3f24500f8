// Sizes through the command: the project's format, and pictures brought to another size.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <utility>

#include "run_weft.h"
#include "test_pictures.h"

namespace weft::test {
namespace {

using testing::HasSubstr;

class FormatCommand : public testing::Test {
  protected:
    std::string path(const std::string& name) { return folder_.path(name); }

    /// Renders, and says what size came of it.
    std::pair<int, int> size_of(std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), "render");
        for (const char* more : {"-o", "", "--device", "reference"})
            arguments.push_back(*more ? more : path("out.exr"));
        outcome_ = run_weft(arguments);
        EXPECT_EQ(outcome_.code, 0) << outcome_.err;
        const ReadPicture made = read_picture(path("out.exr"));
        return {made.spec.full_width, made.spec.full_height};
    }

    /// A document of a generator that follows the format, which is `format`.
    std::string document(const std::string& name, const std::string& format) {
        std::ofstream(path(name)) << R"({"weft": 2, "name": "grey",)" << format << R"(
            "inputs": [], "nodes": [{"id": 0, "name": "grey", "functor": "Constant", "inputs": {},
            "parameters": {"width": 0, "height": 0}}],
            "outputs": [{"name": "output", "node": 0, "output": "Output"}]})";
        return path(name);
    }

    using Size = std::pair<int, int>;
    ScratchFolder folder_;
    Outcome outcome_;
};

TEST_F(FormatCommand, IsTheSizeOfGeneratorsThatFollowIt) {
    const std::string with = document("with.weft", R"("format": {"width": 40, "height": 30},)");
    const std::string without = document("without.weft", "");
    EXPECT_EQ(size_of({with}), (Size{40, 30}));
    EXPECT_EQ(size_of({without}), (Size{1920, 1080}));
    EXPECT_EQ(size_of({with, "--project-format", "24x20"}), (Size{24, 20}));
    EXPECT_EQ(size_of({without, "--project-format", "hd 720"}), (Size{1280, 720}));
    EXPECT_EQ(size_of({with, "--set", "grey.width=17"}), (Size{17, 30}));
    EXPECT_THAT(run_weft({"info", with}).out, HasSubstr("\nFormat: 40 x 30\n"));
    EXPECT_THAT(run_weft({"info", without}).out, testing::Not(HasSubstr("Format:")));
}

TEST_F(FormatCommand, IsWhatReformatMakesOfAPicture) {
    write_picture(path("in.exr"), 20, 10, 3, OIIO::TypeDesc::FLOAT);
    const std::vector<std::string> reformat = {"reformat", "-i", path("in.exr")};
    const auto with = [&](std::vector<std::string> more) {
        more.insert(more.begin(), reformat.begin(), reformat.end());
        return size_of(more);
    };
    EXPECT_EQ(with({}), (Size{20, 10}));
    EXPECT_EQ(with({"--project-format", "32x32"}), (Size{32, 32}));
    EXPECT_EQ(with({"--set", "width=40"}), (Size{40, 20}));
    EXPECT_EQ(with({"--set", "width=7", "--set", "height=9", "--project-format", "32x32"}),
              (Size{7, 9}));
    EXPECT_EQ(size_of({"resize", "-i", path("in.exr"), "--set", "scale=1.5"}), (Size{30, 15}));
}

TEST_F(FormatCommand, SaysWhatIsWrongWithIt) {
    outcome_ = run_weft({"render", "Constant", "--project-format", "HD 1081", "-o", path("a.exr")});
    EXPECT_NE(outcome_.code, 0);
    EXPECT_THAT(outcome_.err,
                HasSubstr("there is no format \"HD 1081\" (did you mean \"HD 1080\"?"));
    outcome_ = run_weft({"render", "Constant", "--project-format", "0x5", "-o", path("a.exr")});
    EXPECT_THAT(outcome_.err, HasSubstr("the format 0x5 has a side of 0"));
    const std::string wrong = document("wrong.weft", R"("format": {"width": 40},)");
    outcome_ = run_weft({"render", wrong, "-o", path("a.exr")});
    EXPECT_THAT(outcome_.err, HasSubstr("\"format\""));
    EXPECT_THAT(outcome_.err, HasSubstr("height"));
}

}  // namespace
}  // namespace weft::test
