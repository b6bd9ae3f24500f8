// The one undo stack: a document, and the edits that made it.
#pragma once

#include <string>
#include <vector>

#include "commands/document_difference.h"

namespace weft::editor {

/// One edit: a name for people, as "Move blur1", and what it changed.
struct Edit {
    std::string name;
    Difference change;
    /// Edits in a row with the same key, not empty, are one: the values that a drag goes through.
    std::string merge;
    friend bool operator==(const Edit&, const Edit&) = default;
};

class History {
  public:
    /// `saved`: the document is as it is on the disk.
    explicit History(Document document, bool saved = true)
        : document_(std::move(document)), saved_(saved ? 0 : -1) {}

    const Document& document() const { return document_; }

    /// Makes `after` the document. Where nothing changed, nothing is recorded.
    void push(const std::string& name, const Document& after, const std::string& merge = {});
    /// The next edit is one of its own, whatever its key: a drag has ended.
    void end_merge();

    bool can_undo() const { return done_ > 0; }
    bool can_redo() const { return done_ < edits_.size(); }
    /// The name of what would be undone or redone; empty where there is nothing.
    std::string undo_name() const { return can_undo() ? edits_[done_ - 1].name : std::string(); }
    std::string redo_name() const { return can_redo() ? edits_[done_].name : std::string(); }
    void undo();
    void redo();

    /// Whether the document is what was saved last, or what it began as.
    bool is_saved() const { return saved_ == static_cast<std::ptrdiff_t>(done_); }
    void mark_saved();

    std::size_t size() const { return edits_.size(); }

  private:
    Document document_;
    std::vector<Edit> edits_;
    std::size_t done_ = 0;  // how many of them the document has in it
    std::ptrdiff_t saved_;  // with how many it was saved; -1: that state cannot come back
};

}  // namespace weft::editor
