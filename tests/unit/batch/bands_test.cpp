// Bands: together they are the frame, and hold what each of them needs.
#include "batch/bands.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "batch/sparse_pixels.h"
#include "effects/builtin.h"

namespace weft {
namespace {

constexpr Rect kDomain{-3, 10, 97, 210};

OutputPlan plan_of(const char* path, const Rect& region, const Rect& window) {
    OutputPlan plan;
    plan.kind = *file_kind_of(path);
    plan.region = region;
    plan.window = window;
    plan.planes = 3;
    plan.format = SampleFormat::kHalf;
    return plan;
}

std::vector<Band> bands_of(const char* effect, const std::vector<OutputPlan>& plans, int count) {
    const Library library = builtin_library();
    const Graph graph = find_effect(effect)->build();
    Result<std::vector<Band>> bands =
        split_into_bands(graph, library, {{kDomain, 3}}, plans, count);
    EXPECT_TRUE(bands) << bands.error().message;
    return *std::move(bands);
}

TEST(Bands, TogetherTheyAreTheFrame) {
    // A window that is larger than what is computed: black around.
    const Rect region{-3, 40, 97, 201}, window{-3, 0, 97, 250};
    for (const int count : {1, 2, 7, 64, 161, 1000}) {
        SCOPED_TRACE(count);
        const std::vector<Band> bands =
            bands_of("gaussian-blur", {plan_of("o.png", region, window)}, count);
        EXPECT_EQ(static_cast<int>(bands.size()), std::min(count, 161));
        int computed = region.y0, written = window.y0;
        for (const Band& band : bands) {
            EXPECT_EQ(band.regions[0].y0, computed);
            EXPECT_GT(band.regions[0].height(), 0);
            EXPECT_EQ(band.written[0].first, written);
            computed = band.regions[0].y1;
            written = band.written[0].last;
        }
        EXPECT_EQ(computed, region.y1);
        EXPECT_EQ(written, window.y1);
    }
}

TEST(Bands, EachHoldsWhatItAndLaterOnesNeed) {
    const Library library = builtin_library();
    for (const char* effect : {"gaussian-blur", "degrain", "box-blur", "sobel"}) {
        SCOPED_TRACE(effect);
        const Graph graph = find_effect(effect)->build();
        const auto shapes = infer_shapes(graph, library, {{kDomain, 3}});
        ASSERT_TRUE(shapes);
        const std::vector<Band> bands = bands_of(effect, {plan_of("o.exr", kDomain, kDomain)}, 10);
        for (std::size_t k = 0; k < bands.size(); ++k) {
            const auto needed = infer_regions(graph, library, *shapes, bands[k].regions);
            ASSERT_TRUE(needed);
            const Rect rows = needed->at(ImageId{NodeId{}, 0});
            EXPECT_LE(bands[k].held[0].first, rows.y0) << k;
            EXPECT_GE(bands[k].held[0].last, rows.y1) << k;
            if (k > 0) {
                EXPECT_GE(bands[k].held[0].first, bands[k - 1].held[0].first) << "was dropped";
                EXPECT_GE(bands[k].held[0].last, bands[k - 1].held[0].last);
            }
        }
        EXPECT_LT(bands[0].held[0].last, kDomain.y1) << "all of the picture is held";
        EXPECT_GT(bands.back().held[0].first, kDomain.y0);
    }
}

TEST(Bands, BytesFallWithTheirNumberAndCountWhatEncodersHold) {
    PictureInfo info;
    info.data_window = kDomain;
    info.channels = {"R", "G", "B"};
    info.format = SampleFormat::kHalf;
    const auto bytes = [&](const char* path, int count) {
        const std::vector<OutputPlan> plans{plan_of(path, kDomain, kDomain)};
        return band_bytes(bands_of("gaussian-blur", plans, count), {info}, plans, 2);
    };
    EXPECT_GT(bytes("o.exr", 1), bytes("o.exr", 2));
    EXPECT_GT(bytes("o.exr", 2), bytes("o.exr", 16));
    EXPECT_EQ(bytes("o.dpx", 4) - bytes("o.exr", 4), std::size_t{100} * 200 * 3 * 2);
    EXPECT_EQ(bytes("o.exr", 1), std::size_t{2} * 100 * 200 * 3 * 2 + 2 * codec_bytes(600, 2));
}

TEST(SparsePixels, RowsThatWereDroppedAreGone) {
    Result<SparsePixels> reserved =
        SparsePixels::reserve({5, -10, 5 + 4096, 90}, 1, SampleFormat::kU8);
    ASSERT_TRUE(reserved);
    SparsePixels pixels = *std::move(reserved);
    const PictureView view = pixels.view();
    for (const int y : {-10, 0, 20, 89}) *view.at(5, y, 0) = std::byte{7};
    pixels.drop_rows_before(20);
    EXPECT_EQ(*view.at(5, -10, 0), std::byte{0});
    EXPECT_EQ(*view.at(5, 0, 0), std::byte{0});
    EXPECT_EQ(*view.at(5, 20, 0), std::byte{7});
    pixels.drop_rows_before(0);
    EXPECT_EQ(*view.at(5, 89, 0), std::byte{7});
    EXPECT_EQ(pixels.crop({6, 20, 9, 30}).base, view.at(6, 20, 0));
}

}  // namespace
}  // namespace weft
