// The driver's entry points for devices, memory, streams and events, over the fake's state.
#include <bit>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <utility>

#include "fake_driver/fake_call.h"
#include "fake_driver/fake_memory.h"

using namespace weft::cuda;
using weft::fake::all_streams;
using weft::fake::Call;
using weft::fake::context_of;
using weft::fake::contexts;
using weft::fake::device_of;
using weft::fake::State;
using weft::fake::state;
using weft::fake::stream_of;

namespace {

constexpr std::size_t kPinnedAlignment = 512;

// The memory of the fake is the host's: an address there is that of a byte.
std::byte* byte_at(DevicePtr address) { return std::bit_cast<std::byte*>(address); }

// A handle is this object.
std::shared_ptr<weft::fake::Event>& of(EventHandle h) {
    return *reinterpret_cast<std::shared_ptr<weft::fake::Event>*>(h);
}
void note_pending_work(State& s) {
    for (const weft::fake::Stream* stream : all_streams())
        if (!stream->idle() && !s.lost) {
            ++s.counts.misuses;
            return;
        }
}

/// Whether this allocation is to fail.
bool fails_to_allocate(State& s) { return ++s.counts.allocations == s.config.fail_alloc; }

Code allocate_device(Call& call, DevicePtr* pointer, std::size_t bytes) {
    State& s = call.s;
    if (call.lost()) return call.end();
    if (s.device_bytes + static_cast<long long>(bytes) > s.config.memory)
        return call.end(kOutOfMemory);
    std::byte* const block =
        fails_to_allocate(s) ? nullptr : weft::fake::allocate_device_block(bytes, s.config.apart);
    if (block == nullptr) return call.end(kOutOfMemory);
    s.device[block] = bytes;
    ++s.counts.device_blocks;
    s.device_bytes += static_cast<long long>(bytes);
    *pointer = reinterpret_cast<DevicePtr>(block);
    return call.end();
}

void release_device(State& s, DevicePtr pointer) {
    std::byte* const block = byte_at(pointer);
    const auto found = s.device.find(block);
    if (found == s.device.end()) {
        ++s.counts.misuses;
        return;
    }
    s.device_bytes -= static_cast<long long>(found->second);
    s.device.erase(found);
    weft::fake::free_device_block(block);
    --s.counts.device_blocks;
}

Code copy(Call& call, void* to, const void* from, std::size_t bytes, StreamHandle stream,
          const weft::fake::Blocks& to_blocks, const weft::fake::Blocks& from_blocks) {
    State& s = call.s;
    if (call.lost()) return call.end();
    if (++s.counts.copies == s.config.fail_copy) return call.end(kIllegalAddress);
    if (!s.inside(to_blocks, to, bytes) || !s.inside(from_blocks, from, bytes)) {
        ++s.counts.misuses;
        return call.end(kIllegalAddress);
    }
    return call.end(stream_of(stream)->add([=] {
        std::memcpy(to, from, bytes);
        return kSuccess;
    }));
}

}  // namespace

