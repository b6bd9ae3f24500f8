// Tests of windows need an application around them.
#include <gtest/gtest.h>

#include <QApplication>
#include <QTemporaryDir>

#include "app/main_window.h"
#include "until_killed.h"

int main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    const QTemporaryDir settings;  // of nobody's own
    qputenv("XDG_CONFIG_HOME", settings.path().toLocal8Bit());
    qputenv("XDG_DATA_HOME", settings.path().toLocal8Bit());
    // Commands that a window starts are looked through for leaks where they are tested themselves.
    qputenv("ASAN_OPTIONS", qgetenv("ASAN_OPTIONS") + ":detect_leaks=0");
    QApplication application(argc, argv);
    weft::editor::apply_theme(weft::editor::theme::Kind::kDark);
    if (qEnvironmentVariableIsSet("WEFT_TEST_EDIT_UNTIL_KILLED")) weft::editor::edit_until_killed();
    return RUN_ALL_TESTS();
}
