// Values at the ends of parameters' ranges, for tests of all functors.
#pragma once

#include "graph/graph.h"

namespace weft::test {

/// For std::visit over a parameter's present value: the lowest or the highest of its range; lists
/// are full of it.
struct RangeEnd {
    const ParameterRef& p;
    bool high;

    ParameterValue operator()(float) const { return static_cast<float>(end()); }
    ParameterValue operator()(int) const { return static_cast<int>(end()); }
    ParameterValue operator()(bool) const { return high; }
    ParameterValue operator()(Axis) const { return high ? eVertical : eHorizontal; }
    ParameterValue operator()(const std::vector<float>&) const {
        return std::vector<float>(static_cast<std::size_t>(p.capacity), static_cast<float>(end()));
    }
    ParameterValue operator()(const std::vector<Offset>&) const {
        const int v = static_cast<int>(end());
        return std::vector<Offset>(kMaxSparseOffsets, {v, -v});
    }

  private:
    double end() const { return high ? p.maximum : p.minimum; }
};

}  // namespace weft::test
