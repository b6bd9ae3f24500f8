// Lines of the message over a dark frame.
#include <gtest/gtest.h>

#include "viewer/wrapped_text.h"

namespace weft::editor {
namespace {

/// As though each letter were one wide.
std::string wrapped_at(int widest, const char* text) {
    return wrapped(QString::fromUtf8(text), widest,
                   [](const QString& line) { return static_cast<int>(line.size()); })
        .toStdString();
}

TEST(WrappedText, BreaksAtSpacesAlone) {
    EXPECT_EQ(wrapped_at(14, "load it with --functors my-file.h"),
              "load it with\n--functors\nmy-file.h");
    EXPECT_EQ(wrapped_at(33, "load it with --functors my-file.h"),
              "load it with --functors my-file.h");
    EXPECT_EQ(wrapped_at(12, "first line\nsecond of two"), "first line\nsecond of\ntwo");
    EXPECT_EQ(wrapped_at(12, ""), "");
}

TEST(WrappedText, BreaksAWordThatIsWiderByItself) {
    EXPECT_EQ(wrapped_at(8, "in /a/very/long/path it is"), "in\n/a/very/\nlong/pat\nh it is");
    EXPECT_EQ(wrapped_at(0, "ab"), "a\nb");  // no width is too small to end
}

}  // namespace
}  // namespace weft::editor
