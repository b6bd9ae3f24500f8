// What headers must not include.
#include <filesystem>

#include "scratch_folder.h"
#include "translate_fixture.h"

namespace weft::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

namespace fs = std::filesystem;

class OutsideIncludes : public testing::Test {
  protected:
    void write(const std::string& name, const std::string& text) const {
        const fs::path path = folder.folder() / name;
        fs::create_directories(path.parent_path());
        write_text(path, text);
    }

    /// What is wrong with the header in the folder; empty: nothing.
    std::string wrong(const std::string& name) const {
        TranslateOptions options;
        options.header = folder.path(name);
        options.include_paths = {WEFT_FRAMEWORK_DIR};
        return said(translate(options));
    }

    static std::string said(const Result<Translation>& translation) {
        return translation ? format_diagnostics(translation->diagnostics)
                           : translation.error().message;
    }

    static std::string functor(const std::string& before) {
        return functor_with("        Output() = Input();\n", "", before);
    }

    ScratchFolder folder;
};

TEST_F(OutsideIncludes, FilesBesideAHeaderAreReadWhereItNamesThem) {
    write("mine.h", functor("#include \"beside.h\"\n#include \"below/two.h\"\n#include <cmath>\n"));
    write("beside.h", "constexpr int kBeside = 1;\n");
    write("below/two.h", "#include \"three.h\"\n");
    write("below/three.h", "constexpr int kThree = 3;\n");
    write("unnamed.h", "#error nobody includes this\n");
    EXPECT_EQ(wrong("mine.h"), "");
}

/// Or a checkout elsewhere would share no kernel of theirs.
TEST_F(OutsideIncludes, KernelTextsSayNothingOfWhereHeadersLie) {
    const auto text_in = [&](const std::string& checkout) {
        write(checkout + "/below/mine.h", functor_with("        Output() = twice(Input());\n", "",
                                                       "#include \"../beside.h\"\n"));
        write(checkout + "/beside.h", "inline float twice(float v) { return v + v; }\n");
        const Result<Translation> t = translate({.header = folder.path(checkout + "/below/mine.h"),
                                                 .include_paths = {WEFT_FRAMEWORK_DIR},
                                                 .display_name = "below/mine.h"});
        return t && t->functors.size() == 1 ? t->functors[0].scalar_text : said(t);
    };
    EXPECT_THAT(text_in("here"),
                AllOf(HasSubstr("\"below/mine.h\""), HasSubstr("#line 1 \"beside.h\"")));
    EXPECT_EQ(text_in("here"), text_in("there"));
}

TEST_F(OutsideIncludes, NothingPassesForAHeaderOfWeft) {
    write("mine.h", functor(""));
    ASSERT_EQ(wrong("mine.h"), "");
    write("core/functor.h", "#include \"" WEFT_FRAMEWORK_DIR "/core/functor.h\"\nint planted;\n");
    EXPECT_THAT(wrong("mine.h"),
                AllOf(HasSubstr("mine.h:1:10"), HasSubstr(folder.path("core/functor.h")),
                      HasSubstr("under the name of one of Weft's own")));
    // By a macro, and one that is not the first.
    fs::remove(folder.path("core/functor.h"));
    write("core/math.h", "#include \"" WEFT_FRAMEWORK_DIR "/core/math.h\"\nint planted;\n");
    EXPECT_EQ(wrong("mine.h"), "") << "nothing here includes it by that name";
    write("mine.h", functor("#define MATHS \"core/math.h\"\n#include MATHS\n"));
    EXPECT_THAT(wrong("mine.h"), HasSubstr("under the name of one of Weft's own"));
}

TEST_F(OutsideIncludes, DocumentsBringAllTheirCode) {
    EXPECT_EQ(said(translate_text(functor("#include <cmath>\n#include <vector>\n"))), "");
    write("evil.h", "int evil;\n");
    const std::string path = folder.path("evil.h");
    for (const std::string& name : {path, "../../../../../../../../../.." + path}) {
        EXPECT_THAT(said(translate_text(functor("#include \"" + name + "\"\n"))),
                    AllOf(HasSubstr("test.h:3:10"), HasSubstr("includes '" + name + "'"),
                          HasSubstr("a file of this machine")));
    }
    EXPECT_THAT(
        said(translate_text(functor("#define FILE_HERE \"" + path + "\"\n#include FILE_HERE\n"))),
        HasSubstr("a file of this machine"));
}

}  // namespace
}  // namespace weft::test
