#include "view/session.h"

namespace weft::editor {

Session::Session(Library library, QObject* parent)
    : QObject(parent), library_(std::move(library)), history_(empty_document()) {}

std::optional<ItemId> Session::single() const {
    return selection_.size() == 1 ? std::optional(*selection_.begin()) : std::nullopt;
}

void Session::open(Document document, bool saved) {
    history_ = History(std::move(document), saved);
    selection_.clear();
    problems_.clear();
    input_shapes_.clear();
    viewed_ = {ItemKind::kOutput, 0};
    Q_EMIT changed();
    Q_EMIT selection_changed();
    Q_EMIT view_changed();
    Q_EMIT problems_changed();
}

bool Session::apply(const QString& name, const Result<Document>& after, const QString& merge) {
    if (!after) {
        say(QString::fromStdString(after.error().message));
        return false;
    }
    history_.push(name.toStdString(), *after, merge.toStdString());
    after_change();
    return true;
}

bool Session::apply(const QString& name, const Result<Edited>& after) {
    if (!after) {
        say(QString::fromStdString(after.error().message));
        return false;
    }
    history_.push(name.toStdString(), after->document);
    after_change();
    select(after->made);
    return true;
}

void Session::undo() {
    if (!history_.can_undo()) return;
    say(tr("Undid: %1").arg(QString::fromStdString(history_.undo_name())));
    history_.undo();
    after_change();
}

void Session::redo() {
    if (!history_.can_redo()) return;
    say(tr("Did again: %1").arg(QString::fromStdString(history_.redo_name())));
    history_.redo();
    after_change();
}

void Session::mark_saved() {
    history_.mark_saved();
    Q_EMIT changed();
}

void Session::after_change() {
    const auto is_gone = [this](ItemId id) { return !exists(document(), id); };
    const bool view_is_gone = is_gone(viewed_);
    if (view_is_gone) viewed_ = {ItemKind::kOutput, 0};
    Q_EMIT changed();  // first: who shows items must know which there are
    if (view_is_gone) Q_EMIT view_changed();
    Selection kept = selection_;
    std::erase_if(kept, is_gone);
    select(kept);
}

void Session::select(Selection selection) {
    if (selection == selection_) return;
    selection_ = std::move(selection);
    Q_EMIT selection_changed();
}

void Session::view(ItemId item) {
    if (item == viewed_) return;
    viewed_ = item;
    Q_EMIT view_changed();
}

void Session::set_problems(std::map<ItemId, QString> problems) {
    if (problems == problems_) return;
    problems_ = std::move(problems);
    Q_EMIT problems_changed();
}

}  // namespace weft::editor
