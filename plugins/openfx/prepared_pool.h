// Plans that an instance has rendered by, kept for its next frames and tiles.
#pragma once

#include <list>
#include <memory>
#include <mutex>
#include <vector>

#include "graph/graph.h"
#include "runtime/executor.h"

namespace weft::openfx {

/// What a plan was prepared for.
struct PlanKey {
    Graph graph;
    std::vector<ImageShape> inputs;
    Rect region;
    friend bool operator==(const PlanKey&, const PlanKey&) = default;
};

/// May be used by several threads: each takes a plan out while it runs it.
class PreparedPool {
  public:
    /// One that was put back, or null.
    std::unique_ptr<Prepared> take(const PlanKey& key);
    void put_back(PlanKey key, std::unique_ptr<Prepared> prepared);
    void clear();

  private:
    struct Entry {
        PlanKey key;
        std::unique_ptr<Prepared> prepared;
    };
    std::mutex mutex_;
    std::list<Entry> idle_;  ///< the last used first
};

}  // namespace weft::openfx
