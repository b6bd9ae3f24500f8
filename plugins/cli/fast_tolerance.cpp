#include "cli/fast_tolerance.h"

#include "effects/builtin.h"
#include "manual/functor_tables.h"

namespace weft {

Tolerance fast_tolerance(const Graph& graph, const Library& library) {
    if (const Effect* known = find_effect(graph.name))
        return {known->fast_absolute, known->fast_relative, known->fast_outliers};
    // Coordinates that differ in their last bits show, as much as the picture differs from pixel to
    // pixel, and a whole pixel where one is rounded to.
    if (reads_anywhere(graph, library)) return {2e-4, 1e-5, 1e-3};
    // A value that is rounded or compared may fall on the other side in a sample here and there.
    return {1e-5, 1e-5, 1e-3};
}

}  // namespace weft
