// Paths of sequences: names for frames, frames for names, and what is on disk.
#include "batch/sequence_path.h"

#include <filesystem>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "scratch_folder.h"
#include "seeded.h"

namespace weft {
namespace {

SequencePath sequence(const std::string& text) {
    Result<SequencePath> path = SequencePath::parse(text);
    if (!path) throw std::runtime_error(path.error().message);
    return *path;
}

std::string named(const std::string& text, int frame, const std::string& view = "") {
    return sequence(text).path(frame, view);
}

TEST(SequencePath, EveryNotation) {
    EXPECT_EQ(named("a.####.exr", 7), "a.0007.exr");
    EXPECT_EQ(named("a.#.exr", 7), "a.0007.exr");
    EXPECT_EQ(named("a.##.exr", 7), "a.07.exr");
    EXPECT_EQ(named("a.######.exr", 7), "a.000007.exr");
    EXPECT_EQ(named("a.@.exr", 7), "a.7.exr");
    EXPECT_EQ(named("a.@@@.exr", 7), "a.007.exr");
    EXPECT_EQ(named("a.%04d.exr", 7), "a.0007.exr");
    EXPECT_EQ(named("a.%d.exr", 7), "a.7.exr");
    EXPECT_EQ(named("a.%%.exr", 7), "a.%.exr");
    EXPECT_EQ(named("%V/a_%v.%03d.exr", 7, "left"), "left/a_l.007.exr");
    EXPECT_EQ(named("f%02d/a.##.exr", 7), "f07/a.07.exr");
    EXPECT_EQ(named("plain.exr", 7), "plain.exr");
    EXPECT_EQ(named("ocio:50 % #1:b@c", 7), "ocio:50 % #1:b@c");
    EXPECT_FALSE(sequence("ocio:a#:b").has_frame());
}

TEST(SequencePath, SignsThatStandForThemselves) {
    EXPECT_EQ(named("x@y/s#1/##/f.####.exr", 7), "x@y/s#1/##/f.0007.exr");
    EXPECT_FALSE(sequence("####/f.exr").has_frame());
    EXPECT_EQ(named("a%#%@%%.#.exr", 7), "a#@%.0007.exr");
    EXPECT_EQ(named("%#/%@.@.exr", 7), "#/@.7.exr");
    EXPECT_EQ(sequence("x@y/f%#.####.exr").frame_of("x@y/f#.0012.exr", ""), 12);

    EXPECT_EQ(*still_path("x@y/s#1/f.exr"), "x@y/s#1/f.exr");
    EXPECT_EQ(*still_path("f%#%@%%.exr"), "f#@%.exr");
    for (const char* as_it_is : {"50%.exr", "a%20b.exr", "%V.exr", "ocio:a#:b@c"})
        EXPECT_EQ(*still_path(as_it_is), as_it_is);
    for (const char* framed : {"nf.####.exr", "nf.@.exr", "f%04d/a.exr"})
        EXPECT_THAT(still_path(framed).error().message, testing::HasSubstr("-F"));
}

TEST(SequencePath, LongAndNegativeFrames) {
    EXPECT_EQ(named("a.####.exr", 12345), "a.12345.exr");
    EXPECT_EQ(named("a.####.exr", -7), "a.-007.exr");
    EXPECT_EQ(named("a.@.exr", -7), "a.-7.exr");
}

TEST(SequencePath, WhatItHolds) {
    EXPECT_TRUE(sequence("a.#.exr").has_frame());
    EXPECT_FALSE(sequence("a.#.exr").has_view());
    EXPECT_TRUE(sequence("a.%v.exr").has_view());
    EXPECT_FALSE(sequence("a.%v.exr").has_frame());
}

TEST(SequencePath, Refusals) {
    for (const char* bad : {"a.%4d.exr", "a.%x.exr", "a.%", "a.%0V", "a.#@.exr", "a.%099d"})
        EXPECT_FALSE(SequencePath::parse(bad)) << bad;
    EXPECT_EQ(SequencePath::parse("a.%x.exr").error().message,
              "'a.%x.exr' is no path of a sequence: after '%' there may be d, 04d or the like, V, "
              "v, %, # or @, not 'x'");
}

TEST(SequencePath, FramesOfNames) {
    EXPECT_EQ(sequence("a.####.exr").frame_of("a.0007.exr", ""), 7);
    EXPECT_EQ(sequence("a.####.exr").frame_of("a.-007.exr", ""), -7);
    EXPECT_EQ(sequence("a.####.exr").frame_of("a.007.exr", ""), std::nullopt);
    EXPECT_EQ(sequence("a.####.exr").frame_of("a.00007.exr", ""), std::nullopt);
    EXPECT_EQ(sequence("a.####.exr").frame_of("b.0007.exr", ""), std::nullopt);
    EXPECT_EQ(sequence("f%d/a.#.exr").frame_of("f7/a.0008.exr", ""), std::nullopt);
    EXPECT_EQ(sequence("@2.exr").frame_of("122.exr", ""), 12) << "digits follow the frame";
    EXPECT_EQ(sequence("a.@.exr").frame_of("a.99999999999.exr", ""), std::nullopt);
}

TEST(SequencePath, EveryNameLeadsBackToItsFrame) {
    WEFT_SEEDED_RANDOM(random);
    const std::vector<std::string> words{"a", ".", "_",  "v02", "#",  "##", "####", "@",  "@@",
                                         "/", "-", "%d", "%%",  "%V", "%v", "%05d", "%#", "%@"};
    int framed = 0;
    for (int round = 0; round < 5000; ++round) {
        std::string text;
        for (std::size_t n = random() % 6 + 1; n > 0; --n) text += words[random() % words.size()];
        const Result<SequencePath> path = SequencePath::parse(text);
        if (!path || !path->has_frame()) continue;
        ++framed;
        const int frame = static_cast<int>(random() % 40000) - 20000;
        const std::string name = path->path(frame, "right");
        const std::optional<int> back = path->frame_of(name, "right");
        ASSERT_TRUE(back) << text << " " << name;
        // "@@" twice in a row cannot be told apart by length; but the name is the same then.
        EXPECT_EQ(path->path(*back, "right"), name) << text;
    }
    EXPECT_GT(framed, 500);
}

TEST(SequencePath, FindsWhatIsOnDisk) {
    test::ScratchFolder folder;
    for (const int frame : {3, 1, -2, 12345})
        test::write_text(folder.path(fmt::format("a.{:04}.exr", frame)), "x");
    for (const char* other : {"a.002.exr", "a.0005.png", "b.0006.exr", ".a.0007.exr"})
        test::write_text(folder.path(other), "x");
    EXPECT_EQ(sequence(folder.path("a.####.exr")).find_frames(""),
              (std::vector<int>{-2, 1, 3, 12345}));
    EXPECT_EQ(sequence(folder.path("none/a.####.exr")).find_frames(""), (std::vector<int>{}));
    test::write_text(folder.path("a.-0004.exr"), "x");
    EXPECT_EQ(sequence(folder.path("a.####.exr")).on_disk("").misnumbered,
              (std::vector<std::string>{folder.path("a.-0004.exr"), folder.path("a.002.exr")}));

    for (const int frame : {1, 2, 4}) {
        std::filesystem::create_directories(folder.path(fmt::format("left/f{:02}", frame)));
        if (frame != 2)
            test::write_text(folder.path(fmt::format("left/f{:02}/l.{}.exr", frame, frame)), "x");
    }
    EXPECT_EQ(sequence(folder.path("%V/f%02d/%v.@.exr")).find_frames("left"),
              (std::vector<int>{1, 4}));
}

}  // namespace
}  // namespace weft
