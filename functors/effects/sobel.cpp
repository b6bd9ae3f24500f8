// Hipacc's Sobel filter in three stages: two derivatives and the length of the gradient.
#include "effects/builtin.h"
#include "graph/image.h"
#include "neighbourhood/derivative.h"
#include "point/gradient_magnitude.h"

namespace weft::effects {
namespace {

constexpr const char* kSobelName = "sobel";
constexpr const char* kSobelSummary =
    "Shows edges by the length of the gradient, on values times 255, as a byte.";
constexpr float kSobelCentre = 2.0f;  // Sobel's mask of three by three
constexpr float kDivisor = 4.0f;      // Hipacc's norm of that mask

Graph build_sobel() {
    GraphBuilder build(kSobelName, kSobelSummary);
    const Image input = build.input("input");
    Image dx, dy, edges;

    build.name_next("dx");
    functors::Derivative(eHorizontal, kSobelCentre, kDivisor)(input, dx);
    build.name_next("dy");
    functors::Derivative(eVertical, kSobelCentre, kDivisor)(input, dy);
    build.name_next("magnitude");
    functors::GradientMagnitude()(dx, dy, edges);
    build.output("output", edges);

    build.control("centre", "Centre",
                  "Weight of the masks' middle line: 2 is Sobel's, 1 Prewitt's.",
                  {"dx.centre", "dy.centre"});
    build.control("divisor", "Divisor", "Divides the masks' sums; less shows fainter edges.",
                  {"dx.divisor", "dy.divisor"});
    return build.finish();
}

}  // namespace

Effect sobel() {
    // Sums about half a step round either way, and the length's fraction is dropped: one step.
    return {
        .name = kSobelName, .summary = kSobelSummary, .build = build_sobel, .fast_outliers = 1e-3};
}

}  // namespace weft::effects
