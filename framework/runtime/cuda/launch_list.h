// A GPU plan with everything decided: copies in, launches, copies out. What the CUDA executor runs
// and what a bundle stores; nothing of graphs, functors or passes is left in it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "graph/regions.h"
#include "runtime/gpu/device_picture.h"
#include "runtime/gpu/gpu_program.h"

namespace weft {

/// A picture that is copied from or to the host.
struct ExchangedPicture {
    Rect stored;  ///< empty: nobody needs it, and nothing is copied. Floats
    Layout layout = Layout::kRows;
    int planes = 1;
    std::size_t arena_offset = 0;     ///< where it lies in the arena ...
    std::size_t exchange_offset = 0;  ///< ... or among all exchanged pictures, side by side

    DevicePicture at(float* data) const { return {data, stored, layout, planes}; }
    std::size_t bytes() const {
        return gpu_picture_bytes(stored, layout, planes, SampleType::kFloat32);
    }
    friend bool operator==(const ExchangedPicture&, const ExchangedPicture&) = default;
};

/// An input or output of run(): its name and shape, and which exchanged picture it is copied from
/// or to; -1: none, since no kernel needs it or kernels use it in place.
struct PicturePort {
    std::string name;
    ImageShape shape;  ///< of an output: the region that is computed
    int picture = -1;
    friend bool operator==(const PicturePort&, const PicturePort&) = default;
};

/// A position in an argument block that takes an address; in `args` it holds an offset to it.
struct AddressSlot {
    std::size_t position = 0;
    int picture =
        -1;  ///< exchanged: at that picture's place, the offset is within it; -1: in the arena
    friend bool operator==(const AddressSlot&, const AddressSlot&) = default;
};

/// A picture in an argument block that is the host program's: input or output `port` of a run.
struct ExternalSlot {
    std::size_t position = 0;  ///< of its GpuPicture
    bool output = false;
    int port = 0;
    friend bool operator==(const ExternalSlot&, const ExternalSlot&) = default;
};

struct Launch {
    std::string kernel;  ///< its name in the plan
    int code = 0;        ///< which of the list's codes
    std::array<unsigned, 3> grid{1, 1, 1}, block{1, 1, 1};
    std::size_t shared_bytes = 0;  ///< dynamic, of a block
    std::vector<std::byte> args;   ///< its one argument (runtime/gpu/kernel_args.h)
    std::vector<AddressSlot> slots;
    std::vector<ExternalSlot> external;  ///< only of plans that run in place (resident.h)
    std::size_t bytes_moved = 0;         ///< each picture it touches, once
    friend bool operator==(const Launch&, const Launch&) = default;
};

struct LaunchCode {
    std::string symbol;
    std::vector<std::byte> cubin;
    friend bool operator==(const LaunchCode&, const LaunchCode&) = default;
};

struct LaunchList {
    std::string name;    ///< the effect
    std::string target;  ///< the GPU that was planned for
    int capability = 0;  ///< that the code is for: 90 for 9.0; 0: unknown
    bool fast_math = false;
    double dram_bytes_per_second = 0;  ///< of the target; 0: unknown
    std::size_t arena_bytes = 0;       ///< of all pictures, the exchanged ones among them
    std::size_t exchange_bytes = 0;    ///< of the exchanged pictures, side by side
    std::vector<ExchangedPicture> pictures;
    std::vector<PicturePort> inputs, outputs;
    std::vector<Launch> launches;
    std::vector<LaunchCode> code;

    friend bool operator==(const LaunchList&, const LaunchList&) = default;
};

/// Bytes: exchanged pictures begin at multiples of this, as the driver's allocations do.
inline constexpr std::size_t kExchangeAlignment = 256;

LaunchList list_launches(const GpuProgram& program);

/// The argument block of `launch` with its addresses filled in: the arena begins at `arena`,
/// exchanged picture p at addresses[p].
std::vector<std::byte> bind_addresses(const Launch& launch, std::uint64_t arena,
                                      const std::vector<std::uint64_t>& addresses);

/// Fills the external pictures of a run into `args`, the argument block of `launch`.
void bind_pictures(std::vector<std::byte>& args, const Launch& launch,
                   const std::vector<PictureView>& inputs, const std::vector<PictureView>& outputs);

/// Checks a list that comes from a file: codes, pictures and slots that are referred to exist,
/// offsets and sizes stay within what they are part of. The error says which does not.
Status validate(const LaunchList& list);

/// Whether starting the launches one by one, at about kLaunchSeconds each, would take a good part
/// of the time that moving their bytes takes: then they are started as one CUDA graph.
inline constexpr double kLaunchSeconds = 2.5e-6;
bool launches_dominate(const LaunchList& list);

}  // namespace weft
