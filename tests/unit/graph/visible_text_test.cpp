// What is shown of a stranger's text is what is there.
#include "support/visible_text.h"

#include <gtest/gtest.h>

namespace weft {
namespace {

TEST(VisibleText, PlainTextIsAsItIs) {
    const std::string text = "int x = 1;\t// größer, 日本語, 🙂\n\n}\n";
    EXPECT_EQ(visible_text(text), text);
    EXPECT_EQ(visible_text(""), "");
}

TEST(VisibleText, WritesOutWhatATerminalWouldObey) {
    EXPECT_EQ(visible_text("a\x1b[2Jb"), "a<U+001B>[2Jb");
    EXPECT_EQ(visible_text("evil();\rgood();"), "evil();<U+000D>good();");
    EXPECT_EQ(visible_text("\b\x7f"), "<U+0008><U+007F>");
    EXPECT_EQ(visible_text(std::string(1, '\0')), "<U+0000>");
    EXPECT_EQ(visible_text("\u009b31m"), "<U+009B>31m");
}

TEST(VisibleText, WritesOutWhatHidesOrReversesWriting) {
    EXPECT_EQ(visible_text("/* \u202e */ \u2066x\u2069"), "/* <U+202E> */ <U+2066>x<U+2069>");
    EXPECT_EQ(visible_text("a\u200bb\ufeff\u2028"), "a<U+200B>b<U+FEFF><U+2028>");
    EXPECT_EQ(visible_text("\U000e0041"), "<U+E0041>");
}

TEST(VisibleText, NamesBytesThatAreNoText) {
    EXPECT_EQ(visible_text("\xff"), "<0xFF>");
    EXPECT_EQ(visible_text("\xc3"), "<0xC3>");
    EXPECT_EQ(visible_text("\xc3("), "<0xC3>(");
    EXPECT_EQ(visible_text("\xe2\x80"), "<0xE2><0x80>");
    EXPECT_EQ(visible_text("\xc0\x9b"), "<0xC0><0x9B>") << "an escape in more bytes than it needs";
    EXPECT_EQ(visible_text("\xed\xa0\x80"), "<0xED><0xA0><0x80>") << "half of a pair";
}

}  // namespace
}  // namespace weft
