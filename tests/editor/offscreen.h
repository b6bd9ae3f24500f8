// An application for windows that nobody sees.
#pragma once

#include <QApplication>
#include <QTemporaryDir>

#include "app/main_window.h"

namespace weft::editor {

/// Dark, without a screen, and with settings of nobody's own. One a program, before any window.
class OffscreenApplication {
  public:
    OffscreenApplication(int& argc, char** argv) : application_(argc, argv) {
        apply_theme(theme::Kind::kDark);
        others() = qInstallMessageHandler(pass_on);
    }

  private:
    static QtMessageHandler& others() {
        static QtMessageHandler handler = nullptr;
        return handler;
    }
    /// All messages but that no window system is there to raise a window, or to grab a keyboard.
    static void pass_on(QtMsgType type, const QMessageLogContext& context, const QString& text) {
        if (!text.startsWith(QLatin1String("This plugin does not support")))
            others()(type, context, text);
    }

    /// What an application looks at when it is made.
    struct Environment {
        Environment() {
            qputenv("QT_QPA_PLATFORM", "offscreen");
            qputenv("XDG_CONFIG_HOME", settings.path().toLocal8Bit());
            qputenv("XDG_DATA_HOME", settings.path().toLocal8Bit());
            qunsetenv("WEFT_EFFECTS");
        }
        const QTemporaryDir settings;
    };

    const Environment environment_;
    QApplication application_;
};

}  // namespace weft::editor
