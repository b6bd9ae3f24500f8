// Orders of turns: each is a permutation, and the same on every machine.
#include "runtime/simt/schedule.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace weft {
namespace {

TEST(SimtSchedule, ArrangesEveryTurnOnce) {
    for (const SimtSchedule& schedule : simt_schedules(5, 9))
        for (std::uint32_t count : {0u, 1u, 2u, 33u, 1024u}) {
            std::vector<std::uint32_t> turns;
            schedule.arrange(3, count, turns);
            ASSERT_EQ(turns.size(), count);
            std::sort(turns.begin(), turns.end());
            for (std::uint32_t i = 0; i < count; ++i) EXPECT_EQ(turns[i], i) << schedule.name();
        }
}

TEST(SimtSchedule, BeginsWithBothDirectionsAndThenDiffers) {
    const auto schedules = simt_schedules(4, 7);
    std::vector<std::uint32_t> forwards, backwards, random, other, again;
    schedules[0].arrange(0, 64, forwards);
    schedules[1].arrange(0, 64, backwards);
    schedules[2].arrange(0, 64, random);
    schedules[3].arrange(0, 64, other);
    schedules[2].arrange(0, 64, again);
    EXPECT_EQ(forwards.front(), 0u);
    EXPECT_EQ(backwards.front(), 63u);
    EXPECT_NE(random, forwards);
    EXPECT_NE(random, other);
    EXPECT_EQ(random, again);
    schedules[2].arrange(1, 64, again);
    EXPECT_NE(random, again);
    EXPECT_EQ(schedules[2].name(), "random order 7");
    EXPECT_EQ(schedules[3].name(), "random order 8");
}

}  // namespace
}  // namespace weft
