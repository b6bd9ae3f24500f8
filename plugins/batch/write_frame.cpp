#include "batch/write_frame.h"

#include <filesystem>

#include <fmt/format.h>

namespace weft {
namespace {

namespace fs = std::filesystem;

Status make_folder_of(const std::string& path) {
    const fs::path folder = fs::path(path).parent_path();
    if (folder.empty()) return {};
    std::error_code error;
    fs::create_directories(folder, error);
    if (!error) return {};
    return Error{ErrorKind::kOutput, fmt::format("cannot create the folder '{}': {}",
                                                 folder.string(), error.message())};
}

/// "cannot write 'PATH': ..."; what was cancelled stays as it is.
Error about(const std::string& path, const Error& error) {
    if (error.kind == ErrorKind::kCancelled) return error;
    return {error.kind, fmt::format("cannot write '{}': {}", path, error.message)};
}

Status about(const std::string& path, const Status& status) {
    return status ? status : Status(about(path, status.error()));
}

/// Writes an output beside its target, whole.
Result<OpenOutput> write_output(const std::string& path, const OutputPlan& plan,
                                const OutputPixels& pixels, const std::string& software,
                                const PictureInfo* source, PictureIO& io,
                                const BatchOptions& options) {
    Result<OpenOutput> output = open_output(path, plan, software, source, io, options);
    if (!output) return output.error();
    if (Status s = write_rows(path, *output, pixels.stored); !s) return s.error();
    if (Status s = finish_output(path, *output); !s) return s.error();
    return output;
}

}  // namespace

Result<OpenOutput> open_output(const std::string& path, const OutputPlan& plan,
                               const std::string& software, const PictureInfo* source,
                               PictureIO& io, const BatchOptions& options) {
    if (options.create_folders)
        if (Status s = make_folder_of(path); !s) return s.error();
    Result<OutputFile> file = OutputFile::create(path);
    if (!file) return file.error();
    WriteRequest request = request_for(plan);
    request.path = file->path();
    request.source = source;
    if (source == nullptr) request.keep_others = request.own_types = false;
    request.software = software;
    request.compression = options.compression;
    request.cancel = options.cancel;
    Result<std::unique_ptr<PictureWriter>> writer = io.start(request);
    if (!writer) return about(path, writer.error());
    return OpenOutput{*std::move(file), *std::move(writer)};
}

Status write_rows(const std::string& path, OpenOutput& output, const PictureView& rows) {
    return about(path, output.writer->write_rows(rows));
}

Status finish_output(const std::string& path, OpenOutput& output) {
    return about(path, output.writer->finish());
}

Placed place_outputs(const FrameTask& task, const std::vector<OutputPlan>& plans,
                     std::vector<OutputFile>& files, const BatchOptions& options) {
    const auto replace = options.keep_existing ? Replace::kNever : Replace::kAlways;
    Placed placed;
    for (std::size_t i = 0; i < files.size(); ++i) {
        if (Status s = files[i].commit(replace); !s) {
            placed.error = s.error();
            break;
        }
        placed.written.push_back(
            {task.outputs[i], plans[i].window, plans[i].planes, plans[i].format});
    }
    return placed;
}

void note_values(std::size_t output, const std::string& path, const PictureWriter& writer,
                 std::vector<FrameNote>& notes) {
    if (const std::string text = writer.note(); !text.empty())
        notes.push_back(
            {fmt::format("values of output {}", output), fmt::format("'{}': {}", path, text)});
}

Placed write_frame(const FrameTask& task, const FramePixels& frame, const PictureInfo* source,
                   PictureIO& io, const BatchOptions& options) {
    std::vector<OutputFile> files;
    std::vector<FrameNote> notes;
    for (std::size_t i = 0; i < task.outputs.size(); ++i) {
        Result<OpenOutput> output = write_output(task.outputs[i], frame.plans[i], frame.pixels[i],
                                                 frame.software[i], source, io, options);
        if (!output) return {{}, {}, output.error()};
        note_values(i, task.outputs[i], *output->writer, notes);
        files.push_back(std::move(output->file));
    }
    Placed placed = place_outputs(task, frame.plans, files, options);
    placed.notes = std::move(notes);
    return placed;
}

}  // namespace weft
