// The stages of one frame: read, plan, compute, write. No thread, no queue.
#pragma once

#include <memory>
#include <vector>

#include "batch/batch.h"
#include "batch/output_plan.h"
#include "pictures/output_file.h"
#include "pictures/picture_file.h"

namespace weft {

/// What to read of an input's file.
PictureChoice choice_of(const BatchOptions& options, std::size_t input);

/// The headers of a task's inputs: cheap, and enough to plan by.
Result<std::vector<PictureInfo>> read_headers(const FrameTask& task, PictureIO& io,
                                              const BatchOptions& options);

/// What the outputs will be, given the inputs' headers.
Result<std::vector<OutputPlan>> plan_frame(const FrameTask& task, const Graph& still,
                                           const Library& library, const BatchOptions& options,
                                           const std::vector<PictureInfo>& inputs);

/// Bytes of the pictures of a frame, read and written, and of their codecs on so many threads.
std::size_t frame_bytes(const std::vector<PictureInfo>& inputs,
                        const std::vector<OutputPlan>& outputs, int threads);

Result<std::vector<LoadedPicture>> read_frame(const FrameTask& task, PictureIO& io,
                                              const BatchOptions& options);

/// Pictures ready to be written.
struct FramePixels {
    std::vector<OutputPlan> plans;
    std::vector<OutputPixels> pixels;
    std::vector<std::string> software;  ///< one text per output
};

/// A checkerboard in place of every output: grey, and magenta where there is colour.
Result<FramePixels> placeholder_pixels(std::vector<OutputPlan> plans, const std::string& software);

/// An output on its way: written beside its target.
struct OpenOutput {
    OutputFile file;
    std::unique_ptr<PictureWriter> writer;
};

/// Begins to write all outputs. `source` may be null, and outlives them.
Result<std::vector<OpenOutput>> open_outputs(const FrameTask& task,
                                             const std::vector<OutputPlan>& plans,
                                             const std::vector<std::string>& software,
                                             const PictureInfo* source, PictureIO& io,
                                             const BatchOptions& options);

/// "cannot write 'PATH': ..."; what was cancelled stays as it is.
Error about_output(const std::string& path, const Error& error);

/// Finishes all outputs, then puts them into place.
Status commit_outputs(const FrameTask& task, std::vector<OpenOutput>& outputs,
                      const BatchOptions& options);

/// Writes all outputs beside their targets, then puts them into place. `source` may be null.
Status write_frame(const FrameTask& task, const FramePixels& frame, const PictureInfo* source,
                   PictureIO& io, const BatchOptions& options);

/// What is there of a task's outputs: all, and made by just this; or something, or nothing.
enum class OnDisk { kNothing, kSomething, kComplete };

/// `fingerprints`, one per output; empty: not to be compared, since nobody asked.
OnDisk outputs_on_disk(const FrameTask& task, const std::vector<std::string>& fingerprints,
                       PictureIO& io, const std::atomic<bool>* cancel);

}  // namespace weft
