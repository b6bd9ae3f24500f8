// Submitting, with a scheduler that only listens.
#include "farm/slurm_submit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace weft {
namespace {

using testing::Contains;
using testing::ElementsAre;
using Words = std::vector<std::string>;

/// Answers in turn, and keeps what was asked.
struct Scheduler {
    std::vector<ProgramOutcome> answers;
    std::vector<Words> asked = {};

    Result<std::vector<std::string>> submit() {
        const FarmJob job{.title = "t", .weft = "weft", .folder = "/j", .work_folder = "/w"};
        return submit_steps(job, slurm_steps(job, {}),
                            [this](const Words& words) -> Result<ProgramOutcome> {
                                asked.push_back(words);
                                if (asked.size() > answers.size())
                                    return Error{ErrorKind::kDevice, "there is no such program"};
                                return answers[asked.size() - 1];
                            });
    }
};

ProgramOutcome number(const std::string& text) { return {.code = 0, .out = text}; }
ProgramOutcome refusal(const std::string& text) { return {.code = 1, .err = text}; }

TEST(SlurmSubmit, EachStepWaitsForTheOneBefore) {
    Scheduler slurm{{number("101\n"), number("102;cluster\n"), number("103\n")}};
    const auto numbers = slurm.submit();
    ASSERT_TRUE(numbers) << numbers.error().message;
    EXPECT_THAT(*numbers, ElementsAre("101", "102", "103"));
    EXPECT_THAT(slurm.asked[1], Contains("--dependency=afterok:101"));
    EXPECT_THAT(slurm.asked[2], Contains("--dependency=afterany:102"));
}

TEST(SlurmSubmit, NoSbatch) {
    Scheduler slurm{{}};
    const auto numbers = slurm.submit();
    ASSERT_FALSE(numbers);
    EXPECT_EQ(numbers.error().kind, ErrorKind::kDevice);
    EXPECT_EQ(numbers.error().message,
              "cannot run sbatch: there is no such program; submit from a machine of the farm that "
              "has Slurm's commands, or see the scripts with --dry-run");
}

TEST(SlurmSubmit, ARefusalInSlurmsOwnWordsAndNothingLeft) {
    Scheduler slurm{{number("101\n"),
                     refusal("sbatch: error: hm\nsbatch: error: Batch job submission failed: "
                             "Invalid job array specification\n"),
                     number("")}};
    const auto numbers = slurm.submit();
    ASSERT_FALSE(numbers);
    EXPECT_EQ(numbers.error().message,
              "sbatch refused the job 'render': sbatch: error: hm; sbatch: error: Batch job "
              "submission failed: Invalid job array specification; there may be more tasks than "
              "the farm allows in an array: raise --frames-per-task; what was submitted before it "
              "was cancelled");
    EXPECT_THAT(slurm.asked.back(), ElementsAre("scancel", "101"));
}

TEST(SlurmSubmit, WhatCannotBeCancelledIsNamed) {
    Scheduler slurm{{number("101\n"), number("102\n"), refusal("no"), refusal("no")}};
    const auto numbers = slurm.submit();
    ASSERT_FALSE(numbers);
    EXPECT_EQ(numbers.error().message,
              "sbatch refused the job 'report': no; job 101, 102 is submitted and could not be "
              "cancelled");
}

TEST(SlurmSubmit, AnAnswerWithoutANumber) {
    Scheduler slurm{{number("Submitted\n")}};
    const auto numbers = slurm.submit();
    ASSERT_FALSE(numbers);
    EXPECT_EQ(numbers.error().message, "sbatch refused the job 'prepare': Submitted");
}

}  // namespace
}  // namespace weft
