// Effects that people saved: groups that become some, and the folders that hold them.
#include <QDir>

#include "app/atomic_file.h"
#include "app/known_effects.h"
#include "app/main_window.h"
#include "app/save_effect_dialog.h"
#include "batch/effect_folders.h"
#include "commands/effect_edits.h"

namespace weft::editor {

/// The group becomes an instance of what is saved, and so do others of it follow.
void MainWindow::save_effect(int group) {
    const Document& document = session_.document();
    const Library& library = session_.library();
    const Group& box = document.groups.at(group);
    QStringList folders;
    for (const std::string& folder : effect_folders())
        folders.append(QString::fromStdString(folder));
    const KnownEffect* known =
        box.origin ? known_effect(session_.effects(), box.origin->effect) : nullptr;
    SaveEffectDialog dialog(QString::fromStdString(known ? known->name : effect_name(box.name)),
                            known ? QString::fromStdString(known->summary) : QString(), folders,
                            this);
    if (dialog.exec() != QDialog::Accepted) return;
    const std::string name = dialog.name().toStdString();
    const auto place = next_version(dialog.folder().toStdString(), name);
    if (!place) return session_.say(QString::fromStdString(place.error().message));
    const Result<Document> named = name_ports(document, library, group);
    const Result<Document> effect =
        named ? effect_of(*named, library, group, name, dialog.summary().toStdString()) : named;
    if (!effect) return session_.say(QString::fromStdString(effect.error().message));
    const std::string text = to_text(*effect, library);
    const KnownEffect saved{name, dialog.summary().toStdString(), place->version, place->path,
                            [&text] { return text; }};
    const Result<EffectContents> contents = read_effect(saved, library);
    if (!contents) return session_.say(QString::fromStdString(contents.error().message));
    const QString path = QString::fromStdString(place->path);
    QDir().mkpath(dialog.folder());
    if (const QString problem = write_atomically(path, QByteArray::fromStdString(text));
        !problem.isEmpty())
        return session_.say(tr("%1 was not saved: %2").arg(path, problem));
    trust_code_of(*effect);
    session_.apply(tr("Save as effect %1").arg(dialog.name()),
                   Result<Document>(as_instance(*named, group, contents->origin)));
    read_effects();
    session_.say(tr("Saved %1").arg(path));
}

void MainWindow::read_effects() {
    session_.set_effects(known_effects(session_.library()));
    QStringList files;
    for (const std::string& folder : effect_folders()) files.append(QString::fromStdString(folder));
    for (const KnownEffect& effect : session_.effects())
        if (!effect.file.empty()) files.append(QString::fromStdString(effect.file));
    effect_files_.watch(files);
}

}  // namespace weft::editor
