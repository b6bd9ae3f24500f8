// Our declarations of the driver's interface are those of NVIDIA's own header. Built only where
// that header is found.
#include <gtest/gtest.h>

#include "runtime/cuda/driver_api.h"

#include <cuda.h>

#include <cstddef>
#include <type_traits>

// The header shows the newest form of each call alone. This one is older, and still exported.
#undef cuEventElapsedTime
extern "C" CUresult cuEventElapsedTime(float*, CUevent, CUevent);

namespace weft::cuda {
namespace {

// What a parameter or return value looks like to a caller: pointers are pointers, enumerations and
// integers are their size.
template <class T>
inline constexpr int kShape = static_cast<int>(sizeof(T));
template <class T>
inline constexpr int kShape<T*> = 100;

template <class Ours, class Theirs>
struct SameCall : std::false_type {};
template <class R, class... A, class S, class... B>
    requires(sizeof...(A) == sizeof...(B))
struct SameCall<R (*)(A...), S (*)(B...)>
    : std::bool_constant<kShape<R> == kShape<S> && ((kShape<A> == kShape<B>) && ...)> {};

#define WEFT_COMPARE(name, parameters)                                           \
    static_assert(SameCall<decltype(DriverApi::name), decltype(&::name)>::value, \
                  #name " is declared otherwise in cuda.h");
WEFT_CUDA_CALLS(WEFT_COMPARE)

#define WEFT_SAME(ours, theirs) \
    EXPECT_EQ(static_cast<long long>(ours), static_cast<long long>(theirs))

TEST(DriverAbi, NumbersAreThoseOfTheHeader) {
    WEFT_SAME(kSuccess, CUDA_SUCCESS);
    WEFT_SAME(kOutOfMemory, CUDA_ERROR_OUT_OF_MEMORY);
    WEFT_SAME(kDeviceUnavailable, CUDA_ERROR_DEVICE_UNAVAILABLE);
    WEFT_SAME(kNoDevice, CUDA_ERROR_NO_DEVICE);
    WEFT_SAME(kInvalidDevice, CUDA_ERROR_INVALID_DEVICE);
    WEFT_SAME(kInvalidImage, CUDA_ERROR_INVALID_IMAGE);
    WEFT_SAME(kInvalidContext, CUDA_ERROR_INVALID_CONTEXT);
    WEFT_SAME(kNoBinaryForDevice, CUDA_ERROR_NO_BINARY_FOR_GPU);
    WEFT_SAME(kEccUncorrectable, CUDA_ERROR_ECC_UNCORRECTABLE);
    WEFT_SAME(kInvalidPtx, CUDA_ERROR_INVALID_PTX);
    WEFT_SAME(kUnsupportedPtxVersion, CUDA_ERROR_UNSUPPORTED_PTX_VERSION);
    WEFT_SAME(kNotFound, CUDA_ERROR_NOT_FOUND);
    WEFT_SAME(kNotReady, CUDA_ERROR_NOT_READY);
    WEFT_SAME(kIllegalAddress, CUDA_ERROR_ILLEGAL_ADDRESS);
    WEFT_SAME(kLaunchOutOfResources, CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES);
    WEFT_SAME(kLaunchTimeout, CUDA_ERROR_LAUNCH_TIMEOUT);
    WEFT_SAME(kLaunchFailed, CUDA_ERROR_LAUNCH_FAILED);
    WEFT_SAME(kSystemDriverMismatch, CUDA_ERROR_SYSTEM_DRIVER_MISMATCH);

    WEFT_SAME(kMaxThreadsPerBlock, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
    WEFT_SAME(kMaxGridDimX, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X);
    WEFT_SAME(kMaxGridDimY, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y);
    WEFT_SAME(kMaxGridDimZ, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z);
    WEFT_SAME(kWarpSize, CU_DEVICE_ATTRIBUTE_WARP_SIZE);
    WEFT_SAME(kClockRate, CU_DEVICE_ATTRIBUTE_CLOCK_RATE);
    WEFT_SAME(kMultiprocessorCount, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
    WEFT_SAME(kMemoryClockRate, CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE);
    WEFT_SAME(kMemoryBusWidth, CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH);
    WEFT_SAME(kL2CacheSize, CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE);
    WEFT_SAME(kMaxThreadsPerMultiprocessor, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR);
    WEFT_SAME(kCapabilityMajor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
    WEFT_SAME(kCapabilityMinor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
    WEFT_SAME(kSharedPerMultiprocessor, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR);
    WEFT_SAME(kRegistersPerMultiprocessor, CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR);
    WEFT_SAME(kSharedPerBlockOptIn, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
    WEFT_SAME(kMaxBlocksPerMultiprocessor, CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR);
    WEFT_SAME(kReservedSharedPerBlock, CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK);
    WEFT_SAME(kMemoryPoolsSupported, CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED);

    WEFT_SAME(kPointerMemoryType, CU_POINTER_ATTRIBUTE_MEMORY_TYPE);
    WEFT_SAME(kPointerOrdinal, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL);
    WEFT_SAME(kDeviceMemory, CU_MEMORYTYPE_DEVICE);
    WEFT_SAME(kMaxDynamicSharedSize, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES);
    WEFT_SAME(kStreamNonBlocking, CU_STREAM_NON_BLOCKING);
    WEFT_SAME(kEventDefault, CU_EVENT_DEFAULT);
    WEFT_SAME(kEventDisableTiming, CU_EVENT_DISABLE_TIMING);
    WEFT_SAME(kCaptureThreadLocal, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL);
}

}  // namespace
}  // namespace weft::cuda
