// Pictures of every format and both layouts into device memory and back.
#include "runtime/gpu/device_picture.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "runtime/convert.h"

namespace weft {
namespace {

/// A view of interleaved samples of its own.
struct Interleaved {
    std::vector<std::byte> bytes;
    PictureView view;
    Interleaved(SampleFormat format, Rect domain, int planes)
        : bytes(static_cast<std::size_t>(domain.area() * planes * sample_size(format))) {
        view.base = bytes.data();
        view.format = format;
        view.plane_stride = sample_size(format);
        view.x_stride = view.plane_stride * planes;
        view.y_stride = view.x_stride * domain.width();
        view.domain = domain;
        view.planes = planes;
    }
};

class DevicePictureTest : public testing::TestWithParam<Layout> {};

TEST_P(DevicePictureTest, HoldsEachSampleAtItsPlace) {
    for (const Rect stored : {Rect{0, 0, 1, 1}, Rect{-3, 5, 34, 12}, Rect{7, -9, 8, 40}}) {
        for (int planes : {1, 3, 5}) {
            Picture from(stored, planes);
            for (int p = 0; p < planes; ++p)
                for (int y = stored.y0; y < stored.y1; ++y)
                    for (int x = stored.x0; x < stored.x1; ++x)
                        from.at(x, y, p) = static_cast<float>(10000 * p + 100 * y + x);
            from.at(stored.x0, stored.y0, 0) = std::numeric_limits<float>::infinity();
            DevicePicture device{nullptr, stored, GetParam(), planes};
            std::vector<float> memory(device.bytes() / sizeof(float), -1.0f);
            device.data = memory.data();
            pack_picture(from.view(), device, stored);

            const bool rows = GetParam() == Layout::kRows;
            const int u = rows ? stored.width() : stored.height();
            const int v = rows ? stored.height() : stored.width();
            const int pitch = (u + 31) / 32 * 32;
            ASSERT_EQ(memory.size(), static_cast<std::size_t>(pitch) * v * planes);
            for (int p = 0; p < planes; ++p)
                for (int j = 0; j < v; ++j)
                    for (int i = 0; i < pitch; ++i) {
                        const float seen =
                            memory[(static_cast<std::size_t>(p) * v + j) * pitch + i];
                        const float expected = i >= u ? -1.0f  // padding is left alone
                                                      : from.at(stored.x0 + (rows ? i : j),
                                                                stored.y0 + (rows ? j : i), p);
                        ASSERT_EQ(seen, expected) << "plane " << p << " v " << j << " u " << i;
                    }

            Picture back(stored, planes);
            unpack_picture(device, back.view(), stored);
            EXPECT_TRUE(same_bits(from, back));
        }
    }
}

TEST_P(DevicePictureTest, ConvertsAsTheEdgesDo) {
    const Rect domain{2, 3, 39, 14};
    for (SampleFormat format :
         {SampleFormat::kU8, SampleFormat::kU16, SampleFormat::kHalf, SampleFormat::kFloat}) {
        Interleaved source(format, domain, 3);
        for (std::size_t i = 0; i < source.bytes.size(); ++i)
            source.bytes[i] = static_cast<std::byte>(i * 37 % 61);
        DevicePicture device{nullptr, domain, GetParam(), 3};
        std::vector<float> memory(device.bytes() / sizeof(float));
        device.data = memory.data();
        pack_picture(source.view, device, domain);
        Picture expected(domain, 3);
        load_region(source.view, domain, expected);
        for (int p = 0; p < 3; ++p)
            for (int y = domain.y0; y < domain.y1; ++y)
                for (int x = domain.x0; x < domain.x1; ++x)
                    ASSERT_EQ(std::bit_cast<std::uint32_t>(*device.at(x, y, p)),
                              std::bit_cast<std::uint32_t>(expected.at(x, y, p)));
        Interleaved back(format, domain, 3);
        unpack_picture(device, back.view, domain);
        EXPECT_EQ(source.bytes, back.bytes);
    }
}

TEST_P(DevicePictureTest, TouchesThePartAlone) {
    const Rect stored{0, 0, 20, 10}, part{3, 2, 9, 7};
    Picture ones(stored, 2);
    for (int p = 0; p < 2; ++p)
        for (int y = 0; y < 10; ++y)
            for (int x = 0; x < 20; ++x) ones.at(x, y, p) = 1.0f;
    DevicePicture device{nullptr, stored, GetParam(), 2};
    std::vector<float> memory(device.bytes() / sizeof(float), 0.0f);
    device.data = memory.data();
    pack_picture(ones.view(), device, part);
    pack_picture(ones.view(), device, Rect{});
    double sum = 0;
    for (float value : memory) sum += value;
    EXPECT_EQ(sum, 2.0 * static_cast<double>(part.area()));
    for (int y = part.y0; y < part.y1; ++y)
        for (int x = part.x0; x < part.x1; ++x) EXPECT_EQ(*device.at(x, y, 1), 1.0f);
}

INSTANTIATE_TEST_SUITE_P(Layouts, DevicePictureTest,
                         testing::Values(Layout::kRows, Layout::kColumns),
                         [](const testing::TestParamInfo<Layout>& info) {
                             return info.param == Layout::kRows ? "rows" : "columns";
                         });

}  // namespace
}  // namespace weft
