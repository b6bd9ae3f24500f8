// Back ends: what each device makes of a graph. A device is a folder beside this file and its line
// in the table of backends.cpp.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "plan/gpu_target.h"
#include "runtime/executor.h"

namespace weft {

struct EngineParts;

/// A device of one engine. May be asked by several threads at once.
class Backend {
  public:
    virtual ~Backend() = default;

    /// The GPU that plans are made for; nothing where they are made for this machine's processors.
    /// kDevice: there is no such GPU. kUsage: no target has the name that was asked for.
    virtual Result<std::optional<GpuTarget>> gpu() const { return std::optional<GpuTarget>(); }

    /// Plans, compiles and loads. Errors as of Engine::prepare().
    virtual Result<std::unique_ptr<Prepared>> prepare(const PrepareRequest& request,
                                                      const std::atomic<bool>* cancel) = 0;
};

/// What a device's plans are for, where it makes any and always makes the same kind.
enum class PlansFor { kNone, kCpu, kGpu };

/// A device that an engine can be asked for.
struct BackendInfo {
    const char* name;         ///< as `--device` takes it
    const char* description;  ///< in a line
    PlansFor plans = PlansFor::kNone;
    bool pretends = false;     ///< to be the GPU of EngineOptions::target
    bool times_nodes = false;  ///< takes EngineOptions::timed
    /// What there is of it on this machine, or why there is none; null: it is everywhere. Loads
    /// libraries. `cuda_driver` as in EngineOptions.
    std::string (*found)(const std::string& cuda_driver) = nullptr;
    std::unique_ptr<Backend> (*make)(std::shared_ptr<EngineParts> parts) = nullptr;
};

/// Every device, in the order in which people are told. Nothing is loaded.
std::span<const BackendInfo> backends();

/// The device of that name. kUsage, with the nearest name and all there are.
Result<const BackendInfo*> find_backend(const std::string& name);

/// Names of the devices that are `so`, as a sentence has them.
std::string backend_names(bool (*so)(const BackendInfo&));

}  // namespace weft
