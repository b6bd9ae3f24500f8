// The graph: an effect as a value. Nodes are functors with parameter values; edges carry pictures.
//
// A Graph is plain data with equality, a hash, a printer and a JSON form (graph/document.h). It
// holds no functor objects: instantiate() makes one from a node when it is needed.
//
// Sizes: nothing here has one. Domains follow from the pictures bound at run time
// (graph/regions.h).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/functor.h"
#include "graph/keyframes.h"
#include "graph/library.h"
#include "graph/parameter_value.h"
#include "support/result.h"

namespace weft {

/// Stable identity of a node within its graph: 0 or more, survives edits, saved in documents.
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

/// One functor in the graph.
struct Node {
    NodeId id;
    std::string name;     ///< unique within the graph: "--set NAME.parameter=value"; no '.' or '='
    std::string functor;  ///< class name of the functor, looked up in a Library
    std::vector<ParameterValue> parameters;  ///< in the functor's declaration order, all present
    std::vector<ImageId> inputs;             ///< one per input indexer, in order
    std::vector<Border> borders;             ///< one per input indexer
    /// Moving averages: state is rebuilt at every multiple of this many elements from the domain's
    /// origin along the scan axis, to either side of it. Part of the graph, so that bits do not
    /// depend on the plan. 0 for other functors.
    int restart_period = 0;
    /// Parameters that change over time, at most one curve each. Planning and execution see
    /// `parameters` alone: at_frame() puts a frame's values there.
    std::vector<Curve> curves = {};

    friend bool operator==(const Node&, const Node&) = default;
};

/// What a graph produces: a name and the picture.
struct GraphOutput {
    std::string name;
    ImageId image;
    std::string colour = {};  ///< of the file that is written, as GraphInput::colour
    friend bool operator==(const GraphOutput&, const GraphOutput&) = default;
};

/// What a graph takes: a picture, under a name.
struct GraphInput {
    std::string name;
    /// The colour space of what is read there: a name, "auto" or "raw"; "": nobody chose, auto.
    /// Whoever reads and writes files follows it (pictures/file_colour.h); a plan does not depend
    /// on it, and hash() leaves it out.
    std::string colour = {};
    friend bool operator==(const GraphInput&, const GraphInput&) = default;
};

/// A picture that the graph can do without: it becomes an input when it is given (with_inputs() in
/// graph/choose_inputs.h). Until then its readers read what they are connected to.
struct OptionalInput {
    std::string name;  ///< "mask"
    std::string help;
    std::vector<std::pair<NodeId, std::string>> readers;  ///< nodes, and their inputs by name
    /// Nodes and boolean parameters of theirs that become true when it is given.
    std::vector<std::pair<NodeId, std::string>> told = {};
    friend bool operator==(const OptionalInput&, const OptionalInput&) = default;
};

/// A parameter offered under a shorter name: the effect's own controls.
struct Control {
    std::string name;   ///< "amount"
    std::string label;  ///< "Amount"
    std::string help;
    std::vector<std::pair<NodeId, std::string>> targets;  ///< node and parameter names it sets
    friend bool operator==(const Control&, const Control&) = default;
};

/// Where the pictures between nodes are defined. It decides what a node reads of another node's
/// picture beyond its domain; the graph's inputs always end at their domains, and obey borders.
enum class Intermediates {
    /// Within their domains: reads beyond obey the reading indexer's border, as in compositors.
    kBounded,
    /// Everywhere: a node is evaluated wherever its readers look, and only borders of reads of the
    /// graph's inputs count, as in Halide. The graph's outputs keep the domains they have bounded.
    kUnbounded,
};

/// "bounded" or "unbounded", as in documents.
const char* intermediates_name(Intermediates intermediates);

/// An effect. Nodes are kept in an order in which every node follows the nodes it reads; arrange()
/// makes it the one such order that depends on the ids alone.
struct Graph {
    std::string name;
    std::string summary;
    std::vector<GraphInput> inputs;
    std::vector<OptionalInput> optional_inputs;
    std::vector<Node> nodes;
    std::vector<GraphOutput> outputs;
    std::vector<Control> controls;
    Intermediates intermediates = Intermediates::kBounded;

    const Node* find(NodeId id) const;
    const Node* find(const std::string& node_name) const;

    friend bool operator==(const Graph&, const Graph&) = default;
};

/// Sorts the nodes topologically: of those whose inputs are all placed, the lowest id first. Graphs
/// that hold the same nodes then compare equal. The error names the nodes of a cycle.
Status arrange(Graph& graph);

/// Checks what documents and hand-built graphs may get wrong: unknown functors, parameters out of
/// range, radii beyond kMaxRadius, missing or doubled connections, cycles, names used twice, kinds
/// of functors that nothing runs yet. kDocument errors name the node. A graph that passes can be
/// instantiated, its shapes inferred, and run.
Status validate(const Graph& graph, const Library& library);
/// The part of validate() that concerns one node by itself: everything but its connections.
Status validate(const Node& node, const Library& library);

/// Whether some parameter has a curve.
bool is_animated(const Graph& graph);

/// The graph, or the node, as it is at `frame`: every curve replaced by its value there. A restart
/// period that is the default becomes the longest default among the node's keyframes, the same for
/// all frames, so that one kernel can serve them. Requires what validate() accepted. Of the graph
/// it is an error where values between valid keyframes are not valid together.
Result<Graph> at_frame(const Graph& graph, const Library& library, int frame);
Node at_frame(const Node& node, const Library& library, int frame);

/// A functor object with the node's parameters and borders set, prepared.
/// Requires a validated node.
std::unique_ptr<FunctorBase> instantiate(const Node& node, const Library& library);

/// Sets `node.parameter` or a control from text, as --set does: a value, in place of a curve if
/// there was one, or keyframes as "1:2,100:20" (parse_curve). Errors name the valid range, or the
/// nearest name; the graph is then unchanged. A moving average that restarts by
/// default_restart_period() follows its new radius.
Status set_parameter(Graph& graph, const Library& library, const std::string& path,
                     const std::string& text);

/// The same for every run and machine; differs when graphs differ. The order of nodes does not
/// count, the sign of zero does.
std::uint64_t hash(const Graph& graph);

/// One line per node, for people and for test failures.
std::string to_string(const Graph& graph);

/// The default restart period of a moving average, in elements: max(64, 4 * (2 * radius + 1))
/// rounded up to a multiple of 16, so that rebuilding costs a quarter of an addition per element.
int default_restart_period(int radius);
/// The same for a functor object, whose radius is its reach along the scan axis; 0 for other
/// dependences.
int default_restart_period(FunctorBase& functor);

}  // namespace weft
