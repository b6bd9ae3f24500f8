// What a person reads of a batch: a progress line, a line a frame, a summary. Pure.
#pragma once

#include <string>

#include "batch/batch.h"
#include "cli/exit_code.h"

namespace weft {

/// "42 ms", "3.1 s", "2 min 5 s", "1 h 3 min".
std::string duration_text(double seconds);

/// "37/100  37%  frame 1037  12.4 frames/s  5 s left  2 failed": for a line that is overwritten.
std::string progress_text(const FrameEnd& end, std::size_t failed);

/// "frame 7 rendered in 42 ms (read 10 ms, prepare 1.0 ms, compute 20 ms, write 11 ms), 3 of 100".
std::string frame_text(const FrameEnd& end);

/// Some lines: what became of the frames, the rate, the times per stage, which frames failed.
std::string summary_text(const BatchEnd& end, const std::string& effect);

/// What a dry run says of a frame: what would be read, written, or why not.
std::string foreseen_text(const FrameEnd& end);

/// How the command ends. Success: every frame is in place. The error is what main() reports: what
/// ended the batch, how much is in place, and how to go on. Where frames failed and others were
/// gone on with it is an ExitCode, since the error was told when it happened.
Result<ExitCode> outcome_of(const BatchEnd& end);

}  // namespace weft
