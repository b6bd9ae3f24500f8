// What there is to build with, as artists look for it: the title, the category and the words by
// which each functor is found. Documents name functors by their classes, whatever titles say.
//
// Built-in functors have theirs in one table (functor_words.cpp), where all that is found by a word
// can be read together. Those of others say it in the comment above their class, behind its text:
//
//   /// Darkens rows at even distances, as the lines of an old screen.
//   ///
//   /// @title Scan lines
//   /// @category Filter
//   /// @also television, interlace, old screen
#pragma once

#include <string>
#include <vector>

#include "graph/library.h"

namespace weft {

struct CatalogueEntry {
    std::string functor;             ///< the class
    std::string title;               ///< as compositors say it; nobody else has it
    std::string category;            ///< one of categories(), or a stranger's own
    std::vector<std::string> words;  ///< in lower case; some are several words
    std::string help;                ///< one sentence
};

/// Words that are separated by commas, in lower case and without spaces around.
std::vector<std::string> words_of(const std::string& list);

/// In the order in which they are shown.
std::vector<std::string> categories();
/// The category of what effects are made of, and artists hardly need.
inline constexpr const char* kBuildingBlocks = "Building blocks";
/// That of functors that say none.
inline constexpr const char* kOthers = "Others";

CatalogueEntry catalogue_entry(const Library& library, const std::string& functor);
/// All functors of a library, by category and then as the table has them, strangers' by name.
std::vector<CatalogueEntry> catalogue(const Library& library);

}  // namespace weft
