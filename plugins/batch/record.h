// What a rendered picture records of its making, by which a later run knows that it need not be
// made again. It stands in the file's "Software".
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "batch/frame_task.h"
#include "graph/graph.h"
#include "pictures/picture_file.h"

namespace weft {

/// Everything but the frame that decides the pixels of an output.
struct RenderSettings {
    std::string version;   ///< of Weft
    std::string settings;  ///< region, sample format, arithmetic: as text
};

/// 16 hexadecimal digits that differ when the picture would: by the effect as it is at the frame,
/// the functors' own texts, the settings, which of the outputs it is, and each input's name, size
/// and time of change; of a transform of colours those of its configuration, not of the tables that
/// this names. kInput when an input is missing, but for what a transform of colours needs.
Result<std::string> fingerprint(const Graph& still, const Library& library,
                                const RenderSettings& settings, const FrameTask& task,
                                std::size_t output);

/// The fingerprints of all outputs of a task.
Result<std::vector<std::string>> fingerprints(const Graph& still, const Library& library,
                                              const RenderSettings& settings,
                                              const FrameTask& task);

/// "weft 1.2 (degrain) 0123456789abcdef", the text for "Software".
std::string software_text(const RenderSettings& settings, const std::string& effect,
                          const std::string& fingerprint);

/// What a placeholder says there: no fingerprint, so that the frame is never taken for complete.
std::string placeholder_text(const RenderSettings& settings, const std::string& effect);

/// The fingerprint that a file recorded; nothing where there is none, or its format keeps none.
std::optional<std::string> recorded_fingerprint(const PictureInfo& info);

/// Whether a file says that it is a placeholder.
bool is_placeholder(const PictureInfo& info);

}  // namespace weft
