// The driver's entry points, over the fake's state, streams and launches.
#include <dlfcn.h>

#include <cstdlib>
#include <cstring>
#include <memory>
#include <utility>

#include "fake_driver/fake_launch.h"
#include "fake_driver/fake_memory.h"
#include "fake_driver/fake_module.h"
#include "fake_driver/fake_state.h"
#include "fake_driver/fake_streams.h"

using namespace weft::cuda;
using weft::SimtHooks;
using weft::fake::Config;
using weft::fake::kImageMagic;
using weft::fake::State;
using weft::fake::state;

namespace {

constexpr std::size_t kPinnedAlignment = 512;

struct Module {
    void* object = nullptr;
    std::size_t args_bytes = 0;
    ContextHandle context = nullptr;
    int in_flight = 0;  ///< launches that are queued
    std::vector<std::unique_ptr<struct Function>> functions;
};

struct Function {
    void (*kernel)(const void*) = nullptr;
    const SimtHooks** hooks = nullptr;
    Module* module = nullptr;
    int shared_limit = 48 << 10;
};

// Handles are these objects.
std::shared_ptr<weft::fake::Event>& of(EventHandle h) {
    return *reinterpret_cast<std::shared_ptr<weft::fake::Event>*>(h);
}
Function* of(FunctionHandle h) { return reinterpret_cast<Function*>(h); }
weft::fake::WorkList* of(GraphHandle h) { return reinterpret_cast<weft::fake::WorkList*>(h); }
weft::fake::WorkList* of(GraphExecHandle h) { return reinterpret_cast<weft::fake::WorkList*>(h); }

std::vector<weft::fake::Stream*>& all_streams() {
    static auto* const streams = new std::vector<weft::fake::Stream*>;
    return *streams;
}

/// The default stream is there from its first use on.
weft::fake::Stream* of(StreamHandle h) {
    if (h != nullptr) return reinterpret_cast<weft::fake::Stream*>(h);
    static weft::fake::Stream* const by_default = [] {
        all_streams().push_back(new weft::fake::Stream);
        return all_streams().back();
    }();
    ++state().counts.default_works;
    return by_default;
}

/// This thread's; the last is current.
thread_local std::vector<ContextHandle> contexts;

/// The primary context of each device.
ContextHandle context_of(Device device) {
    static char places[16];
    return reinterpret_cast<ContextHandle>(&places[device]);
}
Device device_of(ContextHandle context) {
    return static_cast<Device>(reinterpret_cast<char*>(context) -
                               reinterpret_cast<char*>(context_of(0)));
}

/// Counts a call, and finds out whether the device is still there.
class Call {
  public:
    explicit Call(bool needs_context = true) : lock_(state().mutex), s(state()) {
        ++s.counts.calls;
        if (s.config.lose_at > 0 && s.counts.calls >= s.config.lose_at) s.lost = true;
        if (needs_context && contexts.empty()) ++s.counts.misuses;
    }
    /// `code`, or that the device is lost. A launch that failed loses it.
    Code end(Code code = kSuccess) {
        if (code == kLaunchFailed || code == kIllegalAddress) s.lost = true;
        return s.lost ? kLaunchFailed : code;
    }
    bool lost() const { return s.lost; }

  private:
    std::lock_guard<std::recursive_mutex> lock_;

  public:
    State& s;
};

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
        fails_to_allocate(s) ? nullptr : weft::fake::allocate_device_block(bytes);
    if (block == nullptr) return call.end(kOutOfMemory);
    s.device[block] = bytes;
    ++s.counts.device_blocks;
    s.device_bytes += static_cast<long long>(bytes);
    *pointer = reinterpret_cast<DevicePtr>(block);
    return call.end();
}

