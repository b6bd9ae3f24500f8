// Sequences where things go wrong: frames that cannot be read, disks that fill, runs that are
// killed.
#include <sys/mount.h>
#include <sys/stat.h>

#include <csignal>
#include <map>
#include <random>

#include "random_run.h"
#include "sequence_fixture.h"

namespace weft::test {
namespace {

using Frames = std::vector<int>;
using testing::HasSubstr;
using testing::IsEmpty;

class BrokenSequence : public Sequence {
  protected:
    /// Of six frames the second is missing, the third cut short, the fourth no picture, the fifth
    /// of another size.
    BrokenSequence() {
        write_inputs(1, 6);
        std::filesystem::remove(input(2));
        std::filesystem::resize_file(input(3), std::filesystem::file_size(input(3)) / 2);
        write_text(input(4), "this is no picture");
        write_inputs(5, 5, 21, 33);
    }
};

TEST_F(BrokenSequence, Stops) {
    const Outcome outcome = render({"-F", "1-6"});
    EXPECT_EQ(outcome.code, kInput);
    EXPECT_EQ(outputs(), (Frames{1}));
    EXPECT_THAT(outcome.err, HasSubstr("weft: error: cannot read '" + input(2) + "'"));
    EXPECT_THAT(outcome.err, HasSubstr("1 of 6 frames in place; --resume goes on from there"));
    EXPECT_THAT(leftovers(), IsEmpty());
}

TEST_F(BrokenSequence, Skips) {
    const Outcome outcome = render({"-F", "1-6", "--on-error", "skip"});
    EXPECT_EQ(outcome.code, kPartial);
    EXPECT_EQ(outputs(), (Frames{1, 5, 6}));
    EXPECT_EQ(read_picture(output(5)).spec.height, 33);
    EXPECT_THAT(outcome.out, HasSubstr("3 failed"));
    EXPECT_THAT(outcome.out, HasSubstr("without a picture: 2-4"));
    EXPECT_THAT(leftovers(), IsEmpty());
}

TEST_F(BrokenSequence, PlaceholdersAreNeverTakenForFrames) {
    EXPECT_EQ(render({"-F", "1-6", "--on-error", "placeholder"}).code, kPartial);
    EXPECT_EQ(outputs(), (Frames{1, 2, 3, 4, 5, 6}));
    const ReadPicture placeholder = read_picture(output(2));
    EXPECT_EQ(placeholder.spec.width, 40);
    EXPECT_EQ(placeholder.spec.format, OIIO::TypeDesc::HALF);
    EXPECT_THAT(placeholder.spec.get_string_attribute("Software"), HasSubstr("placeholder"));
    write_inputs(2, 4);
    const Outcome outcome = render({"-F", "1-6", "--resume"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("3 of 6 frames rendered"));
    EXPECT_THAT(outcome.out, HasSubstr("3 complete before"));
}

TEST_F(Sequence, WhereNothingSucceedsTheCodeSaysWhy) {
    EXPECT_EQ(render({"-F", "1-2", "--on-error", "skip"}).code, kInput);
    EXPECT_EQ(render({"-F", "1-2", "--on-error", "placeholder"}).code, kInput)
        << "nobody knows how large";
}

TEST_F(Sequence, LessMemoryThanTheProgramTakesIsRefused) {
    write_inputs(1, 2);
    const Outcome outcome = render({"-F", "1-2", "--memory", "1M", "--on-error", "skip"});
    EXPECT_EQ(outcome.code, kMemory);
    EXPECT_THAT(outcome.err, HasSubstr("even in the smallest bands, but --memory allows 1 MB; give "
                                       "at least --memory "));
    EXPECT_TRUE(outputs().empty());
}

TEST_F(Sequence, AFullDiskKeepsWhatWasWhole) {
    write_inputs(1, 8, 64, 64);
    const std::string disk = folder.path("disk");
    mkdir(disk.c_str(), 0755);
    if (mount("tmpfs", disk.c_str(), "tmpfs", 0, "size=96k") != 0)
        GTEST_SKIP() << "no small file system can be mounted here";
    const std::vector<std::string> arguments{"render",     "Gain",
                                             "-i",         folder.path("in.####.exr"),
                                             "-o",         disk + "/o.####.exr",
                                             "-F",         "1-8",
                                             "--format",   "float",
                                             "--device",   "reference",
                                             "--on-error", "skip"};
    const Outcome full = run_weft(arguments);
    EXPECT_EQ(full.code, kOutput) << "a full disk is no frame's own fault";
    EXPECT_THAT(full.err, HasSubstr("No space left"));
    int there = 0;
    for (const auto& entry : std::filesystem::directory_iterator(disk)) {
        EXPECT_EQ(read_picture(entry.path().string()).spec.width, 64);
        EXPECT_TRUE(entry.path().filename().string().starts_with("o."));
        ++there;
    }
    EXPECT_LT(there, 8);
    ASSERT_EQ(mount("tmpfs", disk.c_str(), "tmpfs", MS_REMOUNT, "size=4m"), 0);
    std::vector<std::string> again = arguments;
    again.push_back("--resume");
    const Outcome outcome = run_weft(again);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    if (there > 0) {
        EXPECT_THAT(outcome.out, HasSubstr(fmt::format("{} complete before", there)));
    }
    umount(disk.c_str());
}

TEST_F(Sequence, EveryOutputOfTheFirstFrameIsLookedAtBeforehand) {
    write_inputs(1, 2);
    const std::string taken = folder.path("taken.0001.exr");
    ASSERT_EQ(mkdir(taken.c_str(), 0755), 0);
    const Outcome outcome = render({"-F", "1-2", "-o", folder.path("taken.####.exr")}, {}, "DWT1D");
    EXPECT_EQ(outcome.code, kOutput);
    EXPECT_EQ(outcome.err,
              "weft: error: cannot write '" + taken + "': it is a folder; name a file in it\n");
    EXPECT_THAT(outputs(), IsEmpty());
}

TEST_F(Sequence, ReportsThatNobodyCanWriteHarmNoFrame) {
    write_inputs(1, 3);
    const std::string command = fmt::format(
        "{} render Gain -i {} -o {} -F 1-3 --device reference --progress json > /dev/full",
        weft_path(), folder.path("in.####.exr"), folder.path("out.####.exr"));
    const Outcome outcome = run_weft({"-c", command}, {.program = "/bin/sh"});
    EXPECT_EQ(outcome.code, kOutput);
    EXPECT_THAT(outcome.err, HasSubstr("cannot write to standard output"));
    EXPECT_EQ(outputs(), (Frames{1, 2, 3}));
}

TEST_F(Sequence, ALimitOnFileSizesStopsIt) {
    write_inputs(1, 3, 64, 64);
    const Outcome outcome = render({"-F", "1-3"}, {.file_size_limit = 2048});
    EXPECT_EQ(outcome.code, kOutput);
    EXPECT_THAT(outcome.err, HasSubstr("File too large"));
    EXPECT_THAT(outputs(), IsEmpty());
    EXPECT_THAT(leftovers(), IsEmpty());
}

/// Bytes of every output, by frame.
std::map<int, std::string> contents(const std::vector<int>& frames,
                                    const std::function<std::string(int)>& path) {
    std::map<int, std::string> bytes;
    for (const int frame : frames) bytes[frame] = read_text(path(frame));
    return bytes;
}

/// Kills and resumes until all is there, again and again; the outputs must be those of a run that
/// nobody disturbed, and at no moment anything else.
TEST_F(Sequence, KilledAtAnyMomentAndResumed) {
    write_inputs(1, 10, 90, 60);
    const auto path = [&](int frame) { return output(frame); };
    const std::vector<std::string> arguments{"-F", "1-10", "--resume", "--threads", "1"};
    const auto run = [&](const RunOptions& options) {
        return render(arguments, options, "gaussian-3x3");
    };
    ASSERT_EQ(run({}).code, 0);
    const std::map<int, std::string> expected = contents(outputs(), path);
    ASSERT_EQ(expected.size(), 10u);

    const auto seed = static_cast<unsigned>(run_seed());
    SCOPED_TRACE(fmt::format("WEFT_TEST_SEED={}", seed));
    std::mt19937 random(seed);
    const auto clear = [&] {
        for (const int frame : outputs()) std::filesystem::remove(output(frame));
    };
    clear();
    int killed = 0, at_most = 40;
    for (int round = 0; round < 20; ++round) {
        const Outcome outcome = run({.interrupt_after_ms = static_cast<int>(random() % at_most),
                                     .interrupt_with = round % 4 == 3 ? SIGTERM : SIGKILL});
        for (const auto& [frame, bytes] : contents(outputs(), path))
            EXPECT_EQ(bytes == expected.at(frame), true) << frame << " in round " << round;
        if (outcome.signal == 0) {
            EXPECT_THAT(leftovers(), IsEmpty());
            EXPECT_THAT(outcome.code, testing::AnyOf(0, kCancelled)) << outcome.err;
        } else {
            ++killed;
        }
        // A machine that is slow gets more time before it is disturbed.
        if (outcome.code == 0)
            clear();
        else
            at_most = std::min(at_most + 40, 4000);
    }
    EXPECT_GT(killed, 0);
    ASSERT_EQ(run({}).code, 0);
    EXPECT_EQ(contents(outputs(), path) == expected, true);
    EXPECT_THAT(leftovers(), IsEmpty());
}

TEST_F(Sequence, StoppedByTheUser) {
    write_inputs(1, 30, 400, 300);
    const Outcome outcome = render({"-F", "1-30"}, {.interrupt_after_ms = 300}, "degrain");
    ASSERT_EQ(outcome.code, kCancelled) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("weft: error: stopped; "));
    EXPECT_THAT(outcome.err, HasSubstr("--resume goes on from there"));
    EXPECT_THAT(leftovers(), IsEmpty());
}

TEST_F(Sequence, MemoryStaysFlat) {
#if defined(__SANITIZE_ADDRESS__)
    GTEST_SKIP() << "the sanitizer keeps freed memory";
#endif
    write_inputs(1, 1, 64, 64);
    for (int frame = 2; frame <= 500; ++frame) std::filesystem::copy_file(input(1), input(frame));
    const std::vector<std::string> keyed{"--set", "gain=1:0,500:2", "-q", "-F"};
    // The allocator gives back what is freed at once. By itself it keeps pieces between pictures,
    // more of them the longer it runs, and how many is a matter of timing: no leak, but as large.
    const RunOptions gives_back{
        .environment = {{"MALLOC_MMAP_THRESHOLD_", "16384"}, {"MALLOC_TRIM_THRESHOLD_", "16384"}}};
    const auto peak_of = [&](const char* frames) {
        std::vector<std::string> arguments = keyed;
        arguments.emplace_back(frames);
        const Outcome outcome = render(arguments, gives_back);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        return outcome.peak_kilobytes;
    };
    const long few = peak_of("1-50"), many = peak_of("1-500");
    EXPECT_EQ(outputs().size(), 500u);
    EXPECT_LT(many - few, 2 * 1024) << few << " KB after 50 frames, " << many << " after 500";
}

}  // namespace
}  // namespace weft::test
