// The editor: weft-editor [DOCUMENT [PICTURE]]. The picture is shown through the first input.
#include <QApplication>
#include <QFileInfo>

#include "app/engine_evaluator.h"
#include "app/engine_functors.h"
#include "app/engine_planner.h"
#include "app/engine_trust.h"
#include "app/main_window.h"
#include "app/picture_displays.h"
#include "app/settings.h"
#include "effects/builtin.h"

int main(int argc, char** argv) {
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("weft-editor"));
    weft::editor::apply_theme(weft::editor::saved_light_theme() ? weft::editor::theme::Kind::kLight
                                                                : weft::editor::theme::Kind::kDark);
    const weft::Library library = weft::builtin_library();
    weft::editor::MainWindow window(
        library,
        {weft::editor::make_engine_evaluator(library), weft::editor::make_engine_planner(library),
         weft::editor::make_engine_functors(library), weft::editor::make_engine_trust(),
         weft::editor::make_picture_displays()});
    window.restoreState(weft::editor::saved_layout());
    const QStringList arguments = QApplication::arguments();
    if (arguments.size() > 1) window.open(arguments[1]);
    weft::editor::Session& session = window.session();
    if (arguments.size() > 2 && !session.document().draft.graph.inputs.empty())
        session.open(weft::editor::set_picture(
            session.document(), session.document().draft.graph.inputs.front().name,
            QFileInfo(arguments[2]).absoluteFilePath().toStdString()));
    window.offer_recovery();
    window.show();
    return QApplication::exec();
}
