// What the main window says of files: those that cannot be read, that others write, that are old.
#include <QFile>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>
#include <QTimer>

#include "app/main_window.h"
#include "app/settings.h"
#include "effects/builtin.h"
#include "graph/document.h"

namespace weft::editor {
namespace {

constexpr const char kUnreadable[] = "banner.unreadable", kChanged[] = "banner.changed",
                     kOlder[] = "banner.older";

/// How a document names what a viewer compares by, and the viewer itself.
constexpr std::pair<const char*, Compare> kCompares[] = {{"", Compare::kNone},
                                                         {"wipe", Compare::kWipe},
                                                         {"difference", Compare::kDifference},
                                                         {"side-by-side", Compare::kSideBySide}};

QString joined(const std::vector<std::string>& names) {
    QStringList list;
    for (const std::string& name : names) list.append(QString::fromStdString(name));
    return list.join(QStringLiteral(", "));
}

}  // namespace

void MainWindow::say_unreadable(const Error& error) {
    const QString rest = session_.document() == empty_document()
                             ? QString()
                             : tr("\nWhat was open before is still here.");
    banners_->say(kUnreadable,
                  tr("Not opened: %1").arg(QString::fromStdString(error.message)) + rest,
                  {{tr("Open another…"), "open", [this] { action("file.open")->trigger(); }}});
}

void MainWindow::forget_banners() {
    for (const char* name : {kUnreadable, kChanged, kOlder}) banners_->dismiss(name);
}

void MainWindow::tell_of_older_borders(const QByteArray& text) {
    const std::vector<std::string> nodes = nodes_with_older_borders(
        text.toStdString(), session_.document().draft.graph, session_.library());
    if (nodes.empty()) return;
    banners_->say(
        kOlder,
        tr("%1 is from an older version of Weft, and renders as it did then: beyond the pixels of "
           "a picture, %2 goes on with the nearest one, where new nodes have nothing. Saving keeps "
           "that. “Use nothing” changes it; Undo takes it back.")
            .arg(QFileInfo(path_).fileName(), joined(nodes)),
        {{tr("Use nothing"), "update", [this, nodes] {
              session_.apply(tr("Use nothing beyond pictures"),
                             with_usual_borders(session_.document(), session_.library(), nodes));
          }}});
}

void MainWindow::tell_of_other_file() {
    const QString name = QFileInfo(path_).fileName();
    if (file_.state() == DocumentFile::State::kGone) {
        banners_->say(kChanged, tr("%1 is gone from the disk: another program moved or removed it. "
                                   "Save writes it again.")
                                    .arg(name));
        return;
    }
    const QString cost = session_.history().is_saved()
                             ? QString()
                             : tr(" Reading it again drops your unsaved edits.");
    banners_->say(kChanged,
                  tr("%1 was changed on the disk by another program.").arg(name) + cost +
                      tr(" Saving here asks before it writes over that."),
                  {{tr("Read it again"), "reload", [this] { open(path_); }}});
}

MainWindow::Overwrite MainWindow::ask_overwrite(const QString& path) {
    if (QFileInfo(path).absoluteFilePath() != file_.path() ||
        file_.state() != DocumentFile::State::kChanged)
        return Overwrite::kYes;
    QMessageBox box(QMessageBox::Warning, tr("Changed on the disk"),
                    tr("%1 was changed by another program since it was opened or saved here.")
                        .arg(QFileInfo(path).fileName()),
                    QMessageBox::Cancel, this);
    box.setInformativeText(tr("Writing over it loses what the other program wrote."));
    QPushButton* over = box.addButton(tr("Write over it"), QMessageBox::DestructiveRole);
    QPushButton* elsewhere = box.addButton(tr("Save as…"), QMessageBox::AcceptRole);
    over->setObjectName(QStringLiteral("overwrite"));
    elsewhere->setObjectName(QStringLiteral("elsewhere"));
    box.setDefaultButton(QMessageBox::Cancel);
    box.exec();
    if (box.clickedButton() == over) return Overwrite::kYes;
    return box.clickedButton() == elsewhere ? Overwrite::kElsewhere : Overwrite::kNo;
}

void MainWindow::know_file_before(const QDateTime& time) {
    QFile file(path_);
    const bool is_old = QFileInfo(path_).lastModified() <= time;
    // Bytes that no document has: whatever is there is another's.
    file_.know(path_, is_old && file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray());
}

bool MainWindow::open_named(const QString& name) {
    const Effect* effect = QFileInfo::exists(name) ? nullptr : find_effect(name.toStdString());
    if (effect == nullptr) return open(name);
    forget_banners();
    set_path({});
    file_.know({}, {});
    session_.open(document_of(effect->build()));
    QTimer::singleShot(0, graph_, [this] { graph_->frame({}); });
    return true;
}

Views MainWindow::views() const {
    Views views = session_.views();
    const PictureView& picture = viewer_->view();
    for (const auto& [name, compare] : kCompares)
        if (compare == picture.compare()) views.compare = name;
    views.wipe = picture.wipe();
    return views;
}

void MainWindow::set_views(const Views& views) {
    session_.set_views(views);
    for (const auto& [name, compare] : kCompares)
        if (views.compare == name) viewer_->set_compare(compare);
    viewer_->view().set_wipe(views.wipe);
}

void MainWindow::restore_window() {
    restoreGeometry(saved_geometry());
    restoreState(saved_layout());
}

void MainWindow::keep_window() {
    save_geometry(saveGeometry());
    save_layout(saveState());
}

}  // namespace weft::editor
