// Pictures as compositors know them: infinities and NaN where pictures are combined.
#include "graph/regions.h"
#include "harness.h"
#include "pixel/key_mix.h"
#include "pixel/merge.h"
#include "point/masked_mix.h"
#include "point/mix.h"

namespace weft::test {
namespace {

using namespace functors;

/// A picture of one row, planes first.
Picture row_of(const std::vector<std::vector<float>>& planes) {
    const int width = static_cast<int>(planes[0].size());
    Picture picture({0, 0, width, 1}, static_cast<int>(planes.size()));
    for (int p = 0; p < picture.planes(); ++p)
        for (int x = 0; x < width; ++x)
            picture.at(x, 0, p) = planes[static_cast<std::size_t>(p)][static_cast<std::size_t>(x)];
    return picture;
}

/// Expects the first plane to hold these values; any NaN is a NaN.
void expect_row(const Picture& picture, const std::vector<float>& values) {
    for (int x = 0; x < picture.domain().width(); ++x) {
        const float expected = values[static_cast<std::size_t>(x)], actual = picture.at(x, 0, 0);
        if (std::isnan(expected)) {
            EXPECT_TRUE(std::isnan(actual)) << actual << " at " << x;
        } else {
            EXPECT_EQ(actual, expected) << "at " << x;
        }
    }
}

/// As a compositor reads the formulas in the manual, B being an infinity that covers all.
TEST(PicturesMerged, AreWhatTheFormulasSay) {
    constexpr float i = kInfinity;
    const Picture a = row_of({{0, 0.25, 0.5, 0.1f}, {0, 0.5, 1, 0}});
    const Picture b = row_of({{i, i, i, i}, {1, 1, 1, 1}});
    const std::vector<std::pair<Merge::Operation, std::vector<float>>> cases = {
        {Merge::eOver, {i, i, kNaN, i}},      {Merge::eUnder, {i, i, i, i}},
        {Merge::eIn, {0, 0.25, 0.5, 0.1f}},   {Merge::eOut, {0, 0, 0, 0}},
        {Merge::eAtop, {i, i, kNaN, i}},      {Merge::eXor, {i, i, kNaN, i}},
        {Merge::eMask, {kNaN, i, i, kNaN}},   {Merge::eStencil, {i, i, kNaN, i}},
        {Merge::ePlus, {i, i, i, i}},         {Merge::eMinus, {-i, -i, -i, -i}},
        {Merge::eMultiply, {kNaN, i, i, i}},  {Merge::eDivide, {0, 0, 0, 0}},
        {Merge::eDifference, {i, i, i, i}},   {Merge::eAverage, {i, i, i, i}},
        {Merge::eMin, {0, 0.25, 0.5, 0.1f}},  {Merge::eMax, {i, i, i, i}},
        {Merge::eScreen, {i, i, i, i}},       {Merge::eOverlay, {i, i, i, i}},
        {Merge::eHardLight, {kNaN, i, i, i}}, {Merge::eSoftLight, {i, i, i, i}},
    };
    EXPECT_EQ(cases.size(), Merge::eSoftLight + 1u);
    for (const auto& [operation, expected] : cases) {
        SCOPED_TRACE(operation);
        expect_row(run(Merge(operation), {&a, &b})[0], expected);
    }
}

/// Of what does not show, nothing shows.
TEST(PicturesMerged, HideWhatIsNotShown) {
    const Picture strange = row_of({{kInfinity, -kInfinity, kNaN, -0.0f, 1e-45f}});
    const Picture plain = row_of({{0.5, 0.25, 2, 1, -3}});
    const std::vector<float> values = {0.5, 0.25, 2, 1, -3};
    const Picture none = flat_picture(plain.domain(), 1, 0.0f),
                  all = flat_picture(plain.domain(), 1, 1.0f);
    expect_row(run(Mix(0.0f), {&plain, &strange})[0], values);
    expect_row(run(Mix(1.0f), {&strange, &plain})[0], values);
    expect_row(run(MaskedMix(0.0f), {&plain, &strange, &strange})[0], values);
    expect_row(run(MaskedMix(1.0f), {&plain, &strange, &none})[0], values);
    expect_row(run(MaskedMix(1.0f), {&strange, &plain, &all})[0], values);
    expect_row(run(KeyMix(false, 0.0f), {&strange, &plain, &all})[0], values);
    expect_row(run(KeyMix(false, 1.0f), {&plain, &strange, &all})[0], values);
    expect_row(run(KeyMix(false, 1.0f), {&strange, &plain, &none})[0], values);
    expect_row(run(KeyMix(true, 1.0f), {&plain, &strange, &none})[0], values);
}

}  // namespace
}  // namespace weft::test
