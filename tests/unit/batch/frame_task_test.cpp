// Tasks of a job: names of inputs, and files that must not meet.
#include "batch/frame_task.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace weft {
namespace {

using testing::HasSubstr;
using Texts = std::vector<std::string>;

SequencePath path(const std::string& text) { return *SequencePath::parse(text); }

std::string refusal(const Texts& given, const Texts& names) {
    const Result<Texts> ordered = in_order(given, names, "mix", "-i");
    return ordered ? "" : ordered.error().message;
}

TEST(FrameTask, InputsInOrderAndByName) {
    const Texts names{"a", "b", "c"};
    EXPECT_EQ(*in_order({"1", "2", "3"}, names, "mix", "-i"), (Texts{"1", "2", "3"}));
    EXPECT_EQ(*in_order({"1", "a=2", "3"}, names, "mix", "-i"), (Texts{"2", "1", "3"}));
    EXPECT_EQ(*in_order({"c=1", "b=2", "a=3"}, names, "mix", "-i"), (Texts{"3", "2", "1"}));
    EXPECT_EQ(*in_order({"./x=1", "b=x=2", "3"}, names, "mix", "-i"), (Texts{"./x=1", "x=2", "3"}));
    EXPECT_EQ(refusal({"1", "2"}, names),
              "mix takes 3 pictures (a, b, c), but 2 were given with -i; give one -i for each, as "
              "PATH in that order or as NAME=PATH");
    EXPECT_THAT(refusal({"a=1", "a=2", "3"}, names), HasSubstr("-i gives 'a' twice"));
    EXPECT_THAT(refusal({"plate=1", "2", "3"}, {"plates", "b", "c"}),
                HasSubstr("no input 'plate' (did you mean \"plates\"?); there is plates, b, c"));
}

TEST(FrameTask, PicturesThatMayBeLeftOut) {
    using Matched = std::vector<std::optional<std::string>>;
    const Texts names{"a", "b", "mask", "depth"};
    const auto matched = [&](const Texts& given) {
        return match_names(given, names, 2, "fog", "-i");
    };
    EXPECT_EQ(*matched({"1", "2"}), (Matched{"1", "2", {}, {}}));
    EXPECT_EQ(*matched({"1", "2", "3"}), (Matched{"1", "2", "3", {}}));
    EXPECT_EQ(*matched({"depth=4", "1", "2"}), (Matched{"1", "2", {}, "4"}));
    EXPECT_EQ(*matched({"mask=3", "1", "2", "4"}), (Matched{"1", "2", "3", "4"}));
    for (const Texts& given : {Texts{"1"}, Texts{"1", "mask=2"}, Texts{"1", "2", "3", "4", "5"}})
        EXPECT_THAT(
            matched(given).error().message,
            HasSubstr("fog takes 2 pictures (a, b) and can take 2 more (mask, depth), but"));
}

TEST(FrameTask, FrameByFrameAndViewByView) {
    const auto tasks = make_tasks(
        {{path("in.#.exr"), path("still.exr")}, {path("%V/o.@.exr")}, {"left", "right"}}, {2, 1});
    ASSERT_TRUE(tasks);
    ASSERT_EQ(tasks->size(), 4u);
    EXPECT_EQ((*tasks)[1],
              (FrameTask{2, "right", {"in.0002.exr", "still.exr"}, {"right/o.2.exr"}}));
    EXPECT_EQ((*tasks)[2], (FrameTask{1, "left", {"in.0001.exr", "still.exr"}, {"left/o.1.exr"}}));
    EXPECT_EQ(name_of((*tasks)[1]), "frame 2 (right)");
}

TEST(FrameTask, FilesThatMustNotMeet) {
    const auto message = [](const JobPaths& paths, const std::vector<int>& frames) {
        const auto tasks = make_tasks(paths, frames);
        return tasks ? "" : tasks.error().message;
    };
    EXPECT_THAT(message({{}, {path("o.exr")}, {""}}, {1, 2}), HasSubstr("put #### where"));
    EXPECT_EQ(message({{}, {path("o.exr")}, {""}}, {1}), "");
    EXPECT_THAT(message({{}, {path("o.#.exr")}, {"l", "r"}}, {1}), HasSubstr("put %V where"));
    EXPECT_THAT(message({{}, {path("%v.#.exr")}, {"left", "low"}}, {1}),
                HasSubstr("would be written by frame 1 (left) and by frame 1 (low)"));
    EXPECT_THAT(message({{}, {path("o.#.exr"), path("./o.#.exr")}, {""}}, {1}),
                HasSubstr("each output needs a path of its own"));
    EXPECT_THAT(message({{path("a.#.exr")}, {path("./x/../a.#.exr")}, {""}}, {1}),
                HasSubstr("would be read and overwritten"));
}

}  // namespace
}  // namespace weft
