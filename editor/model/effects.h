// Effects that may be nodes: those that come with Weft, and documents that are saved as effects. A
// node of one is a group (Group::origin) with the effect's nodes in it.
#pragma once

#include <functional>
#include <set>
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

/// Names of those among `after` that `before` has not, or not the same. What comes with Weft is the
/// same as long as it has the name.
std::set<std::string> other_effects(const Effects& before, const Effects& after);

/// Puts effects among the entries of functors: each behind the last of its category; where there is
/// none, before those that are rare.
void add_entries(std::vector<SearchEntry>& entries, const Effects& effects);

/// What lies in a node of an effect: the effect's own document.
struct EffectContents {
    Document document;
    Origin origin;
};

/// A sentence for people where an effect is not in `document` what it is by itself, near the edges
/// of pictures: its nodes read on beyond those that are between them, or end there, as all nodes
/// of the document do (Graph::intermediates). Empty where they do the same.
std::string differs_here(const Document& document, const EffectContents& effect);

/// Reads an effect. The library has the functors that it brings. Errors name the effect: one that
/// cannot be read, that is not finished, or that gives one of its inputs back as it is.
Result<EffectContents> read_effect(const KnownEffect& effect, const Library& library);

}  // namespace weft::editor
