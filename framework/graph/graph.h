// The graph: an effect as a value. Nodes are functors with parameter values; edges carry pictures.
//
// A Graph is plain data with equality, a hash, a printer and a JSON form (graph/document.h). It
// holds no functor objects: instantiate() makes one from a node when it is needed.
//
// Sizes: nothing here has one. Domains follow from the pictures bound at run time (graph/regions.h).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "core/functor.h"
#include "graph/library.h"
#include "support/result.h"

namespace weft {

/// Stable identity of a node within its graph: survives edits, saved in documents, never reused.
struct NodeId {
    int value = -1;
    friend auto operator<=>(const NodeId&, const NodeId&) = default;
};

/// A picture travelling along an edge: an output of a node, or an input of the graph.
struct ImageId {
    NodeId node;     ///< invalid (-1) for a graph input
    int output = 0;  ///< which output of the node, counted among its outputs; or which graph input

    bool is_graph_input() const { return node.value < 0; }
    friend auto operator<=>(const ImageId&, const ImageId&) = default;
};

using ParameterValue =
    std::variant<float, int, bool, Axis, std::vector<float>, std::vector<Offset>>;  // eChoice is int

/// One functor in the graph.
struct Node {
    NodeId id;
    std::string name;     ///< unique within the graph: "--set NAME.parameter=value"
    std::string functor;  ///< class name of the functor, looked up in a Library
    std::vector<ParameterValue> parameters;  ///< in the functor's declaration order, all present
    std::vector<ImageId> inputs;             ///< one per input indexer, in order
    std::vector<Border> borders;             ///< one per input indexer
    /// Moving averages: state is rebuilt at every multiple of this many elements from the domain's
    /// origin along the scan axis (DESIGN: fixed by the graph so that bits agree). 0 otherwise.
    int restart_period = 0;

    friend bool operator==(const Node&, const Node&) = default;
};

/// What a graph produces: a name and the picture.
struct GraphOutput {
    std::string name;
    ImageId image;
    friend bool operator==(const GraphOutput&, const GraphOutput&) = default;
};

/// What a graph takes: a name and whether it may be left unconnected.
struct GraphInput {
    std::string name;
    friend bool operator==(const GraphInput&, const GraphInput&) = default;
};

/// A parameter offered under a shorter name: the effect's own controls.
struct Control {
    std::string name;       ///< "amount"
    std::string label;      ///< "Amount"
    std::string help;
    std::vector<std::pair<NodeId, std::string>> targets;  ///< node and parameter names it sets
    friend bool operator==(const Control&, const Control&) = default;
};

/// An effect. Nodes are kept in an order in which every node follows the nodes it reads.
struct Graph {
    std::string name;
    std::string summary;
    std::vector<GraphInput> inputs;
    std::vector<Node> nodes;
    std::vector<GraphOutput> outputs;
    std::vector<Control> controls;

    const Node* find(NodeId id) const;
    const Node* find(const std::string& node_name) const;

    friend bool operator==(const Graph&, const Graph&) = default;
};

/// Checks what documents and hand-built graphs may get wrong: unknown functors, parameters out of
/// range, missing or doubled connections, cycles, names used twice. Errors name the node.
Status validate(const Graph& graph, const Library& library);

/// A functor object with the node's parameters and borders set, prepared.
/// Requires a validated node.
std::unique_ptr<FunctorBase> instantiate(const Node& node, const Library& library);

/// Sets `node.parameter` or a control from text, as --set does. Errors name the valid range.
Status set_parameter(Graph& graph, const Library& library, const std::string& path,
                     const std::string& text);

/// The same for every run and machine; differs when graphs differ.
std::uint64_t hash(const Graph& graph);

/// One line per node, for people and for test failures.
std::string to_string(const Graph& graph);

/// How far apart a moving average's state is rebuilt by default: grows with the radius so that
/// rebuilding costs a quarter of an addition per element, at least 64.
int default_restart_period(int radius);

}  // namespace weft
