// Where events go, and when a line is overwritten.
#include "cli/batch_console.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cmath>

#include <fmt/format.h>

#include "batch/event_json.h"
#include "cli/batch_text.h"
#include "cli/parse_values.h"

namespace weft {
namespace {

/// Nothing is thrown where nobody hears: main() finds what standard output lost.
void put(std::FILE* file, const std::string& text) {
    static_cast<void>(std::fputs(text.c_str(), file));
    static_cast<void>(std::fflush(file));
}

}  // namespace

std::optional<ProgressMode> find_progress_mode(std::string_view name) {
    if (name == "auto") return ProgressMode::kAuto;
    if (name == "line") return ProgressMode::kLine;
    if (name == "plain") return ProgressMode::kPlain;
    if (name == "json") return ProgressMode::kJson;
    if (name == "openjd") return ProgressMode::kOpenJd;
    if (name == "none") return ProgressMode::kNone;
    return std::nullopt;
}

BatchConsole::BatchConsole(ProgressMode mode, std::FILE* people, int width)
    : mode_(mode != ProgressMode::kAuto ? mode
            : width > 0                 ? ProgressMode::kLine
                                        : ProgressMode::kPlain),
      people_(people),
      width_(width > 0 ? width : 80) {}

void BatchConsole::show(const BatchEvent& event) {
    if (const auto* span = std::get_if<StageSpan>(&event); span != nullptr && keep_spans)
        spans_.push_back(*span);
    if (const auto* note = std::get_if<BatchNote>(&event)) notes_.push_back(note->text);
    if (mode_ == ProgressMode::kJson) {
        if (const std::string json = to_json(event); !json.empty()) say(json);
        return;
    }
    if (const auto* frame = std::get_if<FrameEnd>(&event)) show_frame(*frame);
    if (std::holds_alternative<BatchEnd>(event) && line_shown_) {
        put(people_, "\r\033[K");
        line_shown_ = false;
    }
}

void BatchConsole::show_frame(const FrameEnd& end) {
    if (end.error) ++failed_;
    if (mode_ == ProgressMode::kOpenJd) {
        // The last frame completes it: 100 is said once all is in place.
        say(fmt::format("openjd_progress: {:.1f}",
                        end.total > 0
                            ? 100.0 * static_cast<double>(end.done) / static_cast<double>(end.total)
                            : 100.0));
        say(fmt::format("openjd_status: {}", single_line(frame_text(end))));
        return;
    }
    if (mode_ == ProgressMode::kPlain) {
        put(people_, fmt::format("weft: {}\n", frame_text(end)));
        return;
    }
    if (mode_ != ProgressMode::kLine) {
        if (end.error) put(people_, fmt::format("weft: {}\n", frame_text(end)));
        return;
    }
    if (end.error) {
        put(people_, fmt::format("\r\033[Kweft: {}\n", frame_text(end)));
        last_shown_ = {};
    }
    // Terminals are slow, and nobody reads more than some lines a second.
    const auto now = std::chrono::steady_clock::now();
    if (now - last_shown_ < std::chrono::milliseconds(50)) return;
    last_shown_ = now;
    overwrite("weft: " + progress_text(end, failed_));
}

void BatchConsole::overwrite(const std::string& text) {
    const auto room = static_cast<std::size_t>(width_ > 1 ? width_ - 1 : 1);
    put(people_, "\r\033[K" + text.substr(0, room));
    line_shown_ = true;
}

void BatchConsole::say(const std::string& line) { put(stdout, line + '\n'); }

int terminal_width(int descriptor) {
    if (isatty(descriptor) != 1) return 0;
    winsize size{};
    if (ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
    return size.ws_col;
}

}  // namespace weft
