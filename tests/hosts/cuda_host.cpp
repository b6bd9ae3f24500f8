#include "hosts/cuda_host.h"

#include <cstring>
#include <stdexcept>

#include <gtest/gtest.h>

namespace weft::openfx::test {
namespace {

void checked(cuda::Code code) {
    if (code != cuda::kSuccess)
        throw std::runtime_error("the fake driver: " + std::to_string(code));
}

}  // namespace

CudaHost::CudaHost(const char* words) {
    weft_fake_driver_configure("");
    auto driver = cuda::Driver::load(WEFT_FAKE_DRIVER_PATH);
    if (!driver) throw std::runtime_error(driver.error().message);
    driver_ = *driver;
    checked(api().cuDevicePrimaryCtxRetain(&context_, 0));
    checked(api().cuCtxPushCurrent_v2(context_));
    checked(api().cuStreamCreate(&stream_, 0));
    configure(words);
}

void CudaHost::configure(const std::string& words) {
    EXPECT_EQ(counts().misuses, 0) << "before '" << words << "'";  // begins to count again
    weft_fake_driver_configure(("apart " + words).c_str());
}

CudaHost::~CudaHost() {
    configure("");
    api().cuStreamSynchronize(stream_);
    api().cuStreamDestroy_v2(stream_);
    cuda::ContextHandle popped;
    api().cuCtxPopCurrent_v2(&popped);
    api().cuDevicePrimaryCtxRelease_v2(0);
}

cuda::ContextHandle CudaHost::current() const {
    cuda::ContextHandle current = nullptr;
    checked(api().cuCtxGetCurrent(&current));
    return current;
}

void CudaHost::synchronise() { checked(api().cuStreamSynchronize(stream_)); }

fake::Counts CudaHost::counts() {
    fake::Counts counts;
    weft_fake_driver_counts(&counts);
    return counts;
}

DeviceCopy::DeviceCopy(CudaHost& host, HostPicture& p) : picture(p), host_(host) {
    checked(host_.api().cuMemAlloc_v2(&block_, picture.memory().size()));
    copy(true);
}

DeviceCopy::~DeviceCopy() {
    host_.api().cuMemFreeAsync(block_, static_cast<cuda::StreamHandle>(host_.stream()));
}

void DeviceCopy::download() { copy(false); }

std::ptrdiff_t DeviceCopy::away() const {
    // NOLINTNEXTLINE(performance-no-int-to-ptr): that is how the driver names memory
    return reinterpret_cast<std::byte*>(block_) - picture.memory().data();
}

void DeviceCopy::copy(bool up) {
    const cuda::DriverApi& api = host_.api();
    const auto stream = static_cast<cuda::StreamHandle>(host_.stream());
    std::vector<std::byte>& memory = picture.memory();
    void* staging = nullptr;
    checked(api.cuMemHostAlloc(&staging, memory.size(), 0));
    if (up) {
        std::memcpy(staging, memory.data(), memory.size());
        checked(api.cuMemcpyHtoDAsync_v2(block_, staging, memory.size(), stream));
    } else {
        checked(api.cuMemcpyDtoHAsync_v2(staging, block_, memory.size(), stream));
    }
    checked(api.cuStreamSynchronize(stream));
    if (!up) std::memcpy(memory.data(), staging, memory.size());
    api.cuMemFreeHost(staging);
}

}  // namespace weft::openfx::test
