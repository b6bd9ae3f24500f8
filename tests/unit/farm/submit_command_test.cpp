// weft submit slurm and weft report, with programs in the scheduler's place.
#include <filesystem>
#include <fstream>
#include <iterator>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "expect_error.h"
#include "test_pictures.h"

namespace weft::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class Submit : public testing::Test {
  protected:
    Submit() {
        fs::create_directories(folder.path("bin"));
        for (int frame = 1; frame <= 4; ++frame)
            write_picture(folder.path("it's $in." + std::to_string(frame) + ".exr"), 9, 7, 3,
                          OIIO::TypeDesc::HALF);
    }

    /// A scheduler that runs each job at once, all tasks of an array one after the other.
    void install_scheduler() {
        program("sbatch", R"(#!/bin/bash
tasks=1
for word; do
    case $word in
        --array=1-*) tasks=${word#--array=1-}; export SLURM_ARRAY_TASK_COUNT=$tasks ;;
        --output=*) log=${word#--output=}; log=${log//%%/%} ;;
    esac
done
for ((i = 1; i <= tasks; i++)); do
    SLURM_ARRAY_TASK_ID=$i SLURM_ARRAY_TASK_MIN=1 bash "${!#}" >>"${log/\%a/$i}" 2>&1
done
echo $$
)");
    }
    void program(const std::string& name, const std::string& text) const {
        std::ofstream(folder.path("bin/" + name)) << text;
        fs::permissions(folder.path("bin/" + name), fs::perms::owner_all);
    }

    Outcome submit(std::vector<std::string> arguments) const {
        std::vector<std::string> all{"submit",
                                     "slurm",
                                     "Gain",
                                     "-i",
                                     folder.path("it's $in.@.exr"),
                                     "-o",
                                     folder.path("o u t.@.exr"),
                                     "-F",
                                     "1-4",
                                     "--device",
                                     "reference",
                                     "--job-dir",
                                     folder.path("my 100% 'job'"),
                                     "--frames-per-task",
                                     "2"};
        all.insert(all.end(), arguments.begin(), arguments.end());
        return run_weft(all, options());
    }
    RunOptions options() const {
        return {.environment = {{"PATH", folder.path("bin") + ":/usr/bin:/bin"},
                                {"WEFT_CACHE_DIR", ""}}};
    }
    std::string text_of(const std::string& name) const {
        std::ifstream stream(folder.path("my 100% 'job'/" + name));
        return {std::istreambuf_iterator<char>(stream), {}};
    }

    ScratchFolder folder;
};

