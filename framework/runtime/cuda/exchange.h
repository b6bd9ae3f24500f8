// Copies pictures between host and device through staging memory, in chunks: while one is copied,
// the next is converted.
#pragma once

#include <functional>
#include <vector>

#include "runtime/cuda/device_session.h"
#include "runtime/cuda/launch_list.h"
#include "runtime/progress.h"

namespace weft::cuda {

/// Whole consecutive rows (in the layout kColumns: columns) of exchanged picture `picture`.
struct Chunk {
    int picture = 0;
    Rect part;
    friend bool operator==(const Chunk&, const Chunk&) = default;
};

/// Cuts picture `index` into chunks of at most a few megabytes. None where nothing is stored.
std::vector<Chunk> chunks_of(const ExchangedPicture& picture, int index);

/// The resources of one frame in flight: page-locked staging memory for its pictures, and events.
struct FrameSlot {
    PinnedMemory staging;   ///< exchanged pictures at their exchange_offset
    DeviceMemory exchange;  ///< the same on the device; none: they lie in the arena
    Event uploaded, computed;
    std::vector<Event> downloaded;  ///< one per chunk of `chunks`

    bool pending = false;              ///< a frame is in flight:
    std::size_t band = 0;              ///< its band,
    std::vector<Chunk> chunks;         ///< what is being downloaded,
    std::vector<PictureView> outputs;  ///< and where to

    float* staged(const ExchangedPicture& picture) const {
        return reinterpret_cast<float*>(static_cast<std::byte*>(staging.get()) +
                                        picture.exchange_offset);
    }
};

/// Calls convert(slice) for disjoint slices that together are `part`, on up to `threads` threads
/// where it is large enough. convert() must not throw.
void convert_in_slices(const Rect& part, int planes, int threads,
                       const std::function<void(const Rect&)>& convert);

/// Converts the inputs into staging memory and starts copying them to `addresses`; records
/// slot.uploaded. Requires that slot.staging is not in use.
Status upload(const DeviceSession& session, const LaunchList& list,
              const std::vector<std::uint64_t>& addresses, const std::vector<PictureView>& inputs,
              FrameSlot& slot, int host_threads, const Progress& progress);

/// Starts copying the outputs back, once slot.computed has happened.
Status start_download(const DeviceSession& session, const LaunchList& list,
                      const std::vector<std::uint64_t>& addresses, FrameSlot& slot);

/// Waits for each chunk and converts it into slot.outputs.
Status finish_download(const DeviceSession& session, const LaunchList& list, FrameSlot& slot,
                       int host_threads, const Progress& progress);

}  // namespace weft::cuda
