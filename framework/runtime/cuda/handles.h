// RAII for the driver's handles. The device's context must be current (ContextScope) when they are
// created, used and destroyed.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <utility>

#include "runtime/cuda/driver.h"

namespace weft::cuda {

using DriverPtr = std::shared_ptr<const Driver>;

/// One handle, destroyed by the driver's call `Destroy`.
template <class Handle, Code (*DriverApi::*Destroy)(Handle)>
class Owned {
  public:
    Owned() = default;
    Owned(DriverPtr driver, Handle handle) : driver_(std::move(driver)), handle_(handle) {}
    Owned(Owned&& other) noexcept { swap(other); }
    Owned& operator=(Owned&& other) noexcept {
        Owned(std::move(other)).swap(*this);
        return *this;
    }
    ~Owned() {
        if (driver_) (driver_->api().*Destroy)(handle_);
    }

    Handle get() const { return handle_; }
    explicit operator bool() const { return driver_ != nullptr; }
    /// Gives up ownership: the handle was destroyed with what it was part of.
    void forget() { driver_ = nullptr; }

  private:
    void swap(Owned& other) noexcept {
        std::swap(driver_, other.driver_);
        std::swap(handle_, other.handle_);
    }

    DriverPtr driver_;  ///< null: nothing is owned
    Handle handle_{};
};

using DeviceMemory = Owned<DevicePtr, &DriverApi::cuMemFree_v2>;
using PinnedMemory = Owned<void*, &DriverApi::cuMemFreeHost>;
using Stream = Owned<StreamHandle, &DriverApi::cuStreamDestroy_v2>;
using Event = Owned<EventHandle, &DriverApi::cuEventDestroy_v2>;
using Module = Owned<ModuleHandle, &DriverApi::cuModuleUnload>;
using Graph = Owned<GraphHandle, &DriverApi::cuGraphDestroy>;
using GraphExec = Owned<GraphExecHandle, &DriverApi::cuGraphExecDestroy>;
/// The context that all users of a device in this process share.
using PrimaryContext = Owned<Device, &DriverApi::cuDevicePrimaryCtxRelease_v2>;

/// Device memory of `bytes`, or of 1 for 0. kMemory errors name `purpose`.
Result<DeviceMemory> allocate_device(const DriverPtr& driver, std::size_t bytes,
                                     const std::string& purpose);
/// Page-locked host memory: copies to and from it run beside kernels.
Result<PinnedMemory> allocate_pinned(const DriverPtr& driver, std::size_t bytes,
                                     const std::string& purpose);
Result<Stream> create_stream(const DriverPtr& driver);
Result<Event> create_event(const DriverPtr& driver, bool timed = false);
/// `image` is a cubin; errors name `kernel`.
Result<Module> load_module(const DriverPtr& driver, const void* image, const std::string& kernel);

/// Makes a context current in this thread for as long as it lives.
class ContextScope {
  public:
    ContextScope(const DriverApi& api, ContextHandle context)
        : api_(api), pushed_(api.cuCtxPushCurrent_v2(context) == kSuccess) {}
    ~ContextScope() {
        ContextHandle popped;
        if (pushed_) api_.cuCtxPopCurrent_v2(&popped);
    }
    /// False where the driver refused: the context was destroyed.
    bool is_current() const { return pushed_; }
    ContextScope(const ContextScope&) = delete;
    ContextScope& operator=(const ContextScope&) = delete;

  private:
    const DriverApi& api_;
    bool pushed_;
};

}  // namespace weft::cuda
