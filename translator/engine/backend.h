// Back ends: how each device plans, compiles and runs graphs. To add one, make a folder beside this
// file and a line in the table of backends.cpp.
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

/// A device of one engine. Thread-safe.
class Backend {
  public:
    virtual ~Backend() = default;

    /// The GPU that it plans for; nothing where it plans for the CPU. kDevice error: there is no
    /// such GPU. kUsage: EngineOptions::target is no known name.
    virtual Result<std::optional<GpuTarget>> gpu() const { return std::optional<GpuTarget>(); }

    /// Plans, compiles and loads. Errors as of Engine::prepare().
    virtual Result<std::unique_ptr<Prepared>> prepare(const PrepareRequest& request,
                                                      const std::atomic<bool>* cancel) = 0;
};

/// The kind of plans that a device makes; kNone where it makes none, or not always the same kind.
enum class PlansFor { kNone, kCpu, kGpu };

/// A device that an engine can be asked for.
struct BackendInfo {
    const char* name;         ///< as `--device` takes it
    const char* description;  ///< in a line
    const char* help = "";    ///< in a few words; "": the name says it
    PlansFor plans = PlansFor::kNone;
    bool pretends = false;     ///< it emulates the GPU of EngineOptions::target
    bool times_nodes = false;  ///< it honours EngineOptions::timed
    /// Describes the hardware found on this machine, or why there is none; null: always there. May
    /// load libraries. `cuda_driver` as in EngineOptions.
    std::string (*found)(const std::string& cuda_driver) = nullptr;
    std::unique_ptr<Backend> (*make)(const std::shared_ptr<EngineParts>& parts) = nullptr;
};

/// Every device, in the order of lists for people. Loads nothing.
std::span<const BackendInfo> backends();

/// The device `name`. kUsage error otherwise, with the nearest name and all names.
Result<const BackendInfo*> find_backend(const std::string& name);

/// The names of the devices for which `so` holds, as in a sentence.
std::string backend_names(bool (*so)(const BackendInfo&));

}  // namespace weft
