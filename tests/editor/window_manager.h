// What a window manager does for people, on a screen that has none.
#pragma once

#include <QApplication>
#include <QEvent>
#include <QPointer>
#include <QWidget>
#include <vector>

namespace weft::editor {

/// A window that opens or is clicked gets the keyboard; where one closes, that which had it before.
/// An event filter of the application.
class WindowManager : public QObject {
  public:
    bool eventFilter(QObject* object, QEvent* event) override {
        if (!object->isWidgetType()) return false;
        QWidget& window = *static_cast<QWidget*>(object)->window();
        if (!is_managed(window)) return false;
        const bool of_itself = &window == object;
        switch (event->type()) {
            case QEvent::Show:
                if (of_itself && !window.testAttribute(Qt::WA_ShowWithoutActivating))
                    window.activateWindow();
                break;
            case QEvent::MouseButtonPress:
                if (!window.isActiveWindow()) window.activateWindow();
                break;
            case QEvent::WindowActivate:
                if (!of_itself) break;
                forget(&window);
                windows_.emplace_back(&window);
                break;
            case QEvent::Hide:
                if (!of_itself) break;
                forget(&window);
                if (!windows_.empty()) windows_.back()->activateWindow();
                break;
            default: break;
        }
        return false;
    }

  private:
    static bool is_managed(const QWidget& window) {
        return window.windowType() != Qt::Popup && window.windowType() != Qt::ToolTip &&
               !(window.windowFlags() & Qt::X11BypassWindowManagerHint);
    }
    void forget(const QWidget* gone) {
        std::erase_if(windows_, [&](const QPointer<QWidget>& window) {
            return window.isNull() || window == gone || !window->isVisible();
        });
    }

    std::vector<QPointer<QWidget>> windows_;  // the last has the keyboard
};

}  // namespace weft::editor
