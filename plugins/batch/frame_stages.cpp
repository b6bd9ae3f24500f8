// Each stage as a function; errors name the file.
#include "batch/frame_stages.h"

#include <filesystem>

#include <fmt/format.h>

#include "batch/bands.h"
#include "runtime/convert.h"

namespace weft {
namespace {

namespace fs = std::filesystem;

ImageShape shape_of(const PictureInfo& info) {
    return {info.data_window, static_cast<int>(info.channels.size())};
}

Status make_folder_of(const std::string& path) {
    const fs::path folder = fs::path(path).parent_path();
    if (folder.empty()) return {};
    std::error_code error;
    fs::create_directories(folder, error);
    if (!error) return {};
    return Error{ErrorKind::kOutput, fmt::format("cannot create the folder '{}': {}",
                                                 folder.string(), error.message())};
}

}  // namespace

PictureChoice choice_of(const BatchOptions& options, std::size_t input) {
    return input < options.choices.size() ? options.choices[input] : PictureChoice{};
}

Result<std::vector<PictureInfo>> read_headers(const FrameTask& task, PictureIO& io,
                                              const BatchOptions& options) {
    std::vector<PictureInfo> infos;
    for (std::size_t i = 0; i < task.inputs.size(); ++i) {
        Result<PictureInfo> info = io.info(task.inputs[i], choice_of(options, i));
        if (!info) return info.error();
        infos.push_back(*std::move(info));
    }
    return infos;
}

Result<std::vector<OutputPlan>> plan_frame(const FrameTask& task, const Graph& still,
                                           const Library& library, const BatchOptions& options,
                                           const std::vector<PictureInfo>& inputs) {
    std::vector<ImageShape> shapes;
    std::vector<const PictureInfo*> infos;
    for (const PictureInfo& info : inputs) {
        shapes.push_back(shape_of(info));
        infos.push_back(&info);
    }
    Result<std::map<ImageId, ImageShape>> all = infer_shapes(still, library, shapes);
    if (!all) return all.error();
    std::vector<OutputPlan> plans;
    for (std::size_t i = 0; i < task.outputs.size(); ++i) {
        const auto shape = all->find(still.outputs[i].image);
        if (shape == all->end())
            return Error{ErrorKind::kInternal, fmt::format("output '{}' of {} has no shape",
                                                           still.outputs[i].name, still.name)};
        Result<OutputPlan> plan =
            plan_output({task.outputs[i], options.region, options.format, options.keep_layers,
                         has_own_shape(still, library, shape->first)},
                        shape->second, infos);
        if (!plan) return plan.error();
        plans.push_back(*std::move(plan));
    }
    return plans;
}

std::size_t frame_bytes(const std::vector<PictureInfo>& inputs,
                        const std::vector<OutputPlan>& outputs, int threads) {
    Band all;
    for (const PictureInfo& info : inputs)
        all.held.push_back({info.data_window.y0, info.data_window.y1});
    for (const OutputPlan& plan : outputs) all.written.push_back({plan.window.y0, plan.window.y1});
    return band_bytes({all}, inputs, outputs, threads);
}

Result<std::vector<LoadedPicture>> read_frame(const FrameTask& task, PictureIO& io,
                                              const BatchOptions& options) {
    std::vector<LoadedPicture> pictures;
    for (std::size_t i = 0; i < task.inputs.size(); ++i) {
        Result<LoadedPicture> picture =
            io.read(task.inputs[i], choice_of(options, i), options.cancel);
        if (!picture) return picture.error();
        pictures.push_back(*std::move(picture));
    }
    return pictures;
}

Result<FramePixels> placeholder_pixels(std::vector<OutputPlan> plans, const std::string& software) {
    FramePixels frame;
    for (const OutputPlan& plan : plans) {
        Result<OutputPixels> pixels = allocate_output(plan);
        if (!pixels) return pixels.error();
        Picture row(Rect{plan.window.x0, 0, plan.window.x1, 1}, plan.planes);
        for (int y = plan.window.y0; y < plan.window.y1; ++y) {
            std::vector<const float*> planes;
            for (int p = 0; p < plan.planes; ++p) {
                for (int x = plan.window.x0; x < plan.window.x1; ++x) {
                    const bool light = ((x >> 5) + (y >> 5)) % 2 == 0;
                    const bool magenta = plan.planes > 2 && p != 1;
                    const float value = p == plan.alpha_channel       ? 1.0f
                                        : light && (magenta || p > 2) ? 0.6f
                                        : light && plan.planes < 3    ? 0.6f
                                        : light                       ? 0.0f
                                                                      : 0.1f;
                    row.at(x, 0, p) = value;
                }
                planes.push_back(row.row(0, p));
            }
            store_rows(pixels->stored, y, plan.window.x0, plan.window.x1, planes.data());
        }
        frame.pixels.push_back(*std::move(pixels));
        frame.software.push_back(software);
    }
    frame.plans = std::move(plans);
    return frame;
}

Error about_output(const std::string& path, const Error& error) {
    if (error.kind == ErrorKind::kCancelled) return error;
    return {error.kind, fmt::format("cannot write '{}': {}", path, error.message)};
}

Result<std::vector<OpenOutput>> open_outputs(const FrameTask& task,
                                             const std::vector<OutputPlan>& plans,
                                             const std::vector<std::string>& software,
                                             const PictureInfo* source, PictureIO& io,
                                             const BatchOptions& options) {
    std::vector<OpenOutput> outputs;
    for (std::size_t i = 0; i < task.outputs.size(); ++i) {
        const std::string& path = task.outputs[i];
        if (options.create_folders)
            if (Status s = make_folder_of(path); !s) return s.error();
        Result<OutputFile> file = OutputFile::create(path);
        if (!file) return file.error();
        WriteRequest request = request_for(plans[i]);
        request.path = file->path();
        request.source = source;
        request.keep_layers = options.keep_layers && source != nullptr;
        request.software = software[i];
        request.compression = options.compression;
        request.cancel = options.cancel;
        Result<std::unique_ptr<PictureWriter>> writer = io.start(request);
        if (!writer) return about_output(path, writer.error());
        outputs.push_back({*std::move(file), *std::move(writer)});
    }
    return outputs;
}

Status commit_outputs(const FrameTask& task, std::vector<OpenOutput>& outputs,
                      const BatchOptions& options) {
    for (std::size_t i = 0; i < outputs.size(); ++i)
        if (Status s = outputs[i].writer->finish(); !s)
            return about_output(task.outputs[i], s.error());
    const auto replace = options.keep_existing ? Replace::kNever : Replace::kAlways;
    for (OpenOutput& output : outputs)
        if (Status s = output.file.commit(replace); !s) return s;
    return {};
}

Status write_frame(const FrameTask& task, const FramePixels& frame, const PictureInfo* source,
                   PictureIO& io, const BatchOptions& options) {
    Result<std::vector<OpenOutput>> outputs =
        open_outputs(task, frame.plans, frame.software, source, io, options);
    if (!outputs) return outputs.error();
    for (std::size_t i = 0; i < outputs->size(); ++i)
        if (Status s = (*outputs)[i].writer->write_rows(frame.pixels[i].stored); !s)
            return about_output(task.outputs[i], s.error());
    return commit_outputs(task, *outputs, options);
}

OnDisk outputs_on_disk(const FrameTask& task, const std::vector<std::string>& fingerprints,
                       PictureIO& io, const std::atomic<bool>* cancel) {
    std::size_t there = 0, complete = 0;
    for (std::size_t i = 0; i < task.outputs.size(); ++i) {
        std::error_code ignored;
        if (!fs::exists(task.outputs[i], ignored)) continue;
        ++there;
        if (fingerprints.empty()) continue;
        // The header first: it is cheap, and usually tells. Then every pixel has to decode.
        const Result<PictureInfo> info = io.info(task.outputs[i]);
        if (!info || recorded_fingerprint(*info) != fingerprints[i]) continue;
        if (io.read(task.outputs[i], {}, cancel)) ++complete;
    }
    if (complete == task.outputs.size() && !fingerprints.empty()) return OnDisk::kComplete;
    return there > 0 ? OnDisk::kSomething : OnDisk::kNothing;
}

}  // namespace weft
