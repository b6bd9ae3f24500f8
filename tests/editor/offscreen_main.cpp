// Tests of windows that start no process of their own test program.
#include <gtest/gtest.h>

#include "offscreen.h"

int main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    const weft::editor::OffscreenApplication application(argc, argv);
    return RUN_ALL_TESTS();
}
