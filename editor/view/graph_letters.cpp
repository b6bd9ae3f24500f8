// Letters that add the nodes that compositors add most: Nuke's, where Weft has such a node.
#include <algorithm>
#include <iterator>

#include "view/graph_view.h"
#include "view/key_hints.h"

namespace weft::editor {
namespace {

/// What one key adds.
struct Letter {
    const char* action;
    Qt::Key key;
    EntryKind kind;
    const char* name;  ///< of the functor or effect
    const char* title;
};

constexpr Letter kLetters[] = {
    {"graph.add-grade", Qt::Key_G, EntryKind::kFunctor, "Grade", QT_TR_NOOP("Add Grade")},
    {"graph.add-merge", Qt::Key_M, EntryKind::kFunctor, "Merge", QT_TR_NOOP("Add Merge")},
    {"graph.add-blur", Qt::Key_B, EntryKind::kEffect, "gaussian-blur",
     QT_TR_NOOP("Add Gaussian blur")},
    {"graph.add-curves", Qt::Key_C, EntryKind::kFunctor, "Curves", QT_TR_NOOP("Add Curves")},
    {"graph.add-transform", Qt::Key_T, EntryKind::kFunctor, "Transform",
     QT_TR_NOOP("Add Transform")},
    {"graph.add-copy", Qt::Key_K, EntryKind::kFunctor, "ChannelCopy",
     QT_TR_NOOP("Add Copy channels")},
};

bool adds(const Letter& letter, const SearchEntry& entry) {
    return letter.kind == entry.kind && letter.name == entry.name;
}

/// The letter that adds it; null: none does.
const Letter* letter_of(const SearchEntry& entry) {
    const auto at = std::find_if(std::begin(kLetters), std::end(kLetters),
                                 [&](const Letter& letter) { return adds(letter, entry); });
    return at == std::end(kLetters) ? nullptr : at;
}

}  // namespace

bool GraphView::has_letter(const SearchEntry& entry) { return letter_of(entry) != nullptr; }

void GraphView::make_letter_actions() {
    for (const Letter& letter : kLetters)
        add_action(letter.action, tr(letter.title), {letter.key}, [this, letter] {
            const std::vector<SearchEntry>& entries = catalogue();
            const auto entry =
                std::find_if(entries.begin(), entries.end(),
                             [&](const SearchEntry& one) { return adds(letter, one); });
            if (entry == entries.end())
                return session_.say(tr("There is no %1 here").arg(QLatin1String(letter.name)));
            aim(pointer(), {}, {});
            add_here(SearchEntry(*entry));  // a copy: what is added may change the list
        });
}

QString GraphView::key_of(const SearchEntry& entry) const {
    if (const Letter* letter = letter_of(entry)) return key_text(*this, letter->action);
    return entry.kind == EntryKind::kCommand ? key_text(*this, entry.name.c_str()) : QString();
}

}  // namespace weft::editor
