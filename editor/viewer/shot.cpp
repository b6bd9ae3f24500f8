#include "viewer/shot.h"

#include <QDir>
#include <algorithm>

#include "batch/sequence_path.h"
#include "graph/draft.h"
#include "model/free_inputs.h"

namespace weft::editor {
namespace {

/// Those nodes of a graph alone, which read no input: it is seen before inputs have pictures.
Graph without_inputs(Graph graph, const std::set<NodeId>& needed) {
    std::erase_if(graph.nodes, [&](const Node& node) { return !needed.contains(node.id); });
    graph.inputs.clear();
    graph.optional_inputs.clear();
    graph.controls.clear();
    return graph;
}

}  // namespace

Result<Shot> shot_of(const Document& document, const Library& library, const QString& folder,
                     ImageId image, std::optional<ImageId> other) {
    Result<Graph> graph = seen(document, library, image, other);
    if (!graph) return graph.error();
    Shot shot{*std::move(graph), {}};
    const DocumentFiles files =
        beside_document(document.draft.files, QDir(folder).filePath("document").toStdString());
    const auto has_picture = [&](const GraphInput& input) {
        return files.reads.contains(input.name);
    };
    const std::set<NodeId> needed = needed_nodes(shot.graph);
    if (!needed.contains(NodeId{}) &&
        !std::all_of(shot.graph.inputs.begin(), shot.graph.inputs.end(), has_picture))
        shot.graph = without_inputs(std::move(shot.graph), needed);
    for (const GraphInput& input : shot.graph.inputs) {
        const auto read = files.reads.find(input.name);
        shot.files.push_back(read == files.reads.end() ? ReadFile{} : read->second);
    }
    return shot;
}

Result<EvaluationRequest> at_frame(const Shot& shot, const Library& library, int frame) {
    Result<Graph> still = weft::at_frame(shot.graph, library, frame);
    if (!still) return still.error();
    EvaluationRequest request{*std::move(still), {}, 1};
    if (is_animated(shot.graph)) request.animated = shot.graph;
    request.library = shot.library;
    for (const ReadFile& file : shot.files) {
        const Result<SequencePath> path = SequencePath::parse(file.path);
        if (!path) return path.error();
        request.pictures.push_back(path->path(frame, {}));
        request.files.push_back(file);
        // Of other sequences, and of single pictures, the path says nothing more than the picture.
        if (file.missing == MissingFrames::kError || !path->has_frame())
            request.files.back().path.clear();
    }
    return request;
}

}  // namespace weft::editor
