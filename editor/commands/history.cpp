#include "commands/history.h"

namespace weft::editor {

void History::push(const std::string& name, const Document& after, const std::string& merge) {
    Difference change = difference(document_, after);
    if (change.empty()) return;
    const bool merges = !merge.empty() && can_undo() && !can_redo() && !is_saved() &&
                        edits_[done_ - 1].merge == merge;
    if (merges) {
        Document before = document_;
        apply(before, inverted(edits_[done_ - 1].change));
        change = difference(before, after);
        edits_.pop_back();
        --done_;
    }
    if (saved_ > static_cast<std::ptrdiff_t>(done_)) saved_ = -1;
    edits_.resize(done_);
    document_ = after;
    if (change.empty()) return;  // a drag back to where it began
    edits_.push_back({name, std::move(change), merge});
    ++done_;
}

void History::end_merge() {
    if (can_undo()) edits_[done_ - 1].merge.clear();
}

void History::undo() {
    if (!can_undo()) return;
    apply(document_, inverted(edits_[--done_].change));
}

void History::redo() {
    if (!can_redo()) return;
    apply(document_, edits_[done_++].change);
}

void History::mark_saved() {
    end_merge();
    saved_ = static_cast<std::ptrdiff_t>(done_);
}

}  // namespace weft::editor
