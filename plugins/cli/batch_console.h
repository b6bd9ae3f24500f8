// Shows the events of a batch: on a terminal, in a log, to a program, to a farm.
#pragma once

#include <chrono>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "batch/batch.h"

namespace weft {

/// The words of --progress.
enum class ProgressMode {
    kAuto,    ///< a line that is overwritten where stderr is a terminal, else a line a frame
    kLine,    ///< a line that is overwritten
    kPlain,   ///< a line a frame
    kJson,    ///< on stdout, docs/render-events.schema.json
    kOpenJd,  ///< on stdout, as Open Job Description's workers read it
    kNone
};

std::optional<ProgressMode> find_progress_mode(std::string_view name);

/// Takes events one at a time. Lines for people go to `people`, those for programs to stdout; each
/// is flushed, so that a log is never behind.
class BatchConsole {
  public:
    /// `width`: columns of the terminal; 0: `people` is none.
    BatchConsole(ProgressMode mode, std::FILE* people, int width);

    void show(const BatchEvent& event);

    /// The spans there were, for --profile.
    const std::vector<StageSpan>& spans() const { return spans_; }
    /// "weft: note: ..." that were heard.
    const std::vector<std::string>& notes() const { return notes_; }
    bool keep_spans = false;

  private:
    void show_frame(const FrameEnd& end);
    void overwrite(const std::string& text);
    void say(const std::string& line);

    ProgressMode mode_;
    std::FILE* people_;
    int width_;
    bool line_shown_ = false;
    std::size_t failed_ = 0;
    std::chrono::steady_clock::time_point last_shown_{};
    std::vector<StageSpan> spans_;
    std::vector<std::string> notes_;
};

/// The columns of the terminal that `descriptor` is; 0 where it is none.
int terminal_width(int descriptor);

}  // namespace weft
