// Edits of the optional inputs of an effect (graph.h): pictures that it can do without, as a mask.
#pragma once

#include <string>

#include "commands/edits.h"

namespace weft::editor {

/// Lets the optional input `name`, a new one where there is none of that name, be read by an input
/// of a node when it is given; until then that reads what it is connected to. No other is read
/// there then.
Result<Document> offer_input(const Document& document, const Library& library,
                             const std::string& name, NodeId node, const std::string& input);
/// No optional input is read there any more. One that nothing reads goes.
Document withhold_input(const Document& document, NodeId node, const std::string& input);

/// Lets a boolean parameter become true where the optional input is given, or no longer.
Result<Document> tell(const Document& document, const Library& library, const std::string& name,
                      NodeId node, const std::string& parameter);
Document tell_no_more(const Document& document, const std::string& name, NodeId node,
                      const std::string& parameter);

Document remove_optional(const Document& document, const std::string& name);
/// By so many places, as far as there are.
Document move_optional(const Document& document, const std::string& name, int by);
Result<Document> describe_optional(const Document& document, const Library& library,
                                   const std::string& name, const std::string& new_name,
                                   const std::string& help);
/// Makes it an input like others, the last one, which its readers are connected to; parameters that
/// are told become true.
Result<Edited> give_optional(const Document& document, const Library& library,
                             const std::string& name, Place place);

/// A name that no input has, optional or not: `base`, base2, ...
std::string free_input_name(const Graph& graph, const std::string& base);

}  // namespace weft::editor
