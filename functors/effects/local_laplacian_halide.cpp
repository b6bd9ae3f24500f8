// Local Laplacian filtering as Halide's benchmark has it.
#include "effects/builtin.h"
#include "effects/local_laplacian_effect.h"

namespace weft::effects {
namespace {

constexpr const char* kLocalLaplacianHalideName = "local-laplacian-halide";
constexpr const char* kLocalLaplacianHalideSummary =
    "Strengthens or softens detail as Halide's benchmark does; values lie between 0 and 1.";

// Halide's apps/local_laplacian: the weights of its grey picture, whose levels have no end.
constexpr float kLaplacianRed = 0.299f, kLaplacianGreen = 0.587f, kLaplacianBlue = 0.114f;

Graph build_local_laplacian_halide() {
    return build_local_laplacian(
        kLocalLaplacianHalideName, kLocalLaplacianHalideSummary,
        {.open = false,
         .grey_of = functors::Luminance(kLaplacianRed, kLaplacianGreen, kLaplacianBlue),
         .margin = 1});
}

}  // namespace

Effect local_laplacian_halide() {
    // Tones are whole 256ths, which fast arithmetic may round the other way.
    return {.name = kLocalLaplacianHalideName,
            .summary = kLocalLaplacianHalideSummary,
            .build = build_local_laplacian_halide,
            .fast_absolute = 1e-3,
            .fast_relative = 1e-3,
            .fast_outliers = 1e-3};
}

}  // namespace weft::effects
