// Regions and sizes as people type them.
#include "cli/parse_values.h"

#include <gtest/gtest.h>

namespace weft {
namespace {

TEST(Parse, Regions) {
    EXPECT_EQ(*parse_region("1,2,3,4"), (Rect{1, 2, 4, 6}));
    EXPECT_EQ(*parse_region("-5,-6,1,1"), (Rect{-5, -6, -4, -5}));
    for (const char* bad :
         {"", "1", "1,2,3", "1,2,3,0", "1,2,-3,4", "1,2,3,4,", "1,2,3,4,5", "a,2,3,4", "1, 2,3,4",
          "1.5,2,3,4", "1,2,3,99999999999", "2147483647,0,1,1", "1;2;3;4"})
        EXPECT_FALSE(parse_region(bad)) << bad;
}

TEST(Parse, Sizes) {
    EXPECT_EQ(*parse_size("1920x1080"), (Rect{0, 0, 1920, 1080}));
    EXPECT_EQ(*parse_size("1x1"), (Rect{0, 0, 1, 1}));
    for (const char* bad : {"", "5", "5x", "x5", "0x5", "5x0", "-1x5", "5X5", "5x5x5", "5 x 5"})
        EXPECT_FALSE(parse_size(bad)) << bad;
}

TEST(Parse, SingleLine) {
    EXPECT_EQ(single_line("a"), "a");
    EXPECT_EQ(single_line("a\n"), "a");
    EXPECT_EQ(single_line("a\r\nb\n\nc"), "a | b | c");
    EXPECT_EQ(single_line(""), "");
    EXPECT_EQ(single_line("\n\n"), "");
}

}  // namespace
}  // namespace weft
