#include "openfx/prepared_pool.h"

#include <algorithm>
#include <utility>

namespace weft::openfx {
namespace {

/// Enough for the tiles that one frame's threads work on at a time.
constexpr std::size_t kMaxIdle = 8;

}  // namespace

std::unique_ptr<Prepared> PreparedPool::take(const PlanKey& key) {
    const std::lock_guard lock(mutex_);
    const auto found =
        std::find_if(idle_.begin(), idle_.end(), [&](const Entry& e) { return e.key == key; });
    if (found == idle_.end()) return nullptr;
    std::unique_ptr<Prepared> prepared = std::move(found->prepared);
    idle_.erase(found);
    return prepared;
}

void PreparedPool::put_back(PlanKey key, std::unique_ptr<Prepared> prepared) {
    const std::lock_guard lock(mutex_);
    idle_.push_front({std::move(key), std::move(prepared)});
    if (idle_.size() > kMaxIdle) idle_.pop_back();
}

void PreparedPool::clear() {
    const std::lock_guard lock(mutex_);
    idle_.clear();
}

}  // namespace weft::openfx
