#include "openfx/device_plans.h"

#include <algorithm>
#include <utility>

namespace weft::openfx {
namespace {

/// As many as are kept on the CPU.
constexpr std::size_t kMost = 8;

bool is_unused(const DevicePlans::Outcome& outcome) {
    return !outcome || (outcome->use_count() == 1 && (*outcome)->is_idle());
}

}  // namespace

std::optional<DevicePlans::Outcome> DevicePlans::find(const DeviceKey& key) {
    const std::lock_guard lock(mutex_);
    const auto found =
        std::find_if(known_.begin(), known_.end(), [&](const Entry& e) { return e.key == key; });
    if (found == known_.end()) return std::nullopt;
    known_.splice(known_.begin(), known_, found);
    return found->outcome;
}

void DevicePlans::keep(DeviceKey key, Outcome outcome) {
    const std::lock_guard lock(mutex_);
    known_.push_front({std::move(key), std::move(outcome)});
    for (auto e = known_.end(); e != known_.begin() && known_.size() > kMost;)
        if (--e; is_unused(e->outcome)) e = known_.erase(e);
}

void DevicePlans::drop(const ResidentPlan& plan) {
    const std::lock_guard lock(mutex_);
    known_.remove_if([&](const Entry& e) { return e.outcome && e.outcome->get() == &plan; });
}

void DevicePlans::clear() {
    const std::lock_guard lock(mutex_);
    known_.clear();
}

}  // namespace weft::openfx
