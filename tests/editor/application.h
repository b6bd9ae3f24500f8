// What an application of a test looks at when it is made: nothing of the one who runs it.
#pragma once

#include <QTemporaryDir>

#include "app/main_window.h"

namespace weft::editor {

/// Settings and files of nobody's own, and Qt as it is on a desktop that it does not know. Before
/// the application.
class OwnEnvironment {
  public:
    explicit OwnEnvironment(const char* platform) {
        qputenv("QT_QPA_PLATFORM", platform);
        qputenv("QT_XCB_GL_INTEGRATION", "none");  // windows are drawn by processors
        qputenv("DBUS_SESSION_BUS_ADDRESS", "disabled:");
        for (const char* desktop :
             {"XDG_CURRENT_DESKTOP", "DESKTOP_SESSION", "QT_QPA_PLATFORMTHEME", "QT_STYLE_OVERRIDE",
              "QT_IM_MODULE", "WEFT_EFFECTS"})
            qunsetenv(desktop);
        qputenv("XDG_CONFIG_HOME", settings_.path().toLocal8Bit());
        qputenv("XDG_DATA_HOME", settings_.path().toLocal8Bit());
    }

  private:
    const QTemporaryDir settings_;
};

}  // namespace weft::editor
