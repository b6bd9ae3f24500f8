#include "viewer/shot.h"

#include <QDir>

#include "batch/sequence_path.h"

namespace weft::editor {

Result<Shot> shot_of(const Document& document, const Library& library, const QString& folder,
                     ImageId image, std::optional<ImageId> other) {
    Result<Graph> graph = viewed(document, library, image, other);
    if (!graph) return graph.error();
    Shot shot{*std::move(graph), {}};
    const DocumentFiles files =
        beside_document(document.draft.files, QDir(folder).filePath("document").toStdString());
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
