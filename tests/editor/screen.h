// A screen of a test's own: an X server without a monitor (Xvfb), and an application on it.
#pragma once

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QApplication>
#include <QTemporaryFile>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "application.h"
#include "window_manager.h"

namespace weft::editor {

/// Starts Xvfb on a display that nobody else has, and makes it that of this process and of what it
/// starts. It ends with this process, however that ends. Where WEFT_TEST_DISPLAY names a display,
/// it is that one, and nothing is started. Where there is none, says why and ends the process.
class Screen {
  public:
    Screen() {
        const QByteArray given = qgetenv("WEFT_TEST_DISPLAY");
        qputenv("DISPLAY", given.isEmpty() ? ':' + start() : given);
        qunsetenv("WAYLAND_DISPLAY");
    }
    ~Screen() {
        if (server_ <= 0) return;
        kill(server_, SIGTERM);
        waitpid(server_, nullptr, 0);
    }
    Screen(const Screen&) = delete;
    Screen& operator=(const Screen&) = delete;

  private:
    static constexpr int kNotFound = 127;

    /// The number of the display, which has the density of a usual screen.
    QByteArray start() {
        for (const char* density : {"QT_SCALE_FACTOR", "QT_SCREEN_SCALE_FACTORS", "QT_FONT_DPI"})
            qunsetenv(density);
        int display[2];
        if (!said_.open() || pipe2(display, O_CLOEXEC) != 0) give_up("no pipe or file can be made");
        const pid_t test = getpid();
        server_ = fork();
        if (server_ < 0) give_up("no process can be started");
        if (server_ == 0) serve(test, display[1]);
        close(display[1]);
        QByteArray number;
        for (char letter = 0; read(display[0], &letter, 1) == 1 && letter != '\n';)
            number.append(letter);
        close(display[0]);
        if (number.isEmpty()) give_up(why_it_ended());
        return number;
    }
    /// In the child: becomes the server, or ends.
    [[noreturn]] void serve(pid_t test, int display) {
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        if (getppid() != test) _exit(0);
        fcntl(display, F_SETFD, 0);
        dup2(said_.handle(), STDERR_FILENO);
        const std::string to = std::to_string(display);
        execlp("Xvfb", "Xvfb", "-displayfd", to.c_str(), "-screen", "0", "1920x1200x24", "-dpi",
               "96", "-nolisten", "tcp", "-noreset", static_cast<char*>(nullptr));
        _exit(kNotFound);
    }
    std::string why_it_ended() {
        int status = 0;
        waitpid(server_, &status, 0);
        if (WIFEXITED(status) && WEXITSTATUS(status) == kNotFound)
            return "the program Xvfb is not found. Install Debian's package xvfb";
        said_.seek(0);
        return "Xvfb ended at once, and said: " + said_.readAll().toStdString();
    }
    [[noreturn]] static void give_up(const std::string& why) {
        std::fprintf(stderr,
                     "This test needs an X server of its own, and cannot start one: %s. Or name a "
                     "display that is there: with WEFT_TEST_DISPLAY=:0 it uses yours.\n",
                     why.c_str());
        std::exit(1);
    }

    QTemporaryFile said_;
    pid_t server_ = 0;
};

/// Dark, and with settings of nobody's own, on a screen of its own. One a program, before any
/// window.
class ScreenApplication {
  public:
    ScreenApplication(int& argc, char** argv) : application_(argc, argv) {
        apply_theme(theme::Kind::kDark);
        application_.installEventFilter(&manager_);
    }

  private:
    const Screen screen_;
    const OwnEnvironment environment_{"xcb"};
    QApplication application_;
    WindowManager manager_;
};

}  // namespace weft::editor
