// Functors that a document uses and that nobody here knows: what stands in for them, so that the
// document can be opened, looked at and saved again with all that it says.
//
// A stand-in has the inputs and outputs that the document names, and no parameters: what only the
// functor itself could read is kept as it stands (Kept). It computes nothing, and finish() refuses
// a graph that needs one.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "graph/graph.h"

namespace weft {

/// What a draft keeps of nodes whose functors are not known.
struct Kept {
    /// Members of a node, as JSON.
    struct Node {
        std::string restart;                                                     ///< empty: none
        std::vector<std::pair<std::string, std::string>> parameters, keyframes;  ///< by name
        friend bool operator==(const Node&, const Node&) = default;
    };
    std::map<NodeId, Node> nodes;
    std::vector<Control> controls;  ///< with those of their targets alone that are such nodes
    /// Parameters of such nodes that are told of an optional input, by its name.
    std::map<std::string, std::vector<std::pair<NodeId, std::string>>> told;

    friend bool operator==(const Kept&, const Kept&) = default;
};

/// Stand-ins for the functors of the document `text` that the library has not, to be added to it
/// before the document is read. They live as long as the program, which makes no more of them than
/// 64: others stay unknown.
std::vector<const FunctorType*> stand_ins_for(const std::string& text, const Library& library);

bool is_stand_in(const FunctorType& type);
/// Whether the node's functor is one. Requires that the library has it.
bool is_stand_in(const Node& node, const Library& library);

/// Why a node cannot be computed, and what to do.
Error unknown_functor(const Node& node, const Library& library);

}  // namespace weft
