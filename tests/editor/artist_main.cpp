// What artists do by keys and pointer: an application around its tests.
#include <gtest/gtest.h>

#include "offscreen.h"

int main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    const weft::editor::OffscreenApplication application(argc, argv);
    return RUN_ALL_TESTS();
}
