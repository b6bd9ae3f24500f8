#include "view/session.h"

#include <algorithm>

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
    slots_ = {{1, {ItemKind::kOutput, 0}}};
    slot_ = 1;
    other_ = 0;
    frame_ = history_.document().timeline.in;
    set_costs({});
    Q_EMIT opened();
    Q_EMIT changed();
    Q_EMIT selection_changed();
    Q_EMIT view_changed();
    Q_EMIT frame_changed();
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
    const bool view_is_gone = drop_gone_slots();
    Q_EMIT changed();  // first: who shows items must know which there are
    if (view_is_gone) Q_EMIT view_changed();
    Selection kept = selection_;
    std::erase_if(kept, is_gone);
    select(kept);
    set_frame(frame_);  // there may be other frames
}

void Session::select(Selection selection) {
    if (selection == selection_) return;
    selection_ = std::move(selection);
    Q_EMIT selection_changed();
}

void Session::set_frame(int frame) {
    const Timeline& timeline = document().timeline;
    frame = std::clamp(frame, timeline.first, timeline.last);
    if (frame == frame_) return;
    frame_ = frame;
    Q_EMIT frame_changed();
}

bool Session::drop_gone_slots() {
    const std::size_t count = slots_.size();
    std::erase_if(slots_, [this](const auto& slot) { return !exists(document(), slot.second); });
    if (slots_.size() == count) return false;
    if (!slots_.contains(other_)) other_ = 0;
    slots_.try_emplace(slot_, ItemId{ItemKind::kOutput, 0});
    return true;
}

void Session::view_at(int slot, std::optional<ItemId> item) {
    if (item) slots_[slot] = *item;
    if (!slots_.contains(slot)) {
        say(tr("Nothing is at %1 yet: select a node in the graph and press %1").arg(slot));
        return;
    }
    slot_ = slot;
    Q_EMIT view_changed();
}

void Session::compare_at(int slot, std::optional<ItemId> item) {
    if (slot && item) slots_[slot] = *item;
    if (slot && !slots_.contains(slot)) {
        say(tr("Nothing is at %1 yet: select a node in the graph and press Shift and %1")
                .arg(slot));
        return;
    }
    other_ = slot;
    Q_EMIT view_changed();
}

void Session::swap_views() {
    if (!other_) return;
    std::swap(slot_, other_);
    Q_EMIT view_changed();
}

void Session::set_kernels(std::map<NodeId, int> kernels) {
    if (kernels == kernels_) return;
    kernels_ = std::move(kernels);
    Q_EMIT kernels_changed();
}

void Session::set_counts_costs(bool on) {
    if (on == counts_costs_) return;
    counts_costs_ = on;
    if (!on) set_costs({});
    Q_EMIT counts_costs_changed();
}

void Session::set_costs(std::optional<Costs> costs) {
    if (costs == costs_ || (costs && !counts_costs_)) return;
    costs_ = std::move(costs);
    Q_EMIT costs_changed();
}

void Session::set_problems(std::map<ItemId, QString> problems) {
    if (problems == problems_) return;
    problems_ = std::move(problems);
    Q_EMIT problems_changed();
}

}  // namespace weft::editor
