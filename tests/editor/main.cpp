// Tests of windows need an application around them.
#include <gtest/gtest.h>

#include <QApplication>
#include <QStandardPaths>

#include "app/main_window.h"

int main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    QStandardPaths::setTestModeEnabled(true);
    QApplication application(argc, argv);
    weft::editor::apply_theme();
    return RUN_ALL_TESTS();
}
