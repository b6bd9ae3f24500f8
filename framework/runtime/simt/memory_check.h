// Checks every access of a launch: bounds, permission, initialisation, and races.
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

/// A faulty access.
struct AccessFault {
    SimtCheck check = SimtCheck::kBounds;
    std::string what, address;
    std::optional<EarlierAccess> earlier;
    /// A read of what nobody wrote so far: a race with a later write, or an uninitialised read. The
    /// other threads run on until it is known: a write there then conflicts with this read.
    bool in_doubt = false;
};

class MemoryCheck {
  public:
    /// `reads` and `writes` are of `memory`. Pictures that are written start unwritten.
    MemoryCheck(Table<DeviceArray, PlanImage>& memory, const std::vector<Id<PlanImage>>& reads,
                const std::vector<Id<PlanImage>>& writes, std::size_t shared_bytes);

    /// The dynamic shared memory, reused by one block after another.
    char* shared() const { return shared_.data(); }

    /// Records the access; returns its fault, if any. `who.place` is set from `place`.
    std::optional<AccessFault> access(const void* address, unsigned bytes, bool write, Actor who,
                                      SimtPlace place);

    /// After the launch: an output sample that was not written, if any.
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

    Table<DeviceArray, PlanImage>& memory_;
    std::vector<Given> given_;
    std::vector<Shadow> shadows_;
    GuardedBlock shared_;
    Shadow shared_shadow_;
    std::vector<SimtPlace> places_;
    std::uint32_t last_place_ = 0;
};

}  // namespace weft
