// The nodes of a document, and what their inputs and the graph's outputs are connected to.
#pragma once

#include <map>
#include <set>
#include <vector>

#include "graph/descriptor.h"
#include "graph/document_fields.h"
#include "graph/graph.h"
#include "graph/unknown_functors.h"

namespace weft::document {

struct DocumentNodes {
    std::vector<Node> nodes;                            ///< as they are listed
    std::map<NodeId, int> disabled;                     ///< as Draft::disabled
    std::map<NodeId, NodeId> clones;                    ///< and their originals
    std::map<NodeId, Kept::Node> kept;                  ///< of functors that are not known
    std::map<NodeId, std::size_t> place;                ///< of each in `nodes`
    std::map<std::string, FunctorDescriptor> functors;  ///< of all nodes, by name
};

/// What may be connected to: the graph's inputs and the nodes.
struct Sources {
    const std::vector<GraphInput>& inputs;
    const DocumentNodes& nodes;
};

/// The list "nodes" of `root`, of format version `version`; a node may be listed before the nodes
/// it reads. Where the document `may_be_unfinished`, inputs that nothing is connected to read
/// kUnconnected. Errors: what is not of its form; ids that are not unique; functors, parameters,
/// inputs and outputs that there are not; values that parameters cannot have; inputs without a
/// connection.
Result<DocumentNodes> read_nodes(const Object& root, const std::vector<GraphInput>& inputs,
                                 const Library& library, int version, bool may_be_unfinished);

/// The picture that {"input": name} or {"node": id, "output": name} names, of the object at
/// `place`.
Result<ImageId> read_image(const Object& object, const Where& place, const Sources& sources);

}  // namespace weft::document
