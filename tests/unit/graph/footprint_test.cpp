// footprint() against a visit of every read, for every mode.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/border.h"
#include "graph/regions.h"
#include "random_graph.h"

namespace weft {
namespace {

Interval by_visiting(Interval elements, int dmin, int dmax, Interval domain, BorderMode mode) {
    Interval hull;
    for (int i = elements.first; i < elements.last; ++i)
        for (int d = dmin; d <= dmax; ++d) {
            const int at = remap(i + d, domain.first, domain.last, mode);
            if (at == kOutside) continue;
            if (hull == Interval{}) hull = {at, at + 1};
            hull = {std::min(hull.first, at), std::max(hull.last, at + 1)};
        }
    return hull;
}

/// Empty intervals are equal wherever they are; {0, 0} could be a real coordinate above.
void expect_same(Interval elements, int dmin, int dmax, Interval domain, BorderMode mode) {
    const Interval got = footprint(elements, dmin, dmax, domain, mode);
    const Interval want = by_visiting(elements, dmin, dmax, domain, mode);
    ASSERT_TRUE(got == want) << "elements [" << elements.first << ", " << elements.last
                             << ") offsets " << dmin << ".." << dmax << " domain [" << domain.first
                             << ", " << domain.last << ") mode " << mode << ": [" << got.first
                             << ", " << got.last << "), visited [" << want.first << ", "
                             << want.last << ")";
}

class Footprint : public testing::TestWithParam<BorderMode> {};

TEST_P(Footprint, EqualsAVisitOfEveryReadForAllSmallCases) {
    for (int lo : {-5, 0, 3})
        for (int n = 1; n <= 5; ++n)
            for (int first = lo - 3; first <= lo + n + 2; ++first)
                for (int last = first + 1; last <= first + n + 3; ++last)
                    for (int dmin = -13; dmin <= 13; ++dmin)
                        for (int dmax = dmin; dmax <= std::min(13, dmin + 2 * n + 3); ++dmax) {
                            expect_same({first, last}, dmin, dmax, {lo, lo + n}, GetParam());
                            if (HasFatalFailure()) return;
                        }
}

TEST_P(Footprint, EqualsAVisitOfEveryReadForRandomOnes) {
    std::mt19937 random(test::test_seed());
    const auto draw = [&](int a, int b) {
        return std::uniform_int_distribution<int>(a, b)(random);
    };
    for (int i = 0; i < 3000; ++i) {
        const int lo = draw(-200, 200), n = draw(1, 60), first = lo + draw(-20, n + 20);
        const int dmin = draw(-150, 150), dmax = dmin + draw(0, 150);
        expect_same({first, first + draw(1, 70)}, dmin, dmax, {lo, lo + n}, GetParam());
        if (HasFatalFailure()) return;
    }
}

TEST_P(Footprint, HoldsAtTheEndsOfTheCoordinateRange) {
    const int far = kMaxCoordinate;
    EXPECT_EQ(footprint({-far, far}, -kMaxRadius, kMaxRadius, {-far, far}, GetParam()),
              (Interval{-far, far}));
}

TEST_P(Footprint, IsEmptyForNoElements) {
    EXPECT_EQ(footprint({4, 4}, -1, 1, {0, 9}, GetParam()), Interval());
    EXPECT_EQ(footprint({1, 4}, -1, 1, {0, 0}, GetParam()), Interval());
}

INSTANTIATE_TEST_SUITE_P(Modes, Footprint, testing::Values(eClamp, eMirror, eRepeat, eConstant));

TEST(Footprint2D, AnAxisThatFallsOutsideLeavesNothing) {
    Indexer<eInput, eComponent, eSparse> indexer(OffsetList({Offset{50, 0}}));
    indexer.border = {eConstant, 1.0f};
    EXPECT_EQ(footprint(Rect{0, 0, 10, 10}, indexer, Rect{0, 0, 10, 10}), Rect());
    indexer.Offsets = OffsetList({Offset{50, 0}, Offset{-3, 2}});
    EXPECT_EQ(footprint(Rect{0, 0, 10, 10}, indexer, Rect{0, 0, 10, 10}), (Rect{0, 2, 7, 10}));
}

TEST(Footprint2D, SparseOffsetsAreTakenOneByOne) {
    Indexer<eInput, eComponent, eSparse> indexer(OffsetList({Offset{-11, 0}, Offset{9, 0}}));
    indexer.border = {eRepeat, 0.0f};
    EXPECT_EQ(footprint(Rect{4, 0, 5, 1}, indexer, Rect{0, 0, 10, 1}), (Rect{3, 0, 4, 1}));
}

}  // namespace
}  // namespace weft
