// Effect documents: a graph as JSON, in files named *.weft.
//
// {
//   "weft": 2,                                 the format's version
//   "name": "soften",
//   "summary": "Blurs dark parts",
//   "intermediates": "unbounded",              Graph::intermediates; left out: "bounded"
//   "format": {"name": "HD 1080", "width": 1920, "height": 1080},
//                                              the size of nodes that follow it (graph/format.h):
//                                              those whose width and height are 0; "name" may be
//                                              left out
//   "inputs": ["input"],                       names of the pictures the effect takes; with a
//                                              file (graph/document_files.h) or a colour space,
//                                              GraphInput::colour:
//                                              {"name": "input", "file": "plate.####.exr",
//                                               "layer": "diffuse", "part": "left",
//                                               "missing": "nearest", "colour": "sRGB"}
//   "optional inputs": [                       OptionalInput; left out where there is none
//     {
//       "name": "mask",
//       "help": "",
//       "readers": [
//         {"node": 0, "input": "Mask"}
//       ],
//       "told": [
//         {"node": 0, "parameter": "masked"}
//       ]
//     }
//   ],
//   "nodes": [                                 by id
//     {
//       "id": 0,
//       "name": "boxblur1",                    as in --set boxblur1.radius=4
//       "functor": "BoxBlur",
//       "restart": 64,                         moving averages: Node::restart_period
//       "disabled": true,                      passed by (graph/draft.h): the first input stands
//                                              for it, or the one that is named here, "B"; left
//                                              out: false
//       "clone_of": 0,                         has that node's restart, parameters, keyframes and
//                                              none of its own (graph/clones.h); left out: no clone
//       "inputs": {                            one line per input indexer
//         "Input": {"input": "input", "border": "clamp"}
//       },
//       "parameters": {                        one line per parameter
//         "radius": 4
//       },
//       "keyframes": {                         one line per parameter that changes over time
//         "radius": [[1, 4], [100, 20, "smooth"]]      frame, value, Interpolation ("linear"),
//                                              and for "bezier" {"in": slope, "out": [slope,
//                                              weight]}, of a list a list of these (Tangent)
//       }
//     },
//     ... {"node": 0, "output": "Output", "border": "constant", "value": 0.5} reads a node
//   ],
//   "outputs": [
//     {"name": "output", "node": 0, "output": "Output"}      "file" and "colour" as of
//                                                             inputs
//   ],
//   "controls": [
//     {
//       "name": "radius",
//       "label": "Radius",
//       "help": "",
//       "sets": [
//         {"node": 0, "parameter": "radius"}
//       ]
//     }
//   ],
//   "functors": [                              C++ sources that come with the document
//     {                                        (graph/document_functors.h), line by line
//       "file": "halo.h",
//       "source": [
//         "#pragma once",
//         ...
//       ]
//     }
//   ],
//   "editor": {}                               an editor's own (graph/draft.h); not read here
// }
//
// Optional when read: "summary", "intermediates", "format", "optional inputs", "told", "controls",
// "functors", "editor", "restart" (default_restart_period), "disabled", "clone_of", "border" and
// parameters (the functor's defaults; in version 1 as graph/older_documents.h says), "keyframes",
// "label", "help", "file" and what belongs to it, "colour". An unknown member is an error, so that
// a mistyped one is not lost. Infinite border values are written as texts, "inf" and "-inf".
#pragma once

#include <optional>
#include <string>

#include "graph/format.h"
#include "graph/graph.h"

namespace weft {

/// The version written, and the newest that is read.
inline constexpr int kDocumentVersion = 2;

/// The document of a validated graph: the same text for graphs with the same nodes. It brings no
/// functors (graph/draft.h).
std::string to_document(const Graph& graph, const Library& library);

/// Reads a document; the graph is arranged and validated. The library has the functors that the
/// document brings (functors_of_document()). Errors name the node and say what to do:
/// not JSON, a newer version, unknown functors and members, missing or doubled connections, cycles,
/// parameters of a wrong type or out of range, names or ids used twice.
/// from_document(to_document(g)) == g for every valid arranged graph.
/// Nodes that follow a format have the size of the document's, or of `instead`.
Result<Graph> from_document(const std::string& text, const Library& library,
                            const std::optional<Format>& instead = {});

/// Names of the nodes of `graph`, read from `text`, that go on with the nearest pixel beyond a
/// picture, as in format version 1, where documents of the newest have nothing.
std::vector<std::string> nodes_with_older_borders(const std::string& text, const Graph& graph,
                                                  const Library& library);

/// What `graph`, read from `text`, keeps of the older format version that it was written in, where
/// the newest would read otherwise; a sentence for people, "" where there is nothing.
std::string kept_of_older_version(const std::string& text, const Graph& graph,
                                  const Library& library);

}  // namespace weft
