// Kernels of one stage that tell the regions of a picture apart (paper: border-partitioning), under
// the checker: in place and by way of tiles, by blocks and by warps.
#include <gtest/gtest.h>

#include "differential/agreement.h"
#include "differential/plan_of_case.h"
#include "effects/builtin.h"
#include "graph/image.h"
#include "neighbourhood/mean.h"
#include "neighbourhood/sparse_convolution.h"
#include "plan/kernel_borders.h"

namespace weft::test {
namespace {

constexpr BorderScheme kSchemes[] = {BorderScheme::kNaive, BorderScheme::kBody, BorderScheme::kNine,
                                     BorderScheme::kWarp};

Graph mean_of(Border border) {
    GraphBuilder build("mean");
    Image in = build.input("input"), out;
    build.border(border);
    functors::Mean(2)(in, out);
    build.output("output", out);
    return build.finish();
}

/// Reads far to the left and a little below: no block is met by all sides.
Graph one_sided(Border border) {
    GraphBuilder build("one sided");
    Image in = build.input("input"), out;
    build.border(border);
    functors::SparseConvolution(OffsetList({{-40, 0}, {0, 0}, {0, 3}}), {3, {1.0f, 0.5f, 2.0f}})(
        in, out);
    build.output("output", out);
    return build.finish();
}

class Regions : public testing::TestWithParam<std::tuple<BorderMode, BorderScheme>> {};

TEST_P(Regions, AgreeWithTheReference) {
    const auto& [mode, scheme] = GetParam();
    const Library library = builtin_library();
    const std::vector<std::string> switches[] = {{}, {"stage"}, {"shape"}};
    const Rect domains[] = {{0, 0, 1, 1}, {-2, 3, 3, 6}, {0, 0, 40, 9}, {-3, 5, 197, 75}};
    int told_apart = 0;
    for (const Graph& graph : {mean_of({mode, 0.25f}), one_sided({mode, 0.25f})})
        for (const Rect& domain : domains)
            for (const std::vector<std::string>& disabled : switches)
                for (const char* target : {"gtx-680", "sm_90", "cc-1.3"}) {
                    DifferentialCase c;
                    c.device = "simt";
                    c.target = target;
                    c.domain = domain;
                    c.planes = 2;
                    c.keep_borders = true;
                    c.disabled = disabled;
                    c.gpu.borders = scheme;
                    if (domain.width() > 100) c.region = {5, 6, 190, 75};
                    expect_agreement(graph, library, c);
                    const GpuPlan plan = plan_of(graph, library, c);
                    ASSERT_EQ(plan.kernels.size(), 1u);
                    told_apart += plan.kernels.front().borders == scheme;
                }
    EXPECT_GT(told_apart, 10);
}

INSTANTIATE_TEST_SUITE_P(All, Regions,
                         testing::Combine(testing::Values(eClamp, eMirror, eRepeat, eConstant),
                                          testing::ValuesIn(kSchemes)));

}  // namespace
}  // namespace weft::test
