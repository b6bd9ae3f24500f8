// What becomes of headers as a whole: errors that are no diagnostics, and modules.
#include "translate_fixture.h"

namespace weft {
namespace {

using test::functor_with;
using test::translate_text;
using ::testing::HasSubstr;

TEST(Translate, UnreadableFileIsAnError) {
    const Result<Translation> t = translate({.header = "/nowhere/functor.h"});
    ASSERT_FALSE(t);
    EXPECT_THAT(t.error().message, HasSubstr("/nowhere/functor.h"));
}

TEST(Translate, HeaderWithoutFunctorIsAnError) {
    const Result<Translation> t = translate_text("inline int one() { return 1; }\n");
    ASSERT_FALSE(t);
    EXPECT_THAT(t.error().message, HasSubstr("no functor"));
}

TEST(Translate, EmptyAndBinaryTextAreRefused) {
    EXPECT_FALSE(translate_text(""));
    const Result<Translation> t = translate_text(std::string("\0\xff\x80 }{", 6));
    EXPECT_TRUE(!t || !t->diagnostics.empty());
}

TEST(Translate, NamesTheFilesItRead) {
    const Result<Translation> t = translate_text(functor_with("        Output() = Input();\n"));
    ASSERT_TRUE(t);
    ASSERT_GT(t->dependencies.size(), 1u);
    EXPECT_EQ(t->dependencies[0], "test.h");
}

TEST(PrintModule, NamedAndLoadable) {
    const Result<Translation> t = translate_text(functor_with("        Output() = Input();\n"));
    ASSERT_TRUE(t);
    const Result<std::string> named = print_module({*t}, "extras");
    ASSERT_TRUE(named);
    EXPECT_THAT(*named, HasSubstr("const weft::FunctorModule* extras_module()"));
    const Result<std::string> loadable = print_module({*t}, "");
    ASSERT_TRUE(loadable);
    EXPECT_THAT(*loadable, HasSubstr("extern \"C\""));
    EXPECT_THAT(*loadable, HasSubstr("weft_functor_module()"));
}

TEST(PrintModule, RefusesTwoFunctorsOfOneNameAndBadNames) {
    const Result<Translation> t = translate_text(functor_with("        Output() = Input();\n"));
    ASSERT_TRUE(t);
    EXPECT_FALSE(print_module({*t, *t}, "extras"));
    EXPECT_FALSE(print_module({*t}, "not a name"));
}

TEST(PrintModule, RefusesWhatWasRefused) {
    const Result<Translation> t =
        translate_text(functor_with("        Output() = Input() * 0.5;\n"));
    ASSERT_TRUE(t);
    ASSERT_EQ(t->diagnostics.size(), 1u);
    EXPECT_FALSE(print_module({*t}, "extras"));
}

}  // namespace
}  // namespace weft
