// Local Laplacian filtering for artists: of any range.
#include "effects/builtin.h"
#include "effects/local_laplacian_effect.h"

namespace weft::effects {
namespace {

constexpr const char* kLocalLaplacianName = "local-laplacian";
constexpr const char* kLocalLaplacianSummary =
    "Strengthens or softens detail of every size and leaves edges alone.";

}  // namespace

Effect local_laplacian() {
    // Tones are whole 256ths, which fast arithmetic may round the other way.
    return {
        .name = kLocalLaplacianName,
        .summary = kLocalLaplacianSummary,
        .build =
            [] { return build_local_laplacian(kLocalLaplacianName, kLocalLaplacianSummary, {}); },
        .fast_absolute = 1e-3,
        .fast_relative = 1e-3,
        .fast_outliers = 1e-3};
}

}  // namespace weft::effects
