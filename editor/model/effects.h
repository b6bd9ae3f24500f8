// Effects that may be nodes: those that come with Weft, and documents that are saved as effects. A
// node of one is a group (Group::origin) with the effect's nodes in it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "model/editor_document.h"
#include "model/search.h"

namespace weft::editor {

/// An effect, as it is told from others and found by people.
struct KnownEffect {
    std::string name;     ///< "degrain"; no other has it
    std::string summary;  ///< one line
    int version = 0;      ///< the newest of an effect that is saved in versions; 0: comes with Weft
    std::string file;     ///< where that is saved; empty: it comes with Weft
    std::function<std::string()> text;  ///< the document, made when it is asked for
    SearchEntry entry = {};             ///< how it is found
};

/// By name.
using Effects = std::vector<KnownEffect>;

/// Null where there is none of that name.
const KnownEffect* known_effect(const Effects& effects, const std::string& name);

/// Puts effects among the entries of functors: each behind the last of its category; where there is
/// none, before those that are rare.
void add_entries(std::vector<SearchEntry>& entries, const Effects& effects);

/// What lies in a node of an effect: the effect's own document.
struct EffectContents {
    Document document;
    Origin origin;
};

/// Reads an effect. The library has the functors that it brings. Errors name the effect: one that
/// cannot be read, that is not finished, or that gives one of its inputs back as it is.
Result<EffectContents> read_effect(const KnownEffect& effect, const Library& library);

}  // namespace weft::editor
