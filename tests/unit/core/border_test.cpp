// remap() against definitions that walk: a step at a time from the coordinate into the domain.
#include "core/border.h"

#include <gtest/gtest.h>

#include "core/rect.h"

namespace weft {
namespace {

int walk_mirror(int i, int lo, int hi) {
    while (i < lo || i >= hi) i = i < lo ? 2 * lo - 1 - i : 2 * hi - 1 - i;
    return i;
}
int walk_repeat(int i, int lo, int hi) {
    while (i < lo) i += hi - lo;
    while (i >= hi) i -= hi - lo;
    return i;
}

TEST(Border, EveryModeAtEveryDistance) {
    for (int lo : {-9, -1, 0, 4})
        for (int size = 1; size <= 7; ++size)
            for (int i = -60; i <= 60; ++i) {
                const int hi = lo + size;
                const bool inside = i >= lo && i < hi;
                EXPECT_EQ(remap(i, lo, hi, eClamp), i < lo ? lo : i >= hi ? hi - 1 : i);
                EXPECT_EQ(remap(i, lo, hi, eMirror), walk_mirror(i, lo, hi))
                    << i << " " << lo << " " << hi;
                EXPECT_EQ(remap(i, lo, hi, eRepeat), walk_repeat(i, lo, hi))
                    << i << " " << lo << " " << hi;
                EXPECT_EQ(remap(i, lo, hi, eConstant), inside ? i : kOutside);
            }
}

TEST(Border, MirrorRepeatsTheEdgeSample) {
    EXPECT_EQ(remap(-1, 0, 5, eMirror), 0);
    EXPECT_EQ(remap(5, 0, 5, eMirror), 4);
    EXPECT_EQ(remap(-6, 0, 5, eMirror), 4);
}

TEST(Border, FarCoordinatesStayInside) {
    for (BorderMode mode : {eClamp, eMirror, eRepeat})
        for (int i : {-1000000007, 1000000007}) {
            const int at = remap(i, -3, 14, mode);
            EXPECT_GE(at, -3);
            EXPECT_LT(at, 14);
        }
}

TEST(Border, IsConstexpr) {
    static_assert(remap(-1, 0, 3, eRepeat) == 2);
    static_assert(remap(3, 0, 3, eConstant) == kOutside);
}

TEST(Rect, SetOperations) {
    const Rect a{-2, 0, 4, 3}, b{1, -5, 9, 2}, none{5, 5, 5, 9};
    EXPECT_EQ(intersect(a, b), (Rect{1, 0, 4, 2}));
    EXPECT_EQ(intersect(a, none), Rect{});
    EXPECT_EQ(hull(a, b), (Rect{-2, -5, 9, 3}));
    EXPECT_EQ(hull(a, none), a);
    EXPECT_EQ(hull(none, b), b);
    EXPECT_TRUE(none.empty());
    EXPECT_EQ(none.area(), 0);
    EXPECT_EQ(a.area(), 18);
    EXPECT_EQ((Rect{0, 0, 1 << 20, 1 << 20}).area(), 1LL << 40);
    EXPECT_TRUE(a.contains(none));
    EXPECT_FALSE(a.contains(b));
    EXPECT_TRUE(a.contains(-2, 2));
    EXPECT_FALSE(a.contains(4, 2));
}

}  // namespace
}  // namespace weft
