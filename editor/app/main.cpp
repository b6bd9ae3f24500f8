// The editor: weft-editor [DOCUMENT] [PICTURE...]. Pictures are read by the inputs, in order.
#include <QApplication>
#include <QTimer>
#include <cstdio>
#include <cstring>
#include <optional>

#include "app/command_line.h"
#include "app/engine_evaluator.h"
#include "app/engine_functors.h"
#include "app/engine_planner.h"
#include "app/engine_trust.h"
#include "app/main_window.h"
#include "app/picture_displays.h"
#include "app/settings.h"
#include "effects/builtin.h"

namespace {

/// The exit code, where there is only something to print.
std::optional<int> told(const weft::editor::CommandLine& line) {
    if (line.starts()) return std::nullopt;
    std::fputs(line.text.toLocal8Bit().constData(), line.code == 0 ? stdout : stderr);
    return line.code;
}

/// What is asked for where there may be no screen.
bool asks(int argc, char** argv) {
    for (int i = 1; i < argc && std::strcmp(argv[i], "--") != 0; ++i)
        for (const char* question : {"-h", "--help", "--version"})
            if (std::strcmp(argv[i], question) == 0) return true;
    return false;
}

weft::editor::CommandLine command_line(const QStringList& arguments) {
    return weft::editor::read_command_line(arguments.mid(1), WEFT_EDITOR_VERSION);
}

}  // namespace

int main(int argc, char** argv) {
    if (asks(argc, argv)) {
        QStringList arguments;
        for (int i = 0; i < argc; ++i) arguments.append(QString::fromLocal8Bit(argv[i]));
        if (const auto code = told(command_line(arguments))) return *code;
    }
    QApplication application(argc, argv);
    const weft::editor::CommandLine line = command_line(QApplication::arguments());
    if (const auto code = told(line)) return *code;
    QApplication::setApplicationName(QStringLiteral("weft-editor"));
    weft::editor::apply_theme(weft::editor::saved_light_theme() ? weft::editor::theme::Kind::kLight
                                                                : weft::editor::theme::Kind::kDark);
    const weft::Library library = weft::builtin_library();
    weft::editor::MainWindow window(
        library,
        {weft::editor::make_engine_evaluator(library), weft::editor::make_engine_planner(library),
         weft::editor::make_engine_functors(library), weft::editor::make_engine_trust(),
         weft::editor::make_picture_displays()});
    window.restore_window();
    const bool opened = line.document.isEmpty() || window.open_named(line.document);
    if (opened && !line.pictures.isEmpty()) window.show_pictures(line.pictures);
    window.offer_recovery();
    window.show();
    // Framed once panes have their sizes.
    QTimer::singleShot(0, &window, [&window] { window.graph().frame({}); });
    return QApplication::exec();
}
