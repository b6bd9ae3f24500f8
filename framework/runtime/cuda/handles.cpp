#include "runtime/cuda/handles.h"

#include <fmt/format.h>

#include <algorithm>

namespace weft::cuda {

namespace {

std::string megabytes(std::size_t bytes, const std::string& purpose) {
    return fmt::format("allocating {:.1f} MB for {}", static_cast<double>(bytes) / (1 << 20),
                       purpose);
}

}  // namespace

Result<DeviceMemory> allocate_device(const DriverPtr& driver, std::size_t bytes,
                                     const std::string& purpose) {
    DevicePtr pointer = 0;
    const Code code = driver->api().cuMemAlloc_v2(&pointer, std::max<std::size_t>(bytes, 1));
    if (code != kSuccess) return driver->error(code, megabytes(bytes, purpose));
    return DeviceMemory(driver, pointer);
}

Result<PinnedMemory> allocate_pinned(const DriverPtr& driver, std::size_t bytes,
                                     const std::string& purpose) {
    void* pointer = nullptr;
    const Code code = driver->api().cuMemHostAlloc(&pointer, std::max<std::size_t>(bytes, 1), 0);
    if (code != kSuccess) return driver->error(code, megabytes(bytes, purpose));
    return PinnedMemory(driver, pointer);
}

Result<Stream> create_stream(const DriverPtr& driver) {
    StreamHandle stream = nullptr;
    const Code code = driver->api().cuStreamCreate(&stream, kStreamNonBlocking);
    if (code != kSuccess) return driver->error(code, "creating a stream");
    return Stream(driver, stream);
}

Result<Event> create_event(const DriverPtr& driver, bool timed) {
    EventHandle event = nullptr;
    const Code code =
        driver->api().cuEventCreate(&event, timed ? kEventDefault : kEventDisableTiming);
    if (code != kSuccess) return driver->error(code, "creating an event");
    return Event(driver, event);
}

Result<Module> load_module(const DriverPtr& driver, const void* image, const std::string& kernel) {
    ModuleHandle module = nullptr;
    const Code code = driver->api().cuModuleLoadDataEx(&module, image, 0, nullptr, nullptr);
    if (code != kSuccess)
        return driver->error(code, fmt::format("loading the code of kernel '{}'", kernel));
    return Module(driver, module);
}

}  // namespace weft::cuda
