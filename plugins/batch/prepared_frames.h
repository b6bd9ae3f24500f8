// What one worker has prepared: a frame like the one before it needs nothing new.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "engine/engine.h"

namespace weft {

/// What a frame is prepared for: its pictures are files', whose pixels are interleaved, and are
/// converted row by row, never whole. `graph` and `library` must outlive it.
PrepareRequest request_of_frame(const Graph& graph, const Library& library,
                                const std::vector<ImageShape>& inputs,
                                const std::vector<Rect>& regions);

/// Prepares graphs, and keeps the last few. One per worker; workers share the mutex, so that each
/// kernel is compiled by the first that needs it and found by the others. Frames share kernels
/// where they differ in radii and values alone.
class PreparedFrames {
  public:
    /// `range`: frame_reaches() of the job. `keeps_one`: no more than one frame's working memory is
    /// kept.
    PreparedFrames(Engine& engine, const Library& library, const std::vector<Graph>& range,
                   std::mutex& preparing, bool keeps_one = false)
        : engine_(engine),
          library_(library),
          range_(range),
          preparing_(preparing),
          keeps_one_(keeps_one) {}

    /// Valid until the next call. `threads`: PrepareRequest::threads.
    Result<Prepared*> get(const Graph& still, const std::vector<ImageShape>& inputs,
                          const std::vector<Rect>& regions, int threads = 0);

  private:
    struct Cached {
        std::uint64_t graph = 0;
        std::vector<ImageShape> inputs;
        std::vector<Rect> regions;
        int threads = 0;
        std::unique_ptr<Prepared> prepared;
    };
    Engine& engine_;
    const Library& library_;
    const std::vector<Graph>& range_;
    std::mutex& preparing_;
    const bool keeps_one_;
    std::vector<Cached> cached_;  // the last used at the end
};

}  // namespace weft
