// Tests of windows need an application around them.
#include <gtest/gtest.h>

#include "offscreen.h"
#include "until_killed.h"

int main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    // Commands that a window starts are looked through for leaks where they are tested themselves.
    qputenv("ASAN_OPTIONS", qgetenv("ASAN_OPTIONS") + ":detect_leaks=0");
    const weft::editor::OffscreenApplication application(argc, argv);
    if (qEnvironmentVariableIsSet("WEFT_TEST_EDIT_UNTIL_KILLED")) weft::editor::edit_until_killed();
    return RUN_ALL_TESTS();
}