extern "C" {

Code cuInit(unsigned) {
    Call call(false);
    return call.end(call.s.config.devices > 0 ? kSuccess : kNoDevice);
}
Code cuDriverGetVersion(int* version) {
    Call call(false);
    *version = call.s.config.version;
    return call.end();
}
Code cuGetErrorName(Code error, const char** name) {
    *name = error == kOutOfMemory      ? "CUDA_ERROR_OUT_OF_MEMORY"
            : error == kLaunchFailed   ? "CUDA_ERROR_LAUNCH_FAILED"
            : error == kIllegalAddress ? "CUDA_ERROR_ILLEGAL_ADDRESS"
                                       : "CUDA_ERROR_FAKE";
    return kSuccess;
}
Code cuGetErrorString(Code error, const char** text) {
    *text = error == kOutOfMemory ? "out of memory" : "unspecified failure";
    return kSuccess;
}
Code cuDeviceGetCount(int* count) {
    Call call(false);
    *count = call.s.config.devices;
    return call.end();
}
Code cuDeviceGet(Device* device, int ordinal) {
    Call call(false);
    *device = ordinal;
    return call.end(ordinal < call.s.config.devices ? kSuccess : kInvalidDevice);
}
Code cuDeviceGetName(char* name, int length, Device) {
    Call call(false);
    std::strncpy(name, "Fake H200", static_cast<std::size_t>(length));
    return call.end();
}
Code cuDeviceGetAttribute(int* value, int attribute, Device) {
    Call call(false);
    const auto is = [&](int which, int what) {
        if (attribute == which) *value = what;
    };
    *value = 0;
    is(kCapabilityMajor, call.s.config.capability / 10);
    is(kCapabilityMinor, call.s.config.capability % 10);
    is(kMultiprocessorCount, 132);
    is(kMaxThreadsPerBlock, 1024);
    is(kMaxThreadsPerMultiprocessor, 2048);
    is(kMaxBlocksPerMultiprocessor, 32);
    is(kWarpSize, 32);
    is(kMaxGridDimX, 2147483647);
    is(kMaxGridDimY, 65535);
    is(kMaxGridDimZ, 65535);
    is(kRegistersPerMultiprocessor, 65536);
    is(kSharedPerMultiprocessor, 233472);
    is(kSharedPerBlockOptIn, 232448);
    is(kReservedSharedPerBlock, 1024);
    is(kMemoryPoolsSupported, call.s.config.no_pools ? 0 : 1);
    is(kL2CacheSize, 50 << 20);
    is(kClockRate, 1980000);
    is(kMemoryClockRate, 3201000);
    is(kMemoryBusWidth, 6144);
    return call.end();
}
Code cuDeviceTotalMem_v2(std::size_t* bytes, Device) {
    Call call(false);
    *bytes = static_cast<std::size_t>(call.s.config.memory);
    return call.end();
}

Code cuDevicePrimaryCtxRetain(ContextHandle* context, Device device) {
    Call call(false);
    if (call.lost()) return call.end();
    ++call.s.counts.contexts;
    *context = context_of(device);
    return call.end();
}
Code cuDevicePrimaryCtxRelease_v2(Device) {
    Call call(false);
    --call.s.counts.contexts;
    return call.end();
}
Code cuCtxPushCurrent_v2(ContextHandle context) {
    const Call call(false);
    contexts().push_back(context);
    return kSuccess;
}
Code cuCtxPopCurrent_v2(ContextHandle* context) {
    const Call call(false);
    if (contexts().empty()) return kInvalidContext;
    *context = contexts().back();
    contexts().pop_back();
    return kSuccess;
}
Code cuCtxGetCurrent(ContextHandle* context) {
    const Call call(false);
    *context = contexts().empty() ? nullptr : contexts().back();
    return kSuccess;
}
Code cuCtxGetDevice(Device* device) {
    const Call call(false);
    if (contexts().empty()) return kInvalidContext;
    *device = device_of(contexts().back());
    return kSuccess;
}
Code cuPointerGetAttribute(void* value, int attribute, DevicePtr pointer) {
    Call call;
    const std::byte* const address = byte_at(pointer);
    if (!call.s.inside(call.s.device, address, 1)) return 1;
    if (attribute == kPointerMemoryType)
        *static_cast<unsigned*>(value) = kDeviceMemory;
    else
        *static_cast<int*>(value) = 0;
    return call.end();
}

Code cuMemAlloc_v2(DevicePtr* pointer, std::size_t bytes) {
    Call call;
    return allocate_device(call, pointer, bytes);
}
Code cuMemFree_v2(DevicePtr pointer) {
    Call call;
    note_pending_work(call.s);
    release_device(call.s, pointer);
    return call.end();
}
Code cuMemAllocAsync(DevicePtr* pointer, std::size_t bytes, StreamHandle stream) {
    Call call;
    stream_of(stream);
    return allocate_device(call, pointer, bytes);
}
/// Once everything before it is done, and not earlier.
Code cuMemFreeAsync(DevicePtr pointer, StreamHandle stream) {
    Call call;
    return call.end(stream_of(stream)->add([pointer] {
        release_device(state(), pointer);
        return kSuccess;
    }));
}
Code cuMemHostAlloc(void** pointer, std::size_t bytes, unsigned) {
    Call call;
    if (call.lost()) return call.end();
    const std::size_t rounded =
        (bytes + kPinnedAlignment - 1) / kPinnedAlignment * kPinnedAlignment;
    *pointer = fails_to_allocate(call.s) ? nullptr : std::aligned_alloc(kPinnedAlignment, rounded);
    if (*pointer == nullptr) return call.end(kOutOfMemory);
    std::memset(*pointer, 0xff, rounded);  // NaN, wherever nothing is written
    call.s.pinned[static_cast<std::byte*>(*pointer)] = bytes;
    ++call.s.counts.pinned_blocks;
    return call.end();
}
Code cuMemFreeHost(void* pointer) {
    Call call;
    note_pending_work(call.s);
    call.s.pinned.erase(static_cast<std::byte*>(pointer));
    std::free(pointer);
    --call.s.counts.pinned_blocks;
    return call.end();
}

Code cuMemcpyHtoDAsync_v2(DevicePtr to, const void* from, std::size_t bytes, StreamHandle stream) {
    Call call;
    return copy(call, byte_at(to), from, bytes, stream, call.s.device, call.s.pinned);
}
Code cuMemcpyDtoHAsync_v2(void* to, DevicePtr from, std::size_t bytes, StreamHandle stream) {
    Call call;
    return copy(call, to, byte_at(from), bytes, stream, call.s.pinned, call.s.device);
}
Code cuMemcpyDtoDAsync_v2(DevicePtr to, DevicePtr from, std::size_t bytes, StreamHandle stream) {
    Call call;
    return copy(call, byte_at(to), byte_at(from), bytes, stream, call.s.device, call.s.device);
}
Code cuMemsetD2D8Async(DevicePtr to, std::size_t pitch, unsigned char value, std::size_t width,
                       std::size_t rows, StreamHandle stream) {
    Call call;
    if (call.lost()) return call.end();
    std::byte* const first = byte_at(to);
    if (pitch < width || !call.s.inside(call.s.device, first, (rows - 1) * pitch + width)) {
        ++call.s.counts.misuses;
        return call.end(kIllegalAddress);
    }
    return call.end(stream_of(stream)->add([=] {
        for (std::size_t row = 0; row < rows; ++row) std::memset(first + row * pitch, value, width);
        return kSuccess;
    }));
}

Code cuStreamCreate(StreamHandle* stream, unsigned) {
    Call call;
    if (call.lost()) return call.end();
    auto* const made = new weft::fake::Stream;
    all_streams().push_back(made);
    ++call.s.counts.streams;
    ++call.s.counts.streams_made;
    *stream = reinterpret_cast<StreamHandle>(made);
    return call.end();
}
Code cuStreamDestroy_v2(StreamHandle stream) {
    Call call;
    std::erase(all_streams(), stream_of(stream));
    delete stream_of(stream);
    --call.s.counts.streams;
    return call.end();
}
Code cuStreamSynchronize(StreamHandle stream) {
    Call call;
    ++call.s.counts.waits;
    return call.lost() ? call.end() : call.end(stream_of(stream)->run());
}
Code cuStreamWaitEvent(StreamHandle stream, EventHandle event, unsigned) {
    Call call;
    return call.lost() ? call.end() : call.end(stream_of(stream)->wait_for(of(event)));
}
Code cuStreamBeginCapture_v2(StreamHandle stream, int) {
    Call call;
    if (call.lost()) return call.end();
    if (call.s.config.no_graphs) return 900;
    stream_of(stream)->captured = std::make_unique<weft::fake::WorkList>();
    return call.end();
}
Code cuStreamEndCapture(StreamHandle stream, GraphHandle* graph) {
    Call call;
    *graph = nullptr;
    const auto captured = std::exchange(stream_of(stream)->captured, nullptr);
    if (call.lost()) return call.end();
    ++call.s.counts.graphs;
    *graph = reinterpret_cast<GraphHandle>(new weft::fake::WorkList(*captured));
    return call.end();
}

Code cuEventCreate(EventHandle* event, unsigned) {
    Call call;
    if (call.lost()) return call.end();
    ++call.s.counts.events;
    *event = reinterpret_cast<EventHandle>(
        new std::shared_ptr<weft::fake::Event>(std::make_shared<weft::fake::Event>()));
    return call.end();
}
Code cuEventDestroy_v2(EventHandle event) {
    Call call;
    delete &of(event);
    --call.s.counts.events;
    return call.end();
}
Code cuEventRecord(EventHandle event, StreamHandle stream) {
    Call call;
    return call.lost() ? call.end() : call.end(stream_of(stream)->record(of(event)));
}
Code cuEventSynchronize(EventHandle event) {
    Call call;
    ++call.s.counts.waits;
    return call.lost() ? call.end() : call.end(weft::fake::reach(*of(event)));
}
Code cuEventQuery(EventHandle event) {
    Call call;
    if (of(event)->happened < of(event)->recorded) return call.end(kNotReady);
    return call.end();
}
Code cuEventElapsedTime(float* milliseconds, EventHandle from, EventHandle to) {
    Call call;
    if (of(from)->happened < of(from)->recorded || of(to)->happened < of(to)->recorded)
        return call.end(kNotReady);
    *milliseconds = static_cast<float>((of(to)->seconds - of(from)->seconds) * 1e3);
    return call.end();
}

}  // extern "C"
