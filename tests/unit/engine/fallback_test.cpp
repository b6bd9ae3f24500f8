// A device that fails is replaced once, and only where another could do better.
#include "engine/automatic/fallback.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace weft {
namespace {

/// Fails every run with `error`, or does nothing well where there is none.
class Fake final : public Prepared {
  public:
    Fake(std::string name, std::optional<Error> error)
        : name_(std::move(name)), error_(std::move(error)) {}
    Status run(const std::vector<PictureView>&, const std::vector<PictureView>&,
               const RunControl&) override {
        return error_ ? Status(*error_) : Status();
    }
    int kernel_count() const override { return 1; }
    std::size_t scratch_bytes() const override { return 0; }
    std::string device() const override { return name_; }
    std::vector<KernelTimes> kernel_times() const override { return {{.name = name_}}; }

  private:
    std::string name_;
    std::optional<Error> error_;
};

struct Outcome {
    Status status;
    std::string device;
    std::vector<KernelTimes> times;
    std::vector<std::string> notes;
    int prepared = 0;
};

Outcome run_twice(Error first_error, std::optional<Error> second_error = {}) {
    Outcome outcome;
    const auto prepared = with_fallback(
        std::make_unique<Fake>("cuda", first_error),
        [&]() -> Result<std::unique_ptr<Prepared>> {
            ++outcome.prepared;
            return std::unique_ptr<Prepared>(std::make_unique<Fake>("cpu", second_error));
        },
        [&](const std::string& why) { outcome.notes.push_back(why); });
    (void)prepared->run({}, {}, {});
    outcome.status = prepared->run({}, {}, {});
    outcome.device = prepared->device();
    outcome.times = prepared->kernel_times();
    return outcome;
}

TEST(Fallback, ALostDeviceIsReplacedOnceAndSaid) {
    const Outcome outcome = run_twice({ErrorKind::kDevice, "the GPU is gone"});
    EXPECT_TRUE(outcome.status);
    EXPECT_EQ(outcome.device, "cpu");
    EXPECT_EQ(outcome.times, (std::vector<KernelTimes>{{.name = "cpu"}}));
    EXPECT_EQ(outcome.prepared, 1);
    EXPECT_THAT(outcome.notes, testing::ElementsAre("the GPU is gone"));
}

TEST(Fallback, CancellingIsNoFailureOfTheDevice) {
    const Outcome outcome = run_twice({ErrorKind::kCancelled, "cancelled"});
    EXPECT_EQ(outcome.status.error().kind, ErrorKind::kCancelled);
    EXPECT_EQ(outcome.device, "cuda");
    EXPECT_EQ(outcome.prepared, 0);
    EXPECT_TRUE(outcome.notes.empty());
}

TEST(Fallback, WhatTheSecondSaysStands) {
    const Outcome outcome =
        run_twice({ErrorKind::kMemory, "the GPU is full"}, Error{ErrorKind::kMemory, "so is this"});
    EXPECT_EQ(outcome.status.error().message, "so is this");
    EXPECT_EQ(outcome.prepared, 1);
}

}  // namespace
}  // namespace weft
