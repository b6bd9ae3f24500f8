// Edits of the functors that a document brings with it, as C++ source.
#pragma once

#include "commands/edits.h"

namespace weft::editor {

/// The header of the document that a functor is of; empty: it is none of the document's own.
std::string header_of(const Document& document, const Library& library, const std::string& functor);
/// The functors of a header of the document, by name.
std::vector<std::string> functors_of(const Library& library, const std::string& file);
/// The nodes whose functor is of that header.
Selection nodes_of(const Document& document, const Library& library, const std::string& file);
/// The nodes of a functor of that name that the library has a stand-in for
/// (graph/unknown_functors.h): run_functor() makes them nodes of one that it has.
Selection waiting_for(const Document& document, const Library& library, const std::string& functor);

/// With `text` as what is written in a header that is there. What runs stays what it was.
Document write_functor(const Document& document, const std::string& file, std::string text);

/// Makes a header run as `text`, which `after` has its functors of; `before` has those it had.
/// Nodes keep what still fits by name: values, keyframes, connections, controls. A functor that has
/// another name now keeps its nodes where it is the only one that has. Nodes whose functor had a
/// stand-in, which `after` has now, become its nodes, with what was kept of them. The error says
/// which functor is missing that a node needs. Requires that both have the same stand-ins.
Result<Document> run_functor(const Document& document, const Library& before, const Library& after,
                             const std::string& file, const std::string& text);

/// A header of its own for a new functor, and a node of it as add_node() adds one. `after` has it.
Result<Edited> add_functor(const Document& document, const Library& after, const std::string& name,
                           Place place, const std::vector<ItemId>& behind);

/// Takes a header out that no node needs.
Result<Document> remove_functor(const Document& document, const Library& library,
                                const std::string& file);

/// An error unless a new functor can have that name. That of one that is not known is free.
Status check_functor_name(const Document& document, const Library& library,
                          const std::string& name);
/// "glow.h" for "Glow".
std::string header_for(const std::string& name);
/// A small functor that works, to begin with.
std::string functor_template(const std::string& name);

}  // namespace weft::editor
