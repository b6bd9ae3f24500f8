#include "viewer/shot.h"

#include <QDir>

#include "batch/sequence_path.h"

namespace weft::editor {

Result<Shot> shot_of(const Document& document, const Library& library, const QString& folder,
                     ImageId image, std::optional<ImageId> other) {
    Result<Graph> graph = viewed(document, library, image, other);
    if (!graph) return graph.error();
    Shot shot{*std::move(graph), {}};
    for (const GraphInput& input : shot.graph.inputs) {
        const auto path = document.pictures.find(input.name);
        shot.pictures.push_back(
            path == document.pictures.end()
                ? std::string()
                : QDir(folder).filePath(QString::fromStdString(path->second)).toStdString());
    }
    return shot;
}

Result<EvaluationRequest> at_frame(const Shot& shot, const Library& library, int frame) {
    Result<Graph> still = weft::at_frame(shot.graph, library, frame);
    if (!still) return still.error();
    EvaluationRequest request{*std::move(still), {}, 1};
    if (is_animated(shot.graph)) request.animated = shot.graph;
    request.library = shot.library;
    for (const std::string& text : shot.pictures) {
        const Result<SequencePath> path = SequencePath::parse(text);
        if (!path) return path.error();
        request.pictures.push_back(path->path(frame, {}));
    }
    return request;
}

}  // namespace weft::editor
