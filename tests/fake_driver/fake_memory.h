// Memory of the fake device. Where it lies apart, the host may touch it only while work is done.
#pragma once

#include <cstddef>

namespace weft::fake {

/// Full of NaN; ends where no memory is, so that who goes beyond it crashes. Null where there is
/// none. `apart`: only who has DeviceAccess may touch it.
std::byte* allocate_device_block(std::size_t bytes, bool apart);
void free_device_block(std::byte* block);

/// As long as it lives, all device memory may be touched. The state's mutex must be held.
class DeviceAccess {
  public:
    DeviceAccess();
    ~DeviceAccess();
    DeviceAccess(const DeviceAccess&) = delete;
    DeviceAccess& operator=(const DeviceAccess&) = delete;
};

}  // namespace weft::fake