TEST_F(Submit, JobsRunAndNamesSurviveTheShell) {
    install_scheduler();
    const Outcome outcome = submit({"--set", "gain=1:0.5,4:2"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("Gain, frames 1-4: 4 frames in 2 tasks\n"));
    EXPECT_THAT(outcome.out, HasSubstr("render   tasks 1-2, each tried 4 times at most"));
    EXPECT_THAT(text_of("prepare.log"), HasSubstr("for 4 of 4 frames"));
    EXPECT_THAT(text_of("report.txt"), HasSubstr("Gain, frames 1-4: 4 of 4 frames are in place"));
    for (int frame = 1; frame <= 4; ++frame)
        EXPECT_TRUE(fs::exists(folder.path("o u t." + std::to_string(frame) + ".exr"))) << frame;
    EXPECT_THAT(text_of("task-1.events"), HasSubstr("\"range\":\"1-2\""));
    EXPECT_THAT(text_of("task-2.events"), HasSubstr("\"range\":\"3-4\""));
}

TEST_F(Submit, TheReportNamesWhatIsNotThereAndWhy) {
    install_scheduler();
    fs::resize_file(folder.path("it's $in.2.exr"), 400);
    ASSERT_EQ(submit({}).code, 0);
    const std::string job = folder.path("my 100% 'job'");
    const Outcome bad = run_weft({"report", job});
    EXPECT_EQ(bad.code, 10);
    EXPECT_THAT(bad.out, HasSubstr("Gain, frames 1-4: 3 of 4 frames are in place\n"
                                   "  frame 2: missing: cannot read '"));
    fs::remove(folder.path("o u t.3.exr"));
    fs::copy_file(folder.path("it's $in.1.exr"), folder.path("o u t.4.exr"),
                  fs::copy_options::overwrite_existing);
    const Outcome worse = run_weft({"report", job});
    EXPECT_THAT(worse.out, HasSubstr("1 of 4 frames are in place"));
    EXPECT_THAT(worse.out, HasSubstr("frame 3: missing"));
    EXPECT_THAT(worse.out, HasSubstr("frame 4: other: what is there was made by other settings"));

    // Mended, and submitted again as the report says.
    write_picture(folder.path("it's $in.2.exr"), 9, 7, 3, OIIO::TypeDesc::HALF);
    RunOptions again = options();
    again.program = "/bin/bash";
    ASSERT_EQ(run_weft({job + "/submit.sh"}, again).code, 0);
    const Outcome good = run_weft({"report", job, "--json"});
    EXPECT_EQ(good.code, 0) << good.err;
    EXPECT_THAT(good.out, HasSubstr("\"total\":4,\"complete\":4,\"bad\":[]"));
}

TEST_F(Submit, ShowsAndDoesNothing) {
    program("sbatch", "#!/bin/sh\nexit 1\n");
    for (const char* flag : {"--dry-run", "--print", "-n"}) {
        const Outcome outcome = submit({flag, "--at-once", "1", "--memory", "2G"});
        ASSERT_EQ(outcome.code, 0) << outcome.err;
        EXPECT_THAT(outcome.out, HasSubstr("--array=1-2%1"));
        EXPECT_THAT(outcome.out, HasSubstr("--mem=2048M"));
        EXPECT_THAT(outcome.out, HasSubstr("--on-error=skip"));
        EXPECT_THAT(outcome.out, HasSubstr("job'\\''/cache"));
    }
    EXPECT_FALSE(fs::exists(folder.path("my 100% 'job'")));
}

TEST_F(Submit, FramesAreThoseThatWereThereThen) {
    const Outcome outcome =
        run_weft({"submit", "slurm", "Gain", "-i", folder.path("it's $in.@.exr"), "-o",
                  folder.path("o.@.exr"), "-F", "all", "--on-error", "stop", "--dry-run"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr(" --frames=1-4 --on-error=stop "));
    EXPECT_THAT(outcome.out, testing::Not(HasSubstr("--frames=all")));
}

TEST_F(Submit, Refusals) {
    const auto expect = [&](const Outcome& outcome, int code, const std::string& message) {
        EXPECT_EQ(outcome.code, code);
        EXPECT_THAT(outcome.err, HasSubstr("weft: error: " + message));
        EXPECT_FALSE(fs::exists(folder.path("my 100% 'job'")));
    };
    program("sbatch",
            "#!/bin/sh\necho 'sbatch: error: invalid partition specified: x' >&2\nexit 1\n");
    expect(submit({"--partition", "x"}), 8,
           "sbatch refused the job 'prepare': sbatch: error: invalid partition specified: x\n");
    fs::remove(folder.path("bin/sbatch"));
    expect(run_weft({"submit", "slurm", "Gain", "-i", folder.path("it's $in.@.exr"), "-o",
                     folder.path("o.@.exr"), "-F", "1", "--job-dir", folder.path("my 100% 'job'")},
                    {.environment = {{"PATH", folder.path("bin")}}}),
           8, "cannot run sbatch: there is no such program; submit from a machine of the farm");
    expect(submit({"--after", "x:1"}), kUsage, "'x:1' is no job's number");
    expect(submit({"--no-cache"}), kUsage, "with --no-cache every task would compile for itself");
    const auto elsewhere = [&](const std::string& output, const std::string& job) {
        return run_weft({"submit", "slurm", "Gain", "-i", folder.path("it's $in.@.exr"), "-o",
                         folder.path(output), "-F", "1", "--job-dir", folder.path(job)});
    };
    expect(elsewhere("o.@.exr", "a\\b"), kUsage, "Slurm takes no folder with a backslash");
    expect(elsewhere("none/o.@.exr", "job"), kOutput, "cannot write '");
    expect(run_weft({"submit", "slurm", "Gain", "-i", "i.@.exr", "-o", "o.@.exr"}), kUsage,
           "--frames is required; see 'weft submit slurm --help'");
    expect(submit({"--chunk", "1/2"}), kUsage, "'--chunk' was not expected");
}

}  // namespace
}  // namespace weft::test
