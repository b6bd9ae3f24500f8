// Non-local means as Halide's benchmark has it: between 0 and 1.
#include "effects/builtin.h"
#include "effects/nl_means_effect.h"

namespace weft::effects {
namespace {

constexpr const char* kNlMeansHalideName = "nl-means-halide";
constexpr const char* kNlMeansHalideSummary =
    "Removes noise as Halide's benchmark does; the result lies between 0 and 1.";

}  // namespace

Effect nl_means_halide() {
    return {.name = kNlMeansHalideName,
            .summary = kNlMeansHalideSummary,
            .build = [] { return build_nl_means(kNlMeansHalideName, kNlMeansHalideSummary, true); },
            .fast_absolute = 1e-4};
}

}  // namespace weft::effects
