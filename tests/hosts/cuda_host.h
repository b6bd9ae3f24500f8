// A host that keeps its pictures on a GPU: the fake driver's, in a context and on a stream of its
// own.
#pragma once

#include <memory>

#include "fake_driver/fake_driver.h"
#include "hosts/scene.h"
#include "runtime/cuda/driver.h"

namespace weft::openfx::test {

/// A context that is current as long as this lives, and a stream.
class CudaHost {
  public:
    /// `words` as the fake driver takes them.
    explicit CudaHost(const char* words);
    ~CudaHost();
    CudaHost(const CudaHost&) = delete;
    CudaHost& operator=(const CudaHost&) = delete;

    const cuda::DriverApi& api() const { return driver_->api(); }
    void* stream() const { return stream_; }
    cuda::ContextHandle context() const { return context_; }
    cuda::ContextHandle current() const;
    void synchronise();
    /// From now on the driver is like that.
    static void configure(const std::string& words);
    static fake::Counts counts();

  private:
    std::shared_ptr<const cuda::Driver> driver_;
    cuda::ContextHandle context_ = nullptr;
    cuda::StreamHandle stream_ = nullptr;
};

/// A picture's memory on the device.
class DeviceCopy {
  public:
    DeviceCopy(CudaHost& host, HostPicture& picture);
    ~DeviceCopy();
    DeviceCopy(const DeviceCopy&) = delete;
    DeviceCopy& operator=(const DeviceCopy&) = delete;

    /// Brings it back, when the stream is done.
    void download();
    /// From the picture's memory to the device's.
    std::ptrdiff_t away() const;

    HostPicture& picture;

  private:
    void copy(bool up);
    CudaHost& host_;
    cuda::DevicePtr block_ = 0;
};

}  // namespace weft::openfx::test
