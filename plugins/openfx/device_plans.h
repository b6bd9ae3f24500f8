// Plans that an instance has rendered by on GPUs, kept for its next frames and tiles.
#pragma once

#include <list>
#include <memory>
#include <mutex>
#include <optional>

#include "openfx/prepared_pool.h"
#include "runtime/cuda/resident.h"

namespace weft::openfx {

/// What a plan on a GPU was prepared for.
struct DeviceKey {
    PlanKey plan;
    ExternalPorts ports;
    CudaContext context = nullptr;
    friend bool operator==(const DeviceKey&, const DeviceKey&) = default;
};

/// May be used by several threads.
class DevicePlans {
  public:
    using Outcome = Result<std::shared_ptr<ResidentPlan>>;

    /// What became of planning for that before.
    std::optional<Outcome> find(const DeviceKey& key);
    /// Forgets the oldest of those that nobody uses, where there are many: no plan that is at work
    /// is waited for.
    void keep(DeviceKey key, Outcome outcome);
    void drop(const ResidentPlan& plan);
    /// Waits for what is at work.
    void clear();

  private:
    struct Entry {
        DeviceKey key;
        Outcome outcome;
    };
    std::mutex mutex_;
    std::list<Entry> known_;  ///< the last used first
};

}  // namespace weft::openfx
