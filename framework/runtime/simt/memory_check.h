// Judges every access of a launch: where it lands, whether it may, and whom it meets there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "runtime/simt/device_memory.h"
#include "runtime/simt/finding.h"
#include "runtime/simt/hooks.h"
#include "runtime/simt/shadow.h"

namespace weft {

/// What is wrong with an access.
struct AccessFault {
    SimtCheck check = SimtCheck::kBounds;
    std::string what, address;
    std::optional<EarlierAccess> earlier;
    /// A read of what nobody wrote so far. Whether it is a read too early or of what nobody ever
    /// writes shows once the other threads have gone on: if one writes there, it meets this read.
    bool in_doubt = false;
};

class MemoryCheck {
  public:
    /// `reads` and `writes` are indices of `memory`. Pictures that are written start unwritten.
    MemoryCheck(std::vector<DeviceArray>& memory, const std::vector<int>& reads,
                const std::vector<int>& writes, std::size_t shared_bytes);

    /// The dynamic shared memory, for one block after another.
    char* shared() const { return shared_.data(); }

    /// Records the access; a fault where it may not happen. `who.place` is filled in.
    std::optional<AccessFault> access(const void* address, unsigned bytes, bool write, Actor who,
                                      SimtPlace place);

    /// A sample of a picture that is written which has not been, after the whole launch.
    std::optional<AccessFault> missing_output() const;

    SimtPlace place(std::uint32_t number) const { return places_[number]; }

  private:
    /// A picture that the kernel was given.
    struct Given {
        DeviceArray* array = nullptr;
        int shadow = -1;  ///< of one that is written
    };

    std::optional<AccessFault> access_shared(std::size_t first, std::size_t count, bool write,
                                             const Actor& who);
    std::optional<AccessFault> access_picture(const Given& given, std::size_t first,
                                              std::size_t count, bool write, const Actor& who);
    AccessFault stray(const void* address, bool write) const;
    const Given* given_at(const void* address) const;
    std::uint32_t number_of(SimtPlace place);

    std::vector<DeviceArray>& memory_;
    std::vector<Given> given_;
    std::vector<Shadow> shadows_;
    GuardedBlock shared_;
    Shadow shared_shadow_;
    std::vector<SimtPlace> places_;
    std::uint32_t last_place_ = 0;
};

}  // namespace weft
