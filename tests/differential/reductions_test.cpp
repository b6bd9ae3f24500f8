// Reductions over several leaves, on every device against the reference: alone, behind stages that
// are computed with them, and before others.
#include <gtest/gtest.h>

#include "affordable.h"
#include "differential/agreement.h"
#include "differential/strangers_library.h"
#include "effects/builtin.h"
#include "engine/differential.h"
#include "graph/image.h"
#include "neighbourhood/mean.h"
#include "point/gain.h"
#include "scan/recursive_blur.h"
#include "statistics/average.h"
#include "statistics/extremes.h"
#include "statistics/histogram.h"
#include "statistics/stretch.h"
#include "statistics/variance.h"

namespace weft::test {
namespace {

/// A picture's own range after a blur; its mean and variance besides; and a histogram of the
/// result. Reductions of one picture, of a picture that others read too, and of what another comes
/// to; where pictures are bounded, of what recurrences along both axes make, upwards too.
Graph several(Intermediates intermediates) {
    GraphBuilder build("several");
    build.intermediates(intermediates);
    const Image input = build.input("input");
    Image blurred, low, high, stretched, doubled, mean, variance, counts;
    functors::Mean{2}(input, blurred);
    functors::Extremes()(blurred, low, high);
    functors::Stretch()(input, low, high, stretched);
    functors::Gain{2.0f}(blurred, doubled);
    functors::Average()(doubled, mean);
    functors::Variance()(doubled, mean, variance);
    functors::Histogram(17, -0.5f, 1.5f)(stretched, counts);
    build.output("stretched", stretched);
    build.output("variance", variance);
    build.output("counts", counts);
    if (intermediates == Intermediates::kBounded) {
        Image up, along, least, most, faded;
        functors::RecursiveBlur(eVertical, true, 0.3f)(stretched, up);
        functors::Extremes()(up, least, most);
        functors::RecursiveBlur(eHorizontal, false, 0.3f)(up, along);
        functors::Average()(along, faded);
        build.output("most", most);
        build.output("trail", along);
        build.output("faded", faded);
    }
    return build.finish();
}

std::vector<DifferentialCase> cases() {
    const Border clamp{eClamp, 0}, constant{eConstant, 0.25f};
    return {
        {.domain = {0, 0, 1, 1}},
        {.domain = {0, 0, 257, 17}, .border = constant, .threads = 2},
        {.domain = {-3, 5, 600, 70},
         .planes = 1,
         .border = clamp,
         .threads = 3,
         .strip_height = 7,
         .special_values = false},
        {.domain = {-3, 5, 600, 70},
         .border = clamp,
         .threads = 2,
         .block_width = 64,
         .special_values = false},
        {.domain = {11, -20, 300, 33},
         .planes = 5,
         .threads = 7,
         .strip_height = 1,
         .planar = false},
        {.domain = {0, 0, 531, 40}, .threads = 2, .disabled = {"fuse"}},
        {.domain = {0, 0, 531, 40}, .threads = 2, .disabled = {"nest"}},
        {.domain = {0, 0, 531, 40}, .threads = 2, .disabled = {"tile"}, .special_values = false},
        {.domain = {0, 0, 531, 40}, .disabled = {"all"}},
        {.domain = {0, 0, 270, 18}, .device = "simt"},
        {.domain = {-3, 5, 530, 40},
         .planes = 1,
         .border = constant,
         .device = "simt",
         .special_values = false},
        {.domain = {0, 0, 270, 35}, .device = "simt", .disabled = {"all"}},
    };
}

TEST(Reductions, OfAGraphAgree) {
    const Library library = builtin_library();
    for (const Intermediates intermediates : {Intermediates::kBounded, Intermediates::kUnbounded})
        for (const DifferentialCase& c : affordable(cases(), "several"))
            expect_agreement(several(intermediates), library, c);
}

class ReductionTest : public testing::TestWithParam<std::string> {};

TEST_P(ReductionTest, AgreesWithTheReference) {
    Library library = builtin_library();
    ASSERT_TRUE(library.add(*functors::strangers_module()));
    const Graph graph = graph_of(*library.find(GetParam()));
    for (const DifferentialCase& c : affordable(cases(), GetParam()))
        expect_agreement(graph, library, c);
}

INSTANTIATE_TEST_SUITE_P(Alone, ReductionTest,
                         testing::Values("Average", "CellAverages", "Extremes", "Histogram",
                                         "Variance", "ReducedSlopes", "ReducedColours"),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace weft::test
