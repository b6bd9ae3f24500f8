// Indexers as the reference's cursor: every freedom reads where its definition says, over all
// borders.
#include "core/indexer.h"

#include <gtest/gtest.h>

#include <vector>

namespace weft {
namespace {

/// Planes whose samples tell plane and coordinates: 10000 plane + 100 y + x.
struct Picture {
    Rect domain;
    std::vector<std::vector<float>> samples;
    std::vector<PlaneRef> planes;

    Picture(Rect d, int count) : domain(d) {
        const int stride = d.width() + 3;
        for (int p = 0; p < count; ++p) {
            std::vector<float>& s =
                samples.emplace_back(static_cast<std::size_t>(stride * d.height()), -1.0f);
            for (int y = d.y0; y < d.y1; ++y)
                for (int x = d.x0; x < d.x1; ++x)
                    s[static_cast<std::size_t>((y - d.y0) * stride + x - d.x0)] = value(x, y, p);
        }
        for (std::vector<float>& s : samples) planes.push_back({s.data(), stride, d});
    }
    static float value(int x, int y, int plane) {
        return static_cast<float>(10000 * plane + 100 * y + x);
    }
    /// The sample read at (x, y) of a plane under a border.
    float read(int x, int y, int plane, const Border& border) const {
        const int rx = remap(x, domain.x0, domain.x1, border.mode);
        const int ry = remap(y, domain.y0, domain.y1, border.mode);
        return rx == kOutside || ry == kOutside ? border.value : value(rx, ry, plane);
    }
    template <class I>
    void bind(I& indexer) const {
        indexer.bind(planes.data(), static_cast<int>(planes.size()));
    }
};

constexpr Border kBorders[] = {{eClamp, 0}, {eMirror, 0}, {eRepeat, 0}, {eConstant, -7.5f}};

/// Calls f(x, y) for every element of the picture, and once for each border.
template <class I, class F>
void everywhere(const Picture& picture, I& indexer, F f) {
    picture.bind(indexer);
    for (const Border& border : kBorders) {
        indexer.border = border;
        for (int plane = 0; plane < static_cast<int>(picture.planes.size()); ++plane)
            for (int y = picture.domain.y0; y < picture.domain.y1; ++y)
                for (int x = picture.domain.x0; x < picture.domain.x1; ++x) {
                    indexer.move_to(x, y, plane);
                    f(x, y, plane);
                }
    }
}

int bounded(int v, int lo, int hi) { return v < lo ? lo : v > hi ? hi : v; }

TEST(Indexer, PointReads) {
    const Picture picture({-2, 3, 3, 5}, 3);
    Indexer<eInput, eComponent> component;
    everywhere(picture, component,
               [&](int x, int y, int p) { EXPECT_EQ(component(), Picture::value(x, y, p)); });
    Indexer<eInput, ePixel> pixel;
    everywhere(picture, pixel, [&](int x, int y, int) {
        for (int p = -2; p < 6; ++p) EXPECT_EQ(pixel(p), Picture::value(x, y, bounded(p, 0, 2)));
    });
    EXPECT_EQ(pixel.Planes, 3);
}

TEST(Indexer, AxisReadsAreBoundedByTheRadius) {
    const Picture picture({-2, 3, 3, 5}, 2);
    for (weft::Axis axis : {eHorizontal, eVertical}) {
        Indexer<eInput, eComponent, e1D> component(axis, 9);
        Indexer<eInput, ePixel, e1D> pixel(axis, 9);
        picture.bind(pixel);
        everywhere(picture, component, [&](int x, int y, int p) {
            EXPECT_EQ(component(), Picture::value(x, y, p));
            pixel.border = component.border;
            pixel.move_to(x, y, p);
            for (int d = -12; d <= 12; ++d) {
                const int at = bounded(d, -9, 9);
                const int rx = axis == eHorizontal ? x + at : x,
                          ry = axis == eVertical ? y + at : y;
                EXPECT_EQ(component(d), picture.read(rx, ry, p, component.border));
                EXPECT_EQ(pixel(d, 1 - p), picture.read(rx, ry, 1 - p, component.border));
            }
        });
    }
}

TEST(Indexer, AreaReadsAreBoundedByTheRadii) {
    const Picture picture({1, -4, 4, -1}, 1);
    Indexer<eInput, eComponent, e2D> component(4, 2);
    everywhere(picture, component, [&](int x, int y, int p) {
        for (int dy = -3; dy <= 3; ++dy)
            for (int dx = -6; dx <= 6; ++dx)
                EXPECT_EQ(component(dx, dy),
                          picture.read(x + bounded(dx, -4, 4), y + bounded(dy, -2, 2), p,
                                       component.border));
    });
}

TEST(Indexer, SparseReadsAreBoundedByTheList) {
    const Picture picture({0, 0, 5, 4}, 2);
    const Offset offsets[] = {{0, 0}, {-3, 2}, {40, -1}};
    Indexer<eInput, ePixel, eSparse> sparse{OffsetList(offsets)};
    sparse.Count = sparse.Offsets.count;
    everywhere(picture, sparse, [&](int x, int y, int p) {
        for (int i = -2; i < 6; ++i) {
            const Offset o = offsets[bounded(i, 0, 2)];
            EXPECT_EQ(sparse(i, p), picture.read(x + o.x, y + o.y, p, sparse.border));
        }
    });
}

TEST(Indexer, OutputsWriteTheElement) {
    Picture picture({-1, -1, 2, 1}, 2);
    Indexer<eOutput, eComponent> component;
    Indexer<eOutput, ePixel> pixel;
    picture.bind(component);
    picture.bind(pixel);
    component.move_to(1, 0, 1);
    component() = 42.0f;
    pixel.move_to(-1, -1, 0);
    pixel(0) = 1.0f;
    pixel(1) = 2.0f;
    const std::size_t last = static_cast<std::size_t>(picture.planes[1].row_stride + 2);
    EXPECT_EQ(picture.samples[1][last], 42.0f);
    EXPECT_EQ(picture.samples[0][last], Picture::value(1, 0, 0));
    EXPECT_EQ(picture.samples[0][0], 1.0f);
    EXPECT_EQ(picture.samples[1][0], 2.0f);
}

TEST(Indexer, OnePixelUnderEveryBorder) {
    const Picture picture({7, -7, 8, -6}, 1);
    Indexer<eInput, eComponent, e2D> indexer(50, 50);
    everywhere(picture, indexer, [&](int, int, int) {
        const float sample = Picture::value(7, -7, 0);
        EXPECT_EQ(indexer(-50, 49), indexer.border.mode == eConstant ? -7.5f : sample);
        EXPECT_EQ(indexer(0, 0), sample);
    });
}

}  // namespace
}  // namespace weft
