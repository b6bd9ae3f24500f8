// What a person reads of a batch, word by word.
#include "cli/batch_text.h"

#include <gtest/gtest.h>

namespace weft {
namespace {

FrameEnd seventh() {
    FrameEnd end;
    end.task = {1007, "", {"in.1007.exr"}, {"out.1007.exr"}};
    end.seconds = {0.01, 0.0005, 0.02, 0.0124};
    end.done = 37;
    end.total = 100;
    end.elapsed = 4.0;
    end.remaining = 6.81;
    return end;
}

BatchEnd whole() {
    BatchEnd end;
    end.total = end.rendered = 100;
    end.seconds = {3.1, 0.334, 4.2, 9.84};
    end.elapsed = 12.5;
    end.compiled = 1;
    end.device = "cpu";
    return end;
}

TEST(BatchText, Durations) {
    EXPECT_EQ(duration_text(0.0004), "0.4 ms");
    EXPECT_EQ(duration_text(0.042), "42 ms");
    EXPECT_EQ(duration_text(0.9994), "999 ms");
    EXPECT_EQ(duration_text(0.9996), "1.0 s");
    EXPECT_EQ(duration_text(59.94), "59.9 s");
    EXPECT_EQ(duration_text(59.96), "1 min 0 s");
    EXPECT_EQ(duration_text(125), "2 min 5 s");
    EXPECT_EQ(duration_text(3600 + 3 * 60 + 29), "1 h 3 min");
}

TEST(BatchText, ProgressLine) {
    EXPECT_EQ(progress_text(seventh(), 0), "37/100  37%  frame 1007  9.2 frames/s  6.8 s left");
    EXPECT_EQ(progress_text(seventh(), 2),
              "37/100  37%  frame 1007  9.2 frames/s  6.8 s left  2 failed");
    FrameEnd last = seventh();
    last.task.view = "left";
    last.done = 100;
    last.elapsed = 10;
    last.remaining = 0.0;
    EXPECT_EQ(progress_text(last, 0), "100/100  100%  frame 1007 (left)  10.0 frames/s");
}

TEST(BatchText, FrameLine) {
    EXPECT_EQ(frame_text(seventh()),
              "frame 1007 rendered in 43 ms (read 10 ms, prepare 0.5 ms, compute 20 ms, write "
              "12 ms), 37 of 100");
    FrameEnd failed = seventh();
    failed.state = FrameState::kFailed;
    failed.error = Error{ErrorKind::kInput, "cannot read 'a':\nit is cut short"};
    EXPECT_EQ(frame_text(failed),
              "frame 1007 failed: cannot read 'a': | it is cut short, 37 of 100");
    FrameEnd complete = seventh();
    complete.state = FrameState::kComplete;
    EXPECT_EQ(frame_text(complete), "frame 1007 complete, 37 of 100");
}

TEST(BatchText, Summary) {
    EXPECT_EQ(summary_text(whole(), "degrain"),
              "degrain on cpu: 100 of 100 frames rendered in 12.5 s (8.0 frames/s)\n"
              "  work: read 3.1 s, prepare 334 ms, compute 4.2 s, write 9.8 s; 1 kernel compiled, "
              "0 from the cache");
    BatchEnd mixed = whole();
    mixed.rendered = 90;
    mixed.complete = 5;
    mixed.kept = 1;
    mixed.placeholders = 1;
    mixed.failed = 3;
    mixed.failures = {7, 11, 12, 13};
    mixed.elapsed = 9;
    EXPECT_EQ(summary_text(mixed, "degrain"),
              "degrain on cpu: 90 of 100 frames rendered in 9.0 s (10.0 frames/s), 5 complete "
              "before, 1 left as they were, 1 with placeholders, 3 failed\n"
              "  work: read 3.1 s, prepare 334 ms, compute 4.2 s, write 9.8 s; 1 kernel compiled, "
              "0 from the cache\n"
              "  without a picture: 7,11-13");
    BatchEnd nothing;
    nothing.total = nothing.complete = 1;
    nothing.elapsed = 0.05;
    EXPECT_EQ(summary_text(nothing, "degrain"),
              "degrain: 0 of 1 frame rendered in 50 ms, 1 complete before");
}

TEST(BatchText, HowTheCommandEnds) {
    EXPECT_EQ(*outcome_of(whole()), ExitCode::kSuccess);
    BatchEnd failed = whole();
    failed.rendered = 7;
    failed.failed = 1;
    failed.error = Error{ErrorKind::kInput, "cannot read 'a'"};
    EXPECT_EQ(*outcome_of(failed), ExitCode::kPartial);
    failed.stopped = true;
    EXPECT_EQ(outcome_of(failed).error().kind, ErrorKind::kInput);
    EXPECT_EQ(outcome_of(failed).error().message,
              "cannot read 'a'; 7 of 100 frames in place; --resume goes on from there");
    failed.stopped = false;
    failed.rendered = 0;
    EXPECT_EQ(*outcome_of(failed), ExitCode::kInput) << "nothing is in place";
    failed.placeholders = 1;
    EXPECT_EQ(*outcome_of(failed), ExitCode::kPartial);
    BatchEnd cancelled = whole();
    cancelled.rendered = 3;
    cancelled.cancelled = true;
    EXPECT_EQ(outcome_of(cancelled).error().message,
              "stopped; 3 of 100 frames in place; --resume goes on from there");
}

}  // namespace
}  // namespace weft
