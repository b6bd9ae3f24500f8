// Copying pictures between the host and the device, in chunks: while one is copied, the next is
// converted.
#pragma once

#include <functional>
#include <vector>

#include "runtime/cuda/device_session.h"
#include "runtime/cuda/launch_list.h"
#include "runtime/progress.h"

namespace weft::cuda {

/// A run of whole rows (in the layout kColumns: columns) of a picture.
struct Chunk {
    int picture = 0;
    Rect part;
    friend bool operator==(const Chunk&, const Chunk&) = default;
};

/// At most a few megabytes each; together all of picture `index`. None where nothing is stored.
std::vector<Chunk> chunks_of(const ExchangedPicture& picture, int index);

/// One frame on its way: page-locked memory for its pictures, and events.
struct FrameSlot {
    PinnedMemory staging;   ///< exchanged pictures at their exchange_offset
    DeviceMemory exchange;  ///< the same on the device; none: they lie in the arena
    Event uploaded, computed;
    std::vector<Event> downloaded;  ///< of each chunk on its way out

    bool pending = false;  ///< a frame is in it, with ...
    std::size_t band = 0;
    std::vector<Chunk> chunks;         ///< ... those chunks on their way out
    std::vector<PictureView> outputs;  ///< to there

    float* staged(const ExchangedPicture& picture) const {
        return reinterpret_cast<float*>(static_cast<std::byte*>(staging.get()) +
                                        picture.exchange_offset);
    }
};

/// Calls convert(slice) for slices of `part` that together are all of it, on several threads of the
/// host where there is enough to do. convert() must not throw.
void convert_in_slices(const Rect& part, int planes, int threads,
                       const std::function<void(const Rect&)>& convert);

/// Converts the inputs into staging memory and starts copying them to `addresses`; records
/// slot.uploaded. Nothing else may be using the staging memory.
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
