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
    const auto plan = plan_output({"a.exr", {}, {}}, {kData, 3}, {&in});
    ASSERT_TRUE(plan);
    EXPECT_EQ(plan->region, kData);
    EXPECT_EQ(plan->window, kData);
    EXPECT_EQ(plan->display_window, kDisplay);
    EXPECT_EQ(plan->format, SampleFormat::kHalf);
}

TEST(OutputPlan, OthersFillTheDisplayWindow) {
    const PictureInfo in = picture(kData, kDisplay, {"R", "G", "B"});
    const auto plan = plan_output({"a.png", {}, {}}, {kData, 3}, {&in});
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

TEST(OutputPlan, NothingInTheDisplayWindow) {
    const PictureInfo in = picture({20, 20, 30, 30}, kDisplay, {"Y"});
    const auto plan = plan_output({"a.png", {}, {}}, {{20, 20, 30, 30}, 1}, {&in});
    ASSERT_FALSE(plan);
    EXPECT_EQ(plan.error().kind, ErrorKind::kOutput);
}

TEST(OutputPlan, RegionsAreCutToThePicture) {
    const PictureInfo in = picture(kData, kDisplay, {"R", "G", "B"});
    const auto plan = plan_output({"a.png", Rect{8, 0, 100, 5}, {}}, {kData, 3}, {&in});
    ASSERT_TRUE(plan);
    EXPECT_EQ(plan->window, (Rect{8, 3, 10, 5}));
    EXPECT_FALSE(plan_output({"a.png", Rect{10, 3, 11, 4}, {}}, {kData, 3}, {&in}));
}

TEST(OutputPlan, WhatAnEffectCutsOrMakesFillsItsFrame) {
    const PictureInfo in = picture(kData, kDisplay, {"R", "G", "B"});
    const Rect cut{0, 4, 5, 6};
    const auto plan = [&](const Rect& domain, bool own_shape) {
        return plan_output({"a.png", {}, {}, false, own_shape}, {domain, 3}, {&in});
    };
    EXPECT_EQ(plan(cut, true)->window, cut);
    EXPECT_EQ(plan(cut, true)->display_window, cut);
    EXPECT_EQ(plan(cut, false)->window, kDisplay);
    // A functor that gives its input's own shape leaves the frame as it was.
    EXPECT_EQ(plan(kData, true)->display_window, kDisplay);
}

TEST(OutputPlan, ChannelNames) {
    const PictureInfo one = picture(kData, kDisplay, {"depth"});
    const PictureInfo three = picture(kData, kDisplay, {"X", "Y", "Z"});
    EXPECT_EQ(plan_output({"a.exr", {}, {}}, {kData, 3}, {&one, &three})->channels, three.channels);
    EXPECT_EQ(plan_output({"a.exr", {}, {}}, {kData, 1}, {&three})->channels,
              std::vector<std::string>{"Y"});
    const auto four = plan_output({"a.exr", {}, {}}, {kData, 4}, {&three});
    EXPECT_THAT(four->channels, testing::ElementsAre("R", "G", "B", "A"));
    EXPECT_EQ(four->alpha_channel, 3);
    EXPECT_THAT(usual_channel_names(6),
                testing::ElementsAre("R", "G", "B", "A", "channel4", "channel5"));
}

}  // namespace
}  // namespace weft
