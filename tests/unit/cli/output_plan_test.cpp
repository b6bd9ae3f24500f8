// Windows, formats and channel names of outputs.
#include "batch/output_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace weft {
namespace {

PictureInfo picture(Rect data, Rect display, std::vector<std::string> channels) {
    PictureInfo info;
    info.data_window = data;
    info.display_window = display;
    info.channels = std::move(channels);
    info.format = SampleFormat::kHalf;
    return info;
}

const Rect kData{-2, 3, 10, 9}, kDisplay{0, 0, 8, 8};

TEST(OutputPlan, ExrKeepsBothWindows) {
    const PictureInfo in = picture(kData, kDisplay, {"R", "G", "B"});
    const auto plan = plan_output({"a.exr", {}, {}}, shape_of(in), {&in});
    ASSERT_TRUE(plan);
    EXPECT_EQ(plan->region, kData);
    EXPECT_EQ(plan->window, kData);
    EXPECT_EQ(plan->display_window, kDisplay);
    EXPECT_EQ(plan->format, SampleFormat::kHalf);
}

TEST(OutputPlan, OthersFillTheDisplayWindow) {
    const PictureInfo in = picture(kData, kDisplay, {"R", "G", "B"});
    const auto plan = plan_output({"a.png", {}, {}}, shape_of(in), {&in});
    ASSERT_TRUE(plan);
    EXPECT_EQ(plan->region, (Rect{0, 3, 8, 8}));
    EXPECT_EQ(plan->window, kDisplay);
    const auto pixels = allocate_output(*plan);
    ASSERT_TRUE(pixels);
    EXPECT_EQ(pixels->computed.at(0, 3, 0), pixels->stored.at(0, 3, 0));
    EXPECT_EQ(pixels->computed.at(7, 7, 2), pixels->stored.at(7, 7, 2));
    for (int x = 0; x < 8; ++x)
        for (int b = 0; b < 6; ++b) EXPECT_EQ(pixels->stored.at(x, 0, 0)[b], std::byte{0});
}

TEST(OutputPlan, RegionsAreCutToThePicture) {
    const PictureInfo in = picture(kData, kDisplay, {"R", "G", "B"});
    const auto plan = plan_output({"a.png", Rect{8, 0, 100, 5}, {}}, shape_of(in), {&in});
    ASSERT_TRUE(plan);
    EXPECT_EQ(plan->window, (Rect{8, 0, 10, 5}));
    EXPECT_FALSE(plan_output({"a.png", Rect{10, 3, 11, 4}, {}}, shape_of(in), {&in}));
}

TEST(OutputPlan, TheFrameIsThePicturesOwn) {
    const PictureInfo in = picture(kDisplay, kDisplay, {"R", "G", "B"});
    const Rect cut{0, 4, 5, 6};
    EXPECT_EQ(plan_output({"a.png", {}, {}}, completed({cut, 3}), {&in})->window, cut);
    EXPECT_EQ(plan_output({"a.png", {}, {}}, completed({cut, 3}), {&in})->display_window, cut);
    ImageShape moved{{0, 0, 30, 8}, 3, kDisplay, {4, 0, 30, 8}};
    EXPECT_EQ(plan_output({"a.exr", {}, {}}, completed(moved), {&in})->window, (Rect{4, 0, 8, 8}))
        << "nothing is written beyond the frame";
    const PictureInfo over = picture(kData, kDisplay, {"R", "G", "B"});
    EXPECT_EQ(plan_output({"a.exr", {}, {}}, completed(moved), {&over})->window, moved.data_window)
        << "as an input has such";
    moved.data_window = {20, 0, 30, 8};
    EXPECT_EQ(plan_output({"a.exr", {}, {}}, completed(moved), {&in})->window, (Rect{0, 0, 1, 1}))
        << "nothing is a pixel";
}

TEST(OutputPlan, APictureBesideItsFrameIsBlackWhereAFileHoldsTheFrameAlone) {
    const Rect beside{20, 2, 23, 4};
    const PictureInfo in = picture(beside, kDisplay, {"R", "G", "B"});
    const auto png = plan_output({"a.png", {}, {}}, shape_of(in), {&in});
    ASSERT_TRUE(png);
    EXPECT_EQ(png->window, kDisplay);
    EXPECT_TRUE(kDisplay.contains(png->region) && png->region.area() == 1);
    EXPECT_THAT(png->lost, testing::HasSubstr("'a.png' is black: the picture 20,2,3,2"));
    const auto exr = plan_output({"a.exr", {}, {}}, shape_of(in), {&in});
    EXPECT_EQ(exr->window, beside);
    EXPECT_EQ(exr->lost, "");
}

TEST(OutputPlan, ChannelNames) {
    const PictureInfo one = picture(kData, kDisplay, {"depth"});
    const PictureInfo three = picture(kData, kDisplay, {"X", "Y", "Z"});
    EXPECT_EQ(plan_output({"a.exr", {}, {}}, shape_of(three), {&one, &three})->channels,
              three.channels);
    EXPECT_EQ(plan_output({"a.exr", {}, {}}, completed({kData, 1}), {&three})->channels,
              std::vector<std::string>{"Y"});
    const auto four = plan_output({"a.exr", {}, {}}, completed({kData, 4}), {&three});
    EXPECT_THAT(four->channels, testing::ElementsAre("R", "G", "B", "A"));
    EXPECT_EQ(four->alpha_channel, 3);
    EXPECT_THAT(usual_channel_names(completed({{0, 0, 1, 1}, 6})),
                testing::ElementsAre("R", "G", "B", "A", "channel4", "channel5"));
}

}  // namespace
}  // namespace weft
