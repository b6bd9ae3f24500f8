// The search by words: entries of any kind, and which of them a few typed letters mean.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace weft::editor {

/// What becomes of an entry that is chosen is its opener's to know.
enum class EntryKind {
    kFunctor,  ///< a node of it is added
    kEffect,   ///< likewise
    kCommand,  ///< an action of the canvas
    kItem,     ///< what is in the graph already
};

struct SearchEntry {
    EntryKind kind = EntryKind::kFunctor;
    std::string name;                     ///< which it is, unique among those of its kind
    std::string title;                    ///< for people
    std::string category;                 ///< entries of one lie together; "": it has none
    std::string help;                     ///< a sentence; "": none
    std::vector<std::string> words = {};  ///< that also mean it, in lower case
    bool rare = false;                    ///< comes behind what is not, if it fits as well
    bool common = false;                  ///< added most: comes first of what fits a query alike

    friend bool operator==(const SearchEntry&, const SearchEntry&) = default;
};

/// How well an entry fits what was typed; negative: it does not. Words count in this order: the
/// title or one in it, a word that means it, the beginning of one of those, initials of the name
/// ("bb" for BoxBlur), the category, a word of the help. Several words must all fit. Case does not
/// matter, nor whether a colour is a color. Items are found by scattered letters too
/// (model/fuzzy.h). An empty query fits everything alike.
int search_score(std::string_view query, const SearchEntry& entry);

/// The places among `entries` of those that fit, best first; of equals those whose names are in
/// `recent` first, in its order, then common ones, then as they stand. With an empty query the
/// recent ones alone come first, and then all others.
std::vector<std::size_t> search(std::string_view query, const std::vector<SearchEntry>& entries,
                                const std::vector<std::string>& recent = {});

}  // namespace weft::editor
