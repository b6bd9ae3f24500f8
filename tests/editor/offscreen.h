// An application for windows that nobody sees.
#pragma once

#include <QApplication>

#include "application.h"

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

    const OwnEnvironment environment_{"offscreen"};
    QApplication application_;
};

}  // namespace weft::editor
