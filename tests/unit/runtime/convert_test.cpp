// Conversion of samples: every value of the integer formats, every layout against single samples.
#include "runtime/convert.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "runtime/half.h"

namespace weft {
namespace {

/// A view of one row of `samples`, one plane.
template <class T>
PictureView row_view(std::vector<T>& samples, SampleFormat format) {
    PictureView v;
    v.base = reinterpret_cast<std::byte*>(samples.data());
    v.format = format;
    v.x_stride = sizeof(T);
    v.domain = {0, 0, static_cast<int>(samples.size()), 1};
    v.planes = 1;
    return v;
}

template <class T>
std::vector<float> load_all(std::vector<T> samples, SampleFormat format) {
    std::vector<float> row(samples.size());
    load_row(row_view(samples, format), 0, 0, 0, static_cast<int>(samples.size()), row.data());
    return row;
}

template <class T>
std::vector<T> store_all(const std::vector<float>& row, SampleFormat format) {
    std::vector<T> samples(row.size());
    store_row(row_view(samples, format), 0, 0, 0, static_cast<int>(row.size()), row.data());
    return samples;
}

template <class T>
std::vector<T> all_values() {
    std::vector<T> values(std::size_t{1} << (8 * sizeof(T)));
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<T>(i);
    return values;
}

/// By definition: clamped, scaled in float, rounded half to even, NaN to zero.
template <class T>
T quantised(float v) {
    constexpr float kMaximum = std::numeric_limits<T>::max();
    if (std::isnan(v)) return 0;
    const double scaled = std::min(1.0f, std::max(0.0f, v)) * kMaximum;
    return static_cast<T>(std::nearbyint(static_cast<double>(static_cast<float>(scaled))));
}

template <class T>
void check_integers(SampleFormat format) {
    const std::vector<T> values = all_values<T>();
    const std::vector<float> floats = load_all(values, format);
    constexpr double kMaximum = std::numeric_limits<T>::max();
    for (std::size_t i = 0; i < values.size(); ++i)
        ASSERT_EQ(floats[i], static_cast<float>(static_cast<double>(i) / kMaximum)) << i;
    ASSERT_EQ(store_all<T>(floats, format), values);
    // Around every boundary between two values, and values that no integer stands for.
    std::vector<float> edges{std::nanf(""),
                             -std::nanf(""),
                             -0.0f,
                             -1.0f,
                             1e-42f,
                             2.0f,
                             1e30f,
                             std::numeric_limits<float>::infinity(),
                             -std::numeric_limits<float>::infinity(),
                             std::nextafter(1.0f, 2.0f),
                             std::nextafter(1.0f, 0.0f)};
    for (std::size_t i = 0; i + 1 < values.size(); ++i) {
        const auto middle = static_cast<float>((static_cast<double>(i) + 0.5) / kMaximum);
        for (const float v : {std::nextafter(middle, 0.0f), middle, std::nextafter(middle, 1.0f)})
            edges.push_back(v);
    }
    const std::vector<T> stored = store_all<T>(edges, format);
    for (std::size_t i = 0; i < edges.size(); ++i)
        ASSERT_EQ(stored[i], quantised<T>(edges[i])) << edges[i];
}

TEST(Convert, EveryByte) { check_integers<std::uint8_t>(SampleFormat::kU8); }
TEST(Convert, EveryShort) { check_integers<std::uint16_t>(SampleFormat::kU16); }

TEST(Convert, HalfwayGoesToEven) {
    const std::vector<float> row{0.5f / 255, 1.5f / 255, 2.5f / 255};
    EXPECT_EQ(store_all<std::uint8_t>(row, SampleFormat::kU8),
              (std::vector<std::uint8_t>{0, 2, 2}));
}

TEST(Convert, EveryHalf) {
    const std::vector<std::uint16_t> values = all_values<std::uint16_t>();
    const std::vector<float> floats = load_all(values, SampleFormat::kHalf);
    for (std::size_t i = 0; i < values.size(); ++i)
        ASSERT_EQ(std::bit_cast<std::uint32_t>(floats[i]),
                  std::bit_cast<std::uint32_t>(half_to_float(values[i])))
            << i;
    const std::vector<std::uint16_t> again = store_all<std::uint16_t>(floats, SampleFormat::kHalf);
    for (std::size_t i = 0; i < values.size(); ++i)
        ASSERT_EQ(again[i], float_to_half(floats[i])) << i;
}

TEST(Convert, FloatsKeepTheirBits) {
    const std::vector<float> row{-0.0f, std::bit_cast<float>(0x7fc12345u), 1e-45f, 3e38f};
    const std::vector<float> again = store_all<float>(row, SampleFormat::kFloat);
    EXPECT_EQ(std::memcmp(row.data(), again.data(), row.size() * sizeof(float)), 0);
}

/// One layout of samples in memory.
struct HostLayout {
    const char* name;
    bool planar, flip_x, flip_y;
    int gap;  ///< bytes between samples' or pixels' ends and the next; odd ones misalign
};

class Layouts : public testing::TestWithParam<std::tuple<SampleFormat, HostLayout, int>> {};

TEST_P(Layouts, RowsEqualSingleSamples) {
    const auto [format, layout, planes] = GetParam();
    const int size = sample_size(format);
    const Rect domain{-3, 5, 300, 8};
    PictureView v;
    v.format = format;
    v.domain = domain;
    v.planes = planes;
    v.x_stride = (layout.planar ? size : size * planes) + layout.gap;
    v.y_stride = v.x_stride * domain.width() + 13;
    v.plane_stride = layout.planar ? v.y_stride * domain.height() : size;
    const std::ptrdiff_t bytes = v.y_stride * domain.height() * (layout.planar ? planes : 1) + 64;
    std::vector<std::uint8_t> memory(static_cast<std::size_t>(bytes));
    std::mt19937 random(3);
    for (std::uint8_t& b : memory) b = static_cast<std::uint8_t>(random());
    v.base = reinterpret_cast<std::byte*>(memory.data()) + 1;
    if (layout.flip_x) {
        v.base += v.x_stride * (domain.width() - 1);
        v.x_stride = -v.x_stride;
    }
    if (layout.flip_y) {
        v.base += v.y_stride * (domain.height() - 1);
        v.y_stride = -v.y_stride;
    }
    // Single samples are one-sample rows of a planar view at the sample's place.
    const auto single = [&](int x, int y, int p) {
        PictureView one;
        one.base = v.at(x, y, p);
        one.format = format;
        one.domain = {0, 0, 1, 1};
        one.planes = 1;
        return one;
    };
    const auto bits = [](float f) { return std::bit_cast<std::uint32_t>(f); };

    Picture picture(domain, planes);
    const Rect region{-1, 6, 299, 8};
    load_region(v, region, picture);
    for (int p = 0; p < planes; ++p)
        for (int y = domain.y0; y < domain.y1; ++y)
            for (int x = domain.x0; x < domain.x1; ++x) {
                float want = 0;
                if (region.contains(x, y)) load_row(single(x, y, p), 0, 0, 0, 1, &want);
                ASSERT_EQ(bits(picture.at(x, y, p)), bits(want)) << x << ' ' << y << ' ' << p;
            }

    for (int p = 0; p < planes; ++p)
        for (int y = domain.y0; y < domain.y1; ++y)
            for (int x = domain.x0; x < domain.x1; ++x)
                picture.at(x, y, p) = static_cast<float>(random() % 3000) / 2000.0f - 0.2f;
    std::vector<std::uint8_t> expected = memory;
    for (int p = 0; p < planes; ++p)
        for (int y = region.y0; y < region.y1; ++y)
            for (int x = region.x0; x < region.x1; ++x) {
                std::byte sample[4];
                PictureView one = single(x, y, p);
                const std::ptrdiff_t at = one.base - reinterpret_cast<std::byte*>(memory.data());
                one.base = sample;
                store_row(one, 0, 0, 0, 1, &picture.at(x, y, p));
                std::memcpy(expected.data() + at, sample, static_cast<std::size_t>(size));
            }
    const std::vector<std::uint8_t> before = memory;
    store_region(v, region, picture);
    ASSERT_EQ(memory, expected) << "bytes beside the region, or its samples, are wrong";

    // Around the caches, row by row in parts of all lengths; and one plane by itself.
    memory = before;
    for (int y = region.y0; y < region.y1; ++y) {
        std::vector<const float*> rows(static_cast<std::size_t>(planes));
        for (int x = region.x0, n = 1; x < region.x1; x += n, ++n) {
            const int end = std::min(x + n, region.x1);
            for (int p = 0; p < planes; ++p)
                rows[static_cast<std::size_t>(p)] = &picture.at(x, y, p);
            if (n % 2 == 0)
                store_rows(v, y, x, end, rows.data(), Stores::kNonTemporal);
            else
                for (int p = 0; p < planes; ++p)
                    store_row(v, y, p, x, end, rows[static_cast<std::size_t>(p)],
                              Stores::kNonTemporal);
        }
    }
    ASSERT_EQ(memory, expected) << "around the caches";
}

INSTANTIATE_TEST_SUITE_P(
    All, Layouts,
    testing::Combine(testing::Values(SampleFormat::kU8, SampleFormat::kU16, SampleFormat::kHalf,
                                     SampleFormat::kFloat),
                     testing::Values(HostLayout{"planar", true, false, false, 0},
                                     HostLayout{"planar flipped", true, true, true, 0},
                                     HostLayout{"planar with gaps", true, false, false, 3},
                                     HostLayout{"interleaved", false, false, false, 0},
                                     HostLayout{"interleaved upside down", false, false, true, 0},
                                     HostLayout{"interleaved mirrored", false, true, false, 0},
                                     HostLayout{"interleaved with gaps", false, false, false, 5}),
                     testing::Values(1, 2, 3, 4, 5)));

}  // namespace
}  // namespace weft
