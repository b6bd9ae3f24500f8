// Fibres that are idle, kept for the next thread that needs one.
#pragma once

#include <memory>
#include <vector>

#include "runtime/simt/fibre.h"

namespace weft {

/// Used by one thread of the host at a time.
class FibrePool {
  public:
    /// An idle fibre, which the pool owns. Throws std::bad_alloc.
    Fibre* take() {
        if (idle_.empty()) {
            all_.push_back(std::make_unique<Fibre>());
            idle_.push_back(all_.back().get());
        }
        Fibre* const fibre = idle_.back();
        idle_.pop_back();
        return fibre;
    }
    void give(Fibre* fibre) { idle_.push_back(fibre); }

  private:
    std::vector<std::unique_ptr<Fibre>> all_;
    std::vector<Fibre*> idle_;
};

}  // namespace weft
