// Non-local means for artists: of any range.
#include "effects/builtin.h"
#include "effects/nl_means_effect.h"

namespace weft::effects {
namespace {

constexpr const char* kNlMeansName = "nl-means";
constexpr const char* kNlMeansSummary =
    "Removes noise by averaging pixels whose surroundings look alike.";

}  // namespace

Effect nl_means() {
    return {.name = kNlMeansName,
            .summary = kNlMeansSummary,
            .build = [] { return build_nl_means(kNlMeansName, kNlMeansSummary, false); },
            .fast_absolute = 1e-4};
}

}  // namespace weft::effects
