// What an output file will hold: its window, format and channel names. Pure: no file is touched.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "graph/regions.h"
#include "pictures/file_kind.h"
#include "pictures/picture_file.h"

namespace weft {

/// One output, decided. `region` is computed; `window` is stored, and is black outside `region`.
struct OutputPlan {
    const FileKind* kind = nullptr;
    Rect region;
    Rect window;
    Rect display_window;
    float pixel_aspect = 1.0f;
    int planes = 0;
    StoredFormat format;              ///< in the file
    bool unassociated_alpha = false;  ///< the file's colours are not multiplied by alpha
    FileColour colour;                ///< of the file; raw until plan_frame() has it decided
    std::vector<std::string> channels;
    int alpha_channel = -1, depth_channel = -1;
    bool keep_others = false;  ///< beside these the first input's other channels and parts
    bool own_types = false;    ///< each channel in the type that it has in the first input
    std::string lost;          ///< what is not in it, and why, for people; "": nothing

    /// In which it is computed.
    SampleFormat samples() const {
        return unassociated_alpha || colour.conversion ? SampleFormat::kFloat : format.samples;
    }
};

/// What becomes of channels and parts of the first input that the effect was not given.
enum class OtherChannels {
    kKeep,     ///< unchanged beside the result, where its file can hold them
    kRequire,  ///< so, or there is no result: --keep-layers
    kDrop      ///< nothing: --drop-layers
};

struct OutputRequest {
    std::string path;
    std::optional<Rect> region;          ///< --roi
    std::optional<StoredFormat> format;  ///< --format
    OtherChannels others = OtherChannels::kKeep;
};

/// Decides for an output of shape `shape`, given the pictures read.
/// Display window: the picture's frame.
/// Window: the region asked for, cut to the picture; else what of the picture may hold anything, in
/// files that keep a display window: within the frame, unless an input has pixels beyond its own;
/// else the display window, filled with black where there is no picture.
/// Format: as asked, else what the first input has, else the nearest the file holds.
/// Channel names: those of the first input with as many channels; else the usual ones, in the layer
/// that was read.
/// Others: kept in an .exr, or a .tif of one page made of such a one, that has the same frame, and
/// where they are.
/// kUsage: a region beside the picture, a format or channel count that the file does not hold;
/// others that have to be kept and cannot.
Result<OutputPlan> plan_output(const OutputRequest& request, const ImageShape& shape,
                               const std::vector<const PictureInfo*>& inputs);

/// Y; R, G, B; A for alpha; and channel4, channel5... by number.
std::vector<std::string> usual_channel_names(const ImageShape& shape);

/// What to ask of the writer; without a path, a source and what follows from them.
WriteRequest request_for(const OutputPlan& plan);

/// Memory for an output, and the two views of it.
struct OutputPixels {
    PixelBytes bytes;
    PictureView computed;  ///< the part the effect writes: plan.region
    PictureView stored;    ///< all of it: plan.window
};
/// kMemory when it cannot be had.
Result<OutputPixels> allocate_output(const OutputPlan& plan);

}  // namespace weft
