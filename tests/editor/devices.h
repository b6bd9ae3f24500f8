// A keyboard and a pointer at an X server: what they do, windows get as from a person's.
#pragma once

#include <xcb/xcb.h>
#include <xcb/xtest.h>

#include <QAbstractNativeEventFilter>
#include <QCoreApplication>
#include <QPoint>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <thread>

namespace weft::editor {

/// Of the display that DISPLAY names, for one thread; made and destroyed in the application's.
class Devices : public QAbstractNativeEventFilter {
  public:
    /// `window` is one of the application's, and outlives this.
    explicit Devices(quint32 window)
        : window_(window), server_(xcb_connect(nullptr, nullptr)), setup_(xcb_get_setup(server_)) {
        if (xcb_connection_has_error(server_)) qFatal("the display cannot be reached");
        const auto* test = xcb_get_extension_data(server_, &xcb_test_id);
        if (!test || !test->present) qFatal("the display has no extension XTEST");
        root_ = xcb_setup_roots_iterator(setup_).data->root;
        constexpr char kName[] = "WEFT_TEST_ALL_TAKEN";
        const auto asked = xcb_intern_atom(server_, 0, sizeof kName - 1, kName);
        auto* atom = xcb_intern_atom_reply(server_, asked, nullptr);
        mark_ = atom->atom;
        std::free(atom);
        const int count = setup_->max_keycode - setup_->min_keycode + 1;
        const auto keys =
            xcb_get_keyboard_mapping(server_, setup_->min_keycode, static_cast<quint8>(count));
        keys_ = xcb_get_keyboard_mapping_reply(server_, keys, nullptr);
        QCoreApplication::instance()->installNativeEventFilter(this);
    }
    ~Devices() override {
        QCoreApplication::instance()->removeNativeEventFilter(this);
        std::free(keys_);
        xcb_disconnect(server_);
    }
    Devices(const Devices&) = delete;
    Devices& operator=(const Devices&) = delete;

    /// In pixels of the screen.
    void move(QPoint to) { send(XCB_MOTION_NOTIFY, 0, to); }
    /// 1 is the left button, 2 the middle one, 3 the right one.
    void button(int which, bool down) {
        send(down ? XCB_BUTTON_PRESS : XCB_BUTTON_RELEASE, which, {});
    }
    /// By what is printed on it.
    void key(xcb_keysym_t symbol, bool down) {
        send(down ? XCB_KEY_PRESS : XCB_KEY_RELEASE, place_of(symbol).code, {});
    }
    /// Whether a symbol takes Shift.
    bool is_shifted(xcb_keysym_t symbol) const { return place_of(symbol).shifted; }

    /// Until the application has taken all events that came before. It may not have answered them.
    void wait_until_taken() {
        xcb_client_message_event_t mark{};
        mark.response_type = XCB_CLIENT_MESSAGE;
        mark.format = 32;
        mark.window = window_;
        mark.type = mark_;
        const int before = taken_;
        xcb_send_event(server_, 0, window_, XCB_EVENT_MASK_NO_EVENT,
                       reinterpret_cast<const char*>(&mark));
        xcb_flush(server_);
        while (taken_ == before) std::this_thread::sleep_for(std::chrono::microseconds(200));
    }

  private:
    struct Place {
        int code;
        bool shifted;
    };

    bool nativeEventFilter(const QByteArray& kind, void* message, qintptr*) override {
        if (kind != "xcb_generic_event_t") return false;
        const auto* event = static_cast<const xcb_generic_event_t*>(message);
        if ((event->response_type & 0x7f) != XCB_CLIENT_MESSAGE) return false;
        const bool is_mark =
            reinterpret_cast<const xcb_client_message_event_t*>(event)->type == mark_;
        if (is_mark) ++taken_;
        return is_mark;
    }
    void send(int event, int detail, QPoint at) {
        xcb_test_fake_input(server_, static_cast<quint8>(event), static_cast<quint8>(detail),
                            XCB_CURRENT_TIME, root_, static_cast<qint16>(at.x()),
                            static_cast<qint16>(at.y()), 0);
        xcb_flush(server_);
    }
    Place place_of(xcb_keysym_t symbol) const {
        const xcb_keysym_t* symbols = xcb_get_keyboard_mapping_keysyms(keys_);
        const int columns = keys_->keysyms_per_keycode;
        const int codes = xcb_get_keyboard_mapping_keysyms_length(keys_) / columns;
        for (const bool shifted : {false, true})
            for (int code = 0; code < codes; ++code)
                if (symbols[code * columns + shifted] == symbol)
                    return {code + setup_->min_keycode, shifted};
        qFatal("the display's keyboard has no key for the symbol 0x%x", symbol);
    }

    const quint32 window_;
    xcb_connection_t* const server_;
    const xcb_setup_t* const setup_;
    xcb_window_t root_ = 0;
    xcb_atom_t mark_ = 0;
    xcb_get_keyboard_mapping_reply_t* keys_ = nullptr;
    std::atomic<int> taken_ = 0;
};

/// The X server's symbol of one of Qt's keys.
inline xcb_keysym_t symbol_of(Qt::Key key) {
    switch (key) {
        case Qt::Key_Escape: return 0xff1b;
        case Qt::Key_Tab: return 0xff09;
        case Qt::Key_Backspace: return 0xff08;
        case Qt::Key_Return: return 0xff0d;
        case Qt::Key_Delete: return 0xffff;
        case Qt::Key_Home: return 0xff50;
        case Qt::Key_Left: return 0xff51;
        case Qt::Key_Up: return 0xff52;
        case Qt::Key_Right: return 0xff53;
        case Qt::Key_Down: return 0xff54;
        case Qt::Key_End: return 0xff57;
        default: break;
    }
    if (key >= Qt::Key_F1 && key <= Qt::Key_F12) return 0xffbe + (key - Qt::Key_F1);
    if (key >= Qt::Key_A && key <= Qt::Key_Z) return 'a' + (key - Qt::Key_A);
    return static_cast<xcb_keysym_t>(key);  // others of Latin 1 are alike
}

}  // namespace weft::editor
