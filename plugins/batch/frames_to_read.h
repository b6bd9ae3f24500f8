// Which file is read at each frame of a path, where some are not on disk.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "batch/sequence_path.h"
#include "graph/document_files.h"

namespace weft {

/// Of `frames`, which ascend, the nearest to `frame`; of two the earlier. Nothing where there is
/// none.
std::optional<int> nearest_frame(const std::vector<int>& frames, int frame);

class FramesToRead {
  public:
    FramesToRead(SequencePath path, MissingFrames missing);

    const SequencePath& path() const { return path_; }
    /// The file of the frame; where it is not on disk, and missing frames are read so, that of the
    /// nearest frame that is. Looks through the folder once for each view.
    std::string file(int frame, const std::string& view);

  private:
    SequencePath path_;
    MissingFrames missing_;
    std::map<std::string, std::vector<int>> on_disk_;  // by view
};

}  // namespace weft