void release_device(State& s, DevicePtr pointer) {
    auto* const block = reinterpret_cast<std::byte*>(pointer);
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
    return call.end(of(stream)->add([=] {
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
    is(kCapabilityMajor, 9);
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
    contexts.push_back(context);
    return kSuccess;
}
Code cuCtxPopCurrent_v2(ContextHandle* context) {
    const Call call(false);
    if (contexts.empty()) return kInvalidContext;
    *context = contexts.back();
    contexts.pop_back();
    return kSuccess;
}
Code cuCtxGetCurrent(ContextHandle* context) {
    const Call call(false);
    *context = contexts.empty() ? nullptr : contexts.back();
    return kSuccess;
}
Code cuCtxGetDevice(Device* device) {
    const Call call(false);
    if (contexts.empty()) return kInvalidContext;
    *device = device_of(contexts.back());
    return kSuccess;
}
Code cuPointerGetAttribute(void* value, int attribute, DevicePtr pointer) {
    Call call;
    const auto* const address = reinterpret_cast<const void*>(pointer);
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
    of(stream);
    return allocate_device(call, pointer, bytes);
}
/// Once everything before it is done, and not earlier.
Code cuMemFreeAsync(DevicePtr pointer, StreamHandle stream) {
    Call call;
    return call.end(of(stream)->add([pointer] {
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
    return copy(call, reinterpret_cast<void*>(to), from, bytes, stream, call.s.device,
                call.s.pinned);
}
Code cuMemcpyDtoHAsync_v2(void* to, DevicePtr from, std::size_t bytes, StreamHandle stream) {
    Call call;
    return copy(call, to, reinterpret_cast<const void*>(from), bytes, stream, call.s.pinned,
                call.s.device);
}
Code cuMemcpyDtoDAsync_v2(DevicePtr to, DevicePtr from, std::size_t bytes, StreamHandle stream) {
    Call call;
    return copy(call, reinterpret_cast<void*>(to), reinterpret_cast<const void*>(from), bytes,
                stream, call.s.device, call.s.device);
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
    std::erase(all_streams(), of(stream));
    delete of(stream);
    --call.s.counts.streams;
    return call.end();
}
Code cuStreamSynchronize(StreamHandle stream) {
    Call call;
    ++call.s.counts.waits;
    return call.lost() ? call.end() : call.end(of(stream)->run());
}
Code cuStreamWaitEvent(StreamHandle stream, EventHandle event, unsigned) {
    Call call;
    return call.lost() ? call.end() : call.end(of(stream)->wait_for(of(event)));
}
Code cuStreamBeginCapture_v2(StreamHandle stream, int) {
    Call call;
    if (call.lost()) return call.end();
    if (call.s.config.no_graphs) return 900;
    of(stream)->captured = std::make_unique<weft::fake::WorkList>();
    return call.end();
}
Code cuStreamEndCapture(StreamHandle stream, GraphHandle* graph) {
    Call call;
    *graph = nullptr;
    const auto captured = std::exchange(of(stream)->captured, nullptr);
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
    return call.lost() ? call.end() : call.end(of(stream)->record(of(event)));
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

Code cuModuleLoadDataEx(ModuleHandle* module, const void* image, unsigned, int*, void**) {
    Call call;
    if (call.lost()) return call.end();
    const std::size_t magic = std::strlen(kImageMagic);
    const std::string made = weft::fake::image_of_text(static_cast<const char*>(image));
    const char* text = made.empty() ? static_cast<const char*>(image) : made.c_str();
    if (std::strncmp(text, kImageMagic, magic) != 0) return call.end(kInvalidImage);
    char* path = nullptr;
    const auto args_bytes = static_cast<std::size_t>(std::strtoull(text + magic, &path, 10));
    void* const object = dlopen(path + 1, RTLD_NOW | RTLD_LOCAL);
    if (object == nullptr) return call.end(kInvalidImage);
    ++call.s.counts.modules;
    *module = reinterpret_cast<ModuleHandle>(
        new Module{object, args_bytes, contexts.empty() ? nullptr : contexts.back(), 0, {}});
    return call.end();
}
Code cuModuleUnload(ModuleHandle module) {
    Call call;
    auto* const m = reinterpret_cast<Module*>(module);
    if (m->in_flight > 0) ++call.s.counts.misuses;
    dlclose(m->object);
    delete m;
    --call.s.counts.modules;
    return call.end();
}
Code cuModuleGetFunction(FunctionHandle* function, ModuleHandle module, const char* name) {
    Call call;
    auto* const m = reinterpret_cast<Module*>(module);
    auto made = std::make_unique<Function>();
    made->module = m;
    made->kernel = reinterpret_cast<void (*)(const void*)>(
        dlsym(m->object, (std::string(name) + "_simt").c_str()));
    made->hooks = static_cast<const SimtHooks**>(dlsym(m->object, "weft_simt_hooks"));
    if (made->kernel == nullptr || made->hooks == nullptr) return call.end(kNotFound);
    *function = reinterpret_cast<FunctionHandle>(made.get());
    m->functions.push_back(std::move(made));
    return call.end();
}
Code cuFuncSetAttribute(FunctionHandle function, int attribute, int value) {
    Call call;
    if (attribute != kMaxDynamicSharedSize || value > 232448) return call.end(1);
    of(function)->shared_limit = value;
    return call.end();
}
Code cuLaunchKernel(FunctionHandle function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                    unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes,
                    StreamHandle stream, void** parameters, void**) {
    Call call;
    State& s = call.s;
    if (call.lost()) return call.end();
    const Function& f = *of(function);
    Module& module = *f.module;
    if (contexts.empty() || contexts.back() != module.context) {
        ++s.counts.misuses;
        return call.end(kInvalidContext);
    }
    const unsigned long long threads = 1ull * block_x * block_y * block_z;
    if (threads == 0 || threads > 1024 || grid_x == 0 || grid_y == 0 || grid_z == 0 ||
        grid_y > 65535 || grid_z > 65535 || shared_bytes > static_cast<unsigned>(f.shared_limit))
        return call.end(1);
    const bool fails = ++s.counts.launches == s.config.fail_launch;
    const auto* bytes = static_cast<const std::byte*>(parameters[0]);
    const weft::fake::Grid grid{
        {grid_x, grid_y, grid_z}, {block_x, block_y, block_z}, shared_bytes};
    const bool queued = of(stream)->captured == nullptr;
    if (queued) ++module.in_flight;
    // Arguments are read now, as by the real one.
    return call.end(of(stream)->add([&f, &module, grid, fails, queued,
                                     args =
                                         std::vector<std::byte>(bytes, bytes + module.args_bytes)] {
        if (queued) --module.in_flight;
        return fails ? kLaunchFailed : weft::fake::run_launch(f.kernel, f.hooks, args.data(), grid);
    }));
}

Code cuGraphInstantiateWithFlags(GraphExecHandle* executable, GraphHandle graph,
                                 unsigned long long) {
    Call call;
    if (call.lost()) return call.end();
    ++call.s.counts.graphs;
    *executable = reinterpret_cast<GraphExecHandle>(new weft::fake::WorkList(*of(graph)));
    return call.end();
}
Code cuGraphLaunch(GraphExecHandle executable, StreamHandle stream) {
    Call call;
    if (call.lost()) return call.end();
    ++call.s.counts.graph_launches;
    Code code = kSuccess;
    for (const weft::fake::Work& work : *of(executable))
        if (code == kSuccess) code = of(stream)->add(work);
    return call.end(code);
}
Code cuGraphExecDestroy(GraphExecHandle executable) {
    Call call;
    delete of(executable);
    --call.s.counts.graphs;
    return call.end();
}
Code cuGraphDestroy(GraphHandle graph) {
    Call call;
    delete of(graph);
    --call.s.counts.graphs;
    return call.end();
}

}  // extern "C"
