// The part of the CUDA driver's binary interface that Weft calls, declared here: no CUDA header is
// needed to build. Names, types and numbers are those of NVIDIA's cuda.h; a test compares them with
// it where there is one. Everything exists in drivers since CUDA 11.4.
#pragma once

#include <cstddef>

namespace weft::cuda {

using DevicePtr = unsigned long long;
using Device = int;
using Code = int;  ///< CUresult
using ContextHandle = struct CUctx_st*;
using ModuleHandle = struct CUmod_st*;
using FunctionHandle = struct CUfunc_st*;
using StreamHandle = struct CUstream_st*;
using EventHandle = struct CUevent_st*;
using GraphHandle = struct CUgraph_st*;
using GraphExecHandle = struct CUgraphExec_st*;

/// The oldest version that has every call below, as cuDriverGetVersion() says it: CUDA 11.4.
inline constexpr int kOldestDriver = 11040;

// CUresult.
inline constexpr Code kSuccess = 0;
inline constexpr Code kOutOfMemory = 2;
inline constexpr Code kDeviceUnavailable = 46;
inline constexpr Code kNoDevice = 100;
inline constexpr Code kInvalidDevice = 101;
inline constexpr Code kInvalidImage = 200;
inline constexpr Code kInvalidContext = 201;
inline constexpr Code kNoBinaryForDevice = 209;
inline constexpr Code kEccUncorrectable = 214;
inline constexpr Code kInvalidPtx = 218;
inline constexpr Code kUnsupportedPtxVersion = 222;
inline constexpr Code kNotFound = 500;
inline constexpr Code kNotReady = 600;
inline constexpr Code kIllegalAddress = 700;
inline constexpr Code kLaunchOutOfResources = 701;
inline constexpr Code kLaunchTimeout = 702;
inline constexpr Code kLaunchFailed = 719;
inline constexpr Code kSystemDriverMismatch = 803;

// CUdevice_attribute.
inline constexpr int kMaxThreadsPerBlock = 1;
inline constexpr int kMaxGridDimX = 5;
inline constexpr int kMaxGridDimY = 6;
inline constexpr int kMaxGridDimZ = 7;
inline constexpr int kWarpSize = 10;
inline constexpr int kClockRate = 13;  ///< kHz
inline constexpr int kMultiprocessorCount = 16;
inline constexpr int kMemoryClockRate = 36;  ///< kHz
inline constexpr int kMemoryBusWidth = 37;   ///< bits
inline constexpr int kL2CacheSize = 38;
inline constexpr int kMaxThreadsPerMultiprocessor = 39;
inline constexpr int kCapabilityMajor = 75;
inline constexpr int kCapabilityMinor = 76;
inline constexpr int kSharedPerMultiprocessor = 81;
inline constexpr int kRegistersPerMultiprocessor = 82;
inline constexpr int kSharedPerBlockOptIn = 97;
inline constexpr int kMaxBlocksPerMultiprocessor = 106;
inline constexpr int kReservedSharedPerBlock = 111;
inline constexpr int kMemoryPoolsSupported = 115;

// Flags and other enumerations.
inline constexpr int kMaxDynamicSharedSize = 8;    ///< CUfunction_attribute
inline constexpr unsigned kStreamNonBlocking = 1;  ///< CUstream_flags
inline constexpr unsigned kEventDefault = 0;       ///< CUevent_flags: takes the time
inline constexpr unsigned kEventDisableTiming = 2;
inline constexpr int kCaptureThreadLocal = 1;  ///< CUstreamCaptureMode
inline constexpr int kPointerMemoryType = 2;   ///< CUpointer_attribute
inline constexpr int kPointerOrdinal = 9;      ///< the same: of the device that the memory is of
inline constexpr unsigned kDeviceMemory = 2;   ///< CUmemorytype

// X(name, parameters): every entry point. A call that CUDA has revised carries its suffix.
#define WEFT_CUDA_CALLS(X)                                                                         \
    X(cuInit, (unsigned flags))                                                                    \
    X(cuDriverGetVersion, (int* version))                                                          \
    X(cuGetErrorName, (Code error, const char** name))                                             \
    X(cuGetErrorString, (Code error, const char** text))                                           \
    X(cuDeviceGetCount, (int* count))                                                              \
    X(cuDeviceGet, (Device * device, int ordinal))                                                 \
    X(cuDeviceGetName, (char* name, int length, Device device))                                    \
    X(cuDeviceGetAttribute, (int* value, int attribute, Device device))                            \
    X(cuDeviceTotalMem_v2, (std::size_t* bytes, Device device))                                    \
    X(cuDevicePrimaryCtxRetain, (ContextHandle * context, Device device))                          \
    X(cuDevicePrimaryCtxRelease_v2, (Device device))                                               \
    X(cuCtxPushCurrent_v2, (ContextHandle context))                                                \
    X(cuCtxPopCurrent_v2, (ContextHandle * context))                                               \
    X(cuCtxGetCurrent, (ContextHandle * context))                                                  \
    X(cuCtxGetDevice, (Device * device))                                                           \
    X(cuPointerGetAttribute, (void* value, int attribute, DevicePtr pointer))                      \
    X(cuMemAlloc_v2, (DevicePtr * pointer, std::size_t bytes))                                     \
    X(cuMemFree_v2, (DevicePtr pointer))                                                           \
    X(cuMemAllocAsync, (DevicePtr * pointer, std::size_t bytes, StreamHandle stream))              \
    X(cuMemFreeAsync, (DevicePtr pointer, StreamHandle stream))                                    \
    X(cuMemHostAlloc, (void** pointer, std::size_t bytes, unsigned flags))                         \
    X(cuMemFreeHost, (void* pointer))                                                              \
    X(cuMemcpyHtoDAsync_v2,                                                                        \
      (DevicePtr to, const void* from, std::size_t bytes, StreamHandle stream))                    \
    X(cuMemcpyDtoHAsync_v2, (void* to, DevicePtr from, std::size_t bytes, StreamHandle stream))    \
    X(cuMemcpyDtoDAsync_v2,                                                                        \
      (DevicePtr to, DevicePtr from, std::size_t bytes, StreamHandle stream))                      \
    X(cuMemsetD2D8Async, (DevicePtr to, std::size_t pitch, unsigned char value, std::size_t width, \
                          std::size_t rows, StreamHandle stream))                                  \
    X(cuStreamCreate, (StreamHandle * stream, unsigned flags))                                     \
    X(cuStreamDestroy_v2, (StreamHandle stream))                                                   \
    X(cuStreamSynchronize, (StreamHandle stream))                                                  \
    X(cuStreamWaitEvent, (StreamHandle stream, EventHandle event, unsigned flags))                 \
    X(cuStreamBeginCapture_v2, (StreamHandle stream, int mode))                                    \
    X(cuStreamEndCapture, (StreamHandle stream, GraphHandle * graph))                              \
    X(cuEventCreate, (EventHandle * event, unsigned flags))                                        \
    X(cuEventDestroy_v2, (EventHandle event))                                                      \
    X(cuEventRecord, (EventHandle event, StreamHandle stream))                                     \
    X(cuEventSynchronize, (EventHandle event))                                                     \
    X(cuEventQuery, (EventHandle event))                                                           \
    X(cuEventElapsedTime, (float* milliseconds, EventHandle from, EventHandle to))                 \
    X(cuModuleLoadDataEx,                                                                          \
      (ModuleHandle * module, const void* image, unsigned count, int* options, void** values))     \
    X(cuModuleUnload, (ModuleHandle module))                                                       \
    X(cuModuleGetFunction, (FunctionHandle * function, ModuleHandle module, const char* name))     \
    X(cuFuncSetAttribute, (FunctionHandle function, int attribute, int value))                     \
    X(cuLaunchKernel,                                                                              \
      (FunctionHandle function, unsigned grid_x, unsigned grid_y, unsigned grid_z,                 \
       unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes,                \
       StreamHandle stream, void** parameters, void** extra))                                      \
    X(cuGraphInstantiateWithFlags,                                                                 \
      (GraphExecHandle * executable, GraphHandle graph, unsigned long long flags))                 \
    X(cuGraphLaunch, (GraphExecHandle executable, StreamHandle stream))                            \
    X(cuGraphExecDestroy, (GraphExecHandle executable))                                            \
    X(cuGraphDestroy, (GraphHandle graph))

/// The entry points. All are set in a loaded driver.
struct DriverApi {
    // NOLINTNEXTLINE(bugprone-macro-parentheses): a declaration, which has them where they go
#define WEFT_CUDA_MEMBER(name, parameters) Code(*name) parameters = nullptr;
    WEFT_CUDA_CALLS(WEFT_CUDA_MEMBER)
#undef WEFT_CUDA_MEMBER
};

}  // namespace weft::cuda
