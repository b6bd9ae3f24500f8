// Pictures: layout, slack, views, comparison.
#include "runtime/picture.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <new>

namespace weft {
namespace {

TEST(Picture, RowsAreAlignedAndFollowedByAVectorOfSlack) {
    for (int width : {1, 15, 16, 17, 240, 1008, 1024, 2032})
        for (int planes : {1, 3}) {
            Picture p({-2, 3, width - 2, 8}, planes);
            for (int plane = 0; plane < planes; ++plane)
                for (int y = 3; y < 8; ++y) {
                    float* row = p.row(y, plane);
                    ASSERT_EQ(reinterpret_cast<std::uintptr_t>(row) % kRowAlignment, 0u);
                    // Written in full, under the address sanitizer too.
                    for (int x = 0; x < width + 16; ++x) {
                        if (x < width) {
                            ASSERT_EQ(row[x], 0.0f);
                        }
                        row[x] = 1.0f;
                    }
                }
            ASSERT_GE(p.row_stride(), width + 16);
            ASSERT_NE(p.row_stride() % 1024, 0) << "rows share cache sets";
            ASSERT_TRUE(is_padded_planar(p.view()));
        }
}

TEST(Picture, PlanesDoNotOverlap) {
    Picture p({0, 0, 5, 4}, 3);
    for (int plane = 0; plane < 3; ++plane)
        for (int y = 0; y < 4; ++y)
            for (int x = 0; x < 5; ++x)
                p.at(x, y, plane) = static_cast<float>(100 * plane + 10 * y + x);
    const std::vector<PlaneRef> refs = p.plane_refs();
    ASSERT_EQ(refs.size(), 3u);
    for (int plane = 0; plane < 3; ++plane)
        for (int y = 0; y < 4; ++y)
            for (int x = 0; x < 5; ++x) {
                const auto want = static_cast<float>(100 * plane + 10 * y + x);
                ASSERT_EQ(p.at(x, y, plane), want);
                ASSERT_EQ(refs[static_cast<std::size_t>(plane)].origin[y * p.row_stride() + x],
                          want);
                float through_view;
                std::memcpy(&through_view, p.view().at(x, y, plane), sizeof(float));
                ASSERT_EQ(through_view, want);
            }
}

TEST(Picture, EmptyAndMovedFrom) {
    EXPECT_TRUE(Picture({0, 0, 0, 5}, 3).domain().empty());
    EXPECT_EQ(Picture({0, 0, 4, 4}, 0).planes(), 0);
    Picture a({0, 0, 4, 4}, 1);
    const Picture b = std::move(a);
    // A picture that was moved from is empty.
    // NOLINTNEXTLINE(bugprone-use-after-move,clang-analyzer-cplusplus.Move)
    EXPECT_EQ(a.planes(), 0);
    EXPECT_TRUE(a.domain().empty());
    EXPECT_EQ(b.planes(), 1);
}

TEST(Picture, MemoryThatCannotBeHadThrows) {
    const int far = 1 << 28;
    EXPECT_THROW(Picture({-far, -far, far, far}, 64), std::bad_alloc);
    EXPECT_THROW(Picture({-2147483647, -2147483647, 2147483647, 2147483647}, 64), std::bad_alloc);
}

TEST(PictureView, PartsAndExternalMemoryAreNotPaddedPlanar) {
    const Picture p({0, 0, 64, 8}, 2);
    const PictureView view = p.view();
    EXPECT_TRUE(is_padded_planar(crop(view, view.domain)));
    const PictureView part = crop(view, {16, 2, 32, 5});
    EXPECT_FALSE(is_padded_planar(part)) << "its slack is pixels of the whole";
    EXPECT_EQ(part.at(16, 2, 1), view.at(16, 2, 1));
    EXPECT_EQ(part.domain, (Rect{16, 2, 32, 5}));
    PictureView shifted = view;
    shifted.base += 4;
    EXPECT_FALSE(is_padded_planar(shifted));
    PictureView other = view;
    other.format = SampleFormat::kHalf;
    EXPECT_FALSE(is_padded_planar(other));
}

TEST(PictureView, GridsOfSamplesLieAtWholeSamples) {
    const Picture p({0, 0, 64, 8}, 4);
    PictureView view = p.view();
    EXPECT_TRUE(is_sample_grid(view));
    view.base += 4;  // no rows of ours, but floats
    view.x_stride = 16;
    view.plane_stride = 4;
    view.y_stride = -1028;
    EXPECT_TRUE(is_sample_grid(view));
    for (std::ptrdiff_t PictureView::* stride :
         {&PictureView::x_stride, &PictureView::y_stride, &PictureView::plane_stride}) {
        PictureView odd = view;
        odd.*stride += 2;
        EXPECT_FALSE(is_sample_grid(odd));
    }
    PictureView other = view;
    other.base += 1;
    EXPECT_FALSE(is_sample_grid(other));
    other = view;
    other.format = SampleFormat::kU16;
    EXPECT_TRUE(is_sample_grid(other));
    other.y_stride += 1;
    EXPECT_FALSE(is_sample_grid(other));
    other.format = SampleFormat::kU8;
    EXPECT_TRUE(is_sample_grid(other));
}

TEST(SameBits, TellsZerosApartAndNansNot) {
    Picture a({0, 0, 3, 2}, 2), b({0, 0, 3, 2}, 2);
    EXPECT_TRUE(same_bits(a, b));
    a.at(1, 1, 1) = std::nanf("1");
    b.at(1, 1, 1) = -std::nanf("2");
    EXPECT_TRUE(same_bits(a, b));
    b.at(2, 0, 1) = -0.0f;
    EXPECT_FALSE(same_bits(a, b));
    const std::optional<Difference> d = find_difference(a, b);
    ASSERT_TRUE(d);
    EXPECT_EQ(d->x, 2);
    EXPECT_EQ(d->y, 0);
    EXPECT_EQ(d->plane, 1);
    EXPECT_FALSE(same_bits(a, Picture({0, 0, 3, 2}, 1)));
    EXPECT_FALSE(same_bits(a, Picture({1, 0, 4, 2}, 2)));
}

TEST(SameBits, IgnoresSlack) {
    Picture a({0, 0, 3, 2}, 1), b({0, 0, 3, 2}, 1);
    a.row(0, 0)[5] = 9.0f;
    EXPECT_TRUE(same_bits(a, b));
}

}  // namespace
}  // namespace weft
