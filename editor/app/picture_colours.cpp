#include "app/picture_colours.h"

#include <QDir>

#include "batch/frames_to_read.h"
#include "pictures/file_kind.h"
#include "pictures/picture_file.h"

namespace weft::editor {
namespace {

/// The file of an input at the session's frame; empty where it has none.
std::string file_of(const Session& session, const std::string& input, const QString& folder) {
    const ReadFile* const read = read_of(session.document(), input);
    if (!read) return {};
    const DocumentFiles files =
        beside_document({{{input, *read}}, {}}, QDir(folder).filePath("document").toStdString());
    const std::string path = files.reads.begin()->second.path;
    const Result<SequencePath> sequence = SequencePath::parse(path);
    return sequence ? FramesToRead(*sequence, read->missing).file(session.frame(), {}) : path;
}

Result<PictureInfo> info_of(const Session& session, const GraphInput& input,
                            const QString& folder) {
    const Result<PictureIO*> io = picture_io();
    if (!io) return io.error();
    const ReadFile* const read = read_of(session.document(), input.name);
    return (*io)->info(file_of(session, input.name, folder),
                       {read ? read->part : "", read ? read->layer : "",
                        colour_for_input(input.name, input.colour)});
}

QString said(const FileColour& colour) {
    QString text = QString::fromStdString(to_text(colour));
    if (!colour.working.empty())
        text += QStringLiteral(", computed in ") + QString::fromStdString(colour.working);
    return text;
}

}  // namespace

QStringList colour_spaces() {
    const Result<PictureIO*> io = picture_io();
    if (!io) return {};
    QStringList names;
    if (const Result<std::vector<std::string>> spaces = (*io)->colour_spaces())
        for (const std::string& space : *spaces) names << QString::fromStdString(space);
    return names;
}

QString decided_colour(const Session& session, const GraphInput& input, const QString& folder) {
    if (!read_of(session.document(), input.name)) return {};
    const Result<PictureInfo> info = info_of(session, input, folder);
    return info ? said(info->colour) : QString::fromStdString(info.error().message);
}

QString decided_colour(const Session& session, const GraphOutput& output, const QString& path,
                       const QString& folder) {
    const std::string file = QDir(folder).filePath(path).toStdString();
    const Result<const FileKind*> kind = file_kind_of(file);
    const Result<PictureIO*> io = picture_io();
    if (!kind || !io) return {};
    const std::vector<GraphInput>& inputs = session.document().draft.graph.inputs;
    const Result<PictureInfo> source =
        inputs.empty() ? Error{ErrorKind::kInput, {}} : info_of(session, inputs.front(), folder);
    const Result<FileColour> colour =
        (*io)->output_colour({file,
                              output.colour.empty() ? kAutoColour : output.colour,
                              (*kind)->name,
                              default_format(**kind, source ? source->format : StoredFormat()),
                              {"R", "G", "B"},
                              source ? &*source : nullptr});
    return colour ? said(*colour) : QString::fromStdString(colour.error().message);
}

}  // namespace weft::editor
