// Drafts: graphs as an editor holds them, with inputs that nothing is connected to yet and nodes
// that are disabled; and how a draft becomes the graph that is rendered.
//
// In documents (graph/document.h) a disabled node says `"disabled": true`, or the name of the input
// that stands for it where that is not the first, `"disabled": "B"`; and a clone
// (graph/clones.h) names its original in place of values: `"clone_of": 0`. Inputs and outputs may
// be left unconnected in documents that hold the member "editor", which is any JSON: what an editor
// wants to find again, such as where nodes lie. An input that is, and has a border that its functor
// has not, holds that alone: `"Input": {"border": "clamp"}`. Documents that need none of this say
// none of it, so that an older Weft reads them.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>

#include "graph/document_files.h"
#include "graph/document_functors.h"
#include "graph/format.h"
#include "graph/graph.h"
#include "graph/json_tree.h"
#include "graph/unknown_functors.h"

namespace weft {

/// What an input or an output of a draft reads that is connected to nothing.
inline constexpr ImageId kUnconnected{NodeId{-1}, -1};

struct Draft {
    Graph graph;  ///< arranged; reads kUnconnected where nothing is connected
    /// Nodes that are disabled, and the number of the input that stands for each.
    std::map<NodeId, int> disabled;
    FunctorTexts functors =
        {};  ///< that come with it; whoever validates it has them in the library
    std::map<NodeId, NodeId> clones = {};  ///< and their originals, which have the same values
    std::optional<Format> format = {};     ///< of nodes that follow one (follows_format())

    /// Of inputs and outputs that there are. The graph that is rendered has none.
    DocumentFiles files = {};
    /// Of nodes whose functors are stand-ins (graph/unknown_functors.h).
    Kept kept = {};

    friend bool operator==(const Draft&, const Draft&) = default;
};

/// The nodes that outputs are made from, directly or through others, and NodeId{} where inputs of
/// the graph are among what is read. Requires that nodes stand behind those they read.
std::set<NodeId> needed_nodes(const Graph& graph);

/// Removes nodes, and the targets, readers and `told` that refer to them; controls and optional
/// inputs that are left with none go too. The caller sees to what read the nodes.
void forget(Graph& graph, const std::set<NodeId>& gone);

/// The number of a node's main input: that whose frame its pictures have (kFrameOf of the functor,
/// as B of Merge), else the first. The stream goes through it: it stands for a node that is
/// disabled, deleted or put into a wire. Requires that the library has the functor.
int main_input(const Node& node, const Library& library);

/// The picture that stands for `image` while nodes are disabled: a disabled node is bypassed, as if
/// each of its outputs were what that input of Draft::disabled reads; kUnconnected where it has no
/// inputs.
ImageId passed_by(const Draft& draft, ImageId image);

/// As validate() for graphs, but missing connections and a draft without outputs are allowed.
Status validate(const Draft& draft, const Library& library);

/// The graph to render. Nodes that follow the format have its size (in_format()), where there is
/// one. Clones are nodes like others, set by the controls of their originals;
/// disabled nodes are bypassed; nodes with an unconnected input, or that read such nodes, are left
/// out where no output needs them, with what refers to them; so are nodes of stand-ins. kDocument
/// error where one does: it names what to connect, or whose functor is not known. A draft with none
/// of these is its graph, unchanged.
Result<Graph> finish(const Draft& draft, const Library& library);

/// A draft, and the document's member "editor"; null where it has none.
struct DraftDocument {
    Draft draft;
    JsonValue editor;
};

/// The document of a valid draft. `editor` is the member of that name as JSON, indented for its
/// place; empty: none, which only a draft without missing connections may have.
std::string to_document(const Draft& draft, const Library& library, const std::string& editor);

/// Reads any document as a draft, and validates it. Errors as those of from_document(). Where the
/// library has stand-ins for functors that are not known, their nodes are in the draft.
Result<DraftDocument> draft_from_document(const std::string& text, const Library& library);

}  // namespace weft
