// Disjoint sets of stages (union-find), each named by one of its stages.
#pragma once

#include "plan/bound_graph.h"

namespace weft {

class StageSets {
  public:
    /// A set for each stage.
    explicit StageSets(const Ids<Stage>& stages) {
        for (const Id<Stage> s : stages) parent_.add(s);
    }
    /// The stage that names the set of `s`.
    Id<Stage> find(Id<Stage> s) const {
        while (parent_[s] != s) s = parent_[s];
        return s;
    }
    /// Both name sets, which may be one; `into` names what they become.
    void join(Id<Stage> set, Id<Stage> into) { parent_[set] = into; }

  private:
    Table<Id<Stage>, Stage> parent_;
};

}  // namespace weft
