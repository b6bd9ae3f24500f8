// A job's folder: written once, read back.
#include "farm/farm_job.h"

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "scratch_folder.h"

namespace weft {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

FarmJob job_in(const std::string& folder) {
    return {.title = "a \"title\"",
            .weft = "/bin/weft",
            .arguments = {"degrain", "--input=it's.####.exr"},
            .folder = folder,
            .work_folder = "/tmp",
            .tasks = 7};
}

TEST(FarmJob, IsReadBackAsWritten) {
    const test::ScratchFolder scratch;
    const FarmJob job = job_in(scratch.path("jobs/one two"));
    ASSERT_TRUE(write_job_folder(job, {{"a.sh", "text", true}, {"b", "other"}}));
    const Result<FarmJob> read = read_job_folder(job.folder + "/");
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(*read, job);
    EXPECT_NE(fs::status(job.folder + "/a.sh").permissions() & fs::perms::owner_exec,
              fs::perms::none);
    EXPECT_EQ(fs::file_size(job.folder + "/b"), 5u);
}

TEST(FarmJob, AFolderThatIsInUseStays) {
    const test::ScratchFolder scratch;
    const FarmJob job = job_in(scratch.path("job"));
    ASSERT_TRUE(write_job_folder(job, {}));
    const Status again = write_job_folder(job, {});
    ASSERT_FALSE(again);
    EXPECT_EQ(again.error().kind, ErrorKind::kOutput);
    EXPECT_THAT(again.error().message, HasSubstr("is there already; name another folder"));
}

TEST(FarmJob, WhatIsNoJob) {
    const test::ScratchFolder scratch;
    const auto reason = [&](const char* text) {
        fs::create_directories(scratch.path("job"));
        std::ofstream(scratch.path("job/job.json")) << text;
        const Result<FarmJob> read = read_job_folder(scratch.path("job"));
        return read ? std::string("read") : read.error().message;
    };
    EXPECT_THAT(read_job_folder(scratch.path("none")).error().message,
                HasSubstr("it holds no readable job.json"));
    EXPECT_THAT(reason("{"), HasSubstr("its job.json is damaged"));
    EXPECT_THAT(reason(R"({"version": 1})"), HasSubstr("its job.json is damaged"));
    EXPECT_THAT(reason(R"({"version": 2})"), HasSubstr("by another version of Weft"));
}

}  // namespace
}  // namespace weft
