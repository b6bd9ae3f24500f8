// What artists do by keys and pointer, on a screen of its own: an application around its tests.
#include <gtest/gtest.h>

#include "screen.h"

int main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    const weft::editor::ScreenApplication application(argc, argv);
    return RUN_ALL_TESTS();
}
