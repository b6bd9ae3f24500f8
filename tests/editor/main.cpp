// Tests of windows need an application around them.
#include <gtest/gtest.h>

#include <QApplication>
#include <QTemporaryDir>

#include "app/main_window.h"

int main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    const QTemporaryDir settings;  // of nobody's own
    qputenv("XDG_CONFIG_HOME", settings.path().toLocal8Bit());
    QApplication application(argc, argv);
    weft::editor::apply_theme();
    return RUN_ALL_TESTS();
}
