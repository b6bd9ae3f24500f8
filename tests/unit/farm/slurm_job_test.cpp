// What is asked of Slurm and what its jobs run, word by word.
#include "farm/slurm_job.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace weft {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

FarmJob a_job() {
    return {.title = "degrain, frames 1001-1400",
            .weft = "/opt/weft/bin/weft",
            .arguments = {"degrain", "--input=it's a plate.####.exr", "--output=o.####.exr",
                          "--frames=1001-1400"},
            .folder = "/show/my 100% job",
            .work_folder = "/show/work",
            .tasks = 40};
}

SlurmRequest request() {
    return {.name = "weft-degrain",
            .at_once = 5,
            .after = {"17", "18"},
            .retries = 2,
            .retry_codes = {7, 8},
            .cpus = 8,
            .memory = std::size_t{16} << 30,
            .partition = "fast",
            .time = "2:00:00",
            .more = {"--comment=two words"}};
}

TEST(SlurmJob, TheScriptOfTheArray) {
    EXPECT_EQ(slurm_steps(a_job(), request())[1].script,
              R"(#!/bin/bash
# degrain, frames 1001-1400: one of 40 tasks.
/opt/weft/bin/weft render degrain '--input=it'\''s a plate.####.exr' '--output=o.####.exr' --frames=1001-1400 --chunk auto --resume --progress json \
    >>'/show/my 100% job/'task-$SLURM_ARRAY_TASK_ID.events
code=$?
# Worth another try, elsewhere or later: docs/exit-codes.md; above 128 a signal ended it.
again=
case $code in
    7 | 8) again=yes ;;
    *) [ $code -gt 128 ] && again=yes ;;
esac
if [ -n "$again" ] && [ "${SLURM_RESTART_COUNT:-0}" -lt 2 ]; then
    echo "weft: task $SLURM_ARRAY_TASK_ID ended with $code and is tried again" >&2
    scontrol requeue "$SLURM_JOB_ID" && sleep 60  # until Slurm ends this try
fi
exit $code
)");
    SlurmRequest once = request();
    once.retries = 0;
    EXPECT_THAT(slurm_steps(a_job(), once)[1].script, Not(HasSubstr("requeue")));
}

TEST(SlurmJob, TheOtherScripts) {
    const std::vector<SlurmStep> steps = slurm_steps(a_job(), request());
    EXPECT_EQ(steps[0].script,
              R"(#!/bin/bash
# degrain, frames 1001-1400: compiles once, for all tasks.
exec /opt/weft/bin/weft render degrain '--input=it'\''s a plate.####.exr' '--output=o.####.exr' --frames=1001-1400 --compile-only
)");
    EXPECT_EQ(steps[2].script,
              R"(#!/bin/bash
# degrain, frames 1001-1400: what is in place, and what failed.
exec /opt/weft/bin/weft report '/show/my 100% job'
)");
}

TEST(SlurmJob, WordsForSbatch) {
    const FarmJob job = a_job();
    const std::vector<SlurmStep> steps = slurm_steps(job, request());
    EXPECT_THAT(sbatch_words(job, steps[0], ""),
                ElementsAre("sbatch", "--parsable", "--job-name=weft-degrain-prepare",
                            "--chdir=/show/work", "--requeue", "--cpus-per-task=8", "--mem=16384M",
                            "--partition=fast", "--time=2:00:00", "--comment=two words",
                            "--output=/show/my 100%% job/prepare.log", "--dependency=afterok:17:18",
                            "--kill-on-invalid-dep=yes", "/show/my 100% job/prepare.sh"));
    EXPECT_THAT(sbatch_words(job, steps[1], "101"),
                ElementsAre("sbatch", "--parsable", "--job-name=weft-degrain-render",
                            "--chdir=/show/work", "--requeue", "--cpus-per-task=8", "--mem=16384M",
                            "--partition=fast", "--time=2:00:00", "--comment=two words",
                            "--array=1-40%5", "--output=/show/my 100%% job/task-%a.log",
                            "--open-mode=append", "--kill-on-invalid-dep=yes",
                            "--dependency=afterok:101", "/show/my 100% job/render.sh"));
    EXPECT_EQ(sbatch_words(job, steps[2], "102").at(11), "--dependency=afterany:102");
}

TEST(SlurmJob, NothingIsAskedThatNobodyWished) {
    FarmJob job = a_job();
    job.tasks = 1;
    const std::vector<SlurmStep> steps = slurm_steps(job, {.name = "n"});
    EXPECT_THAT(sbatch_words(job, steps[1], "1"),
                ElementsAre("sbatch", "--parsable", "--job-name=n-render", "--chdir=/show/work",
                            "--requeue", "--array=1-1", "--output=/show/my 100%% job/task-%a.log",
                            "--open-mode=append", "--kill-on-invalid-dep=yes",
                            "--dependency=afterok:1", "/show/my 100% job/render.sh"));
}

TEST(SlurmJob, CommentsStayInTheirLine) {
    FarmJob job = a_job();
    job.title = "a\nrm -rf b";
    for (const SlurmStep& step : slurm_steps(job, request()))
        EXPECT_THAT(step.script, HasSubstr("# a rm -rf b:")) << step.name;
}

}  // namespace
}  // namespace weft
