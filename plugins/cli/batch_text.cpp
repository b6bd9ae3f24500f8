#include "cli/batch_text.h"

#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "batch/frame_range.h"
#include "cli/parse_values.h"

namespace weft {
namespace {

std::string stages_text(const StageTimes& t) {
    return fmt::format("read {}, prepare {}, compute {}, write {}", duration_text(t.read),
                       duration_text(t.prepare), duration_text(t.compute), duration_text(t.write));
}

std::size_t in_place(const BatchEnd& e) { return e.rendered + e.complete + e.kept; }

std::string frames_of(std::size_t count) {
    return fmt::format("{} frame{}", count, count == 1 ? "" : "s");
}

double per_second(std::size_t count, double seconds) {
    return seconds > 0 ? static_cast<double>(count) / seconds : 0.0;
}

}  // namespace

std::string duration_text(double seconds) {
    const double ms = seconds * 1000.0;
    if (ms < 10.0) return fmt::format("{:.1f} ms", ms);
    if (ms < 999.5) return fmt::format("{:.0f} ms", ms);
    if (seconds < 59.95) return fmt::format("{:.1f} s", seconds);
    const long long whole = std::llround(seconds);
    if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
    return fmt::format("{} h {} min", whole / 3600, whole / 60 % 60);
}

std::string progress_text(const FrameEnd& e, std::size_t failed) {
    std::string text = fmt::format("{}/{}  {}%  {}", e.done, e.total,
                                   e.total > 0 ? e.done * 100 / e.total : 100, name_of(e.task));
    if (e.elapsed > 0) text += fmt::format("  {:.1f} frames/s", per_second(e.done, e.elapsed));
    if (e.remaining && e.done < e.total)
        text += fmt::format("  {} left", duration_text(*e.remaining));
    if (failed > 0) text += fmt::format("  {} failed", failed);
    return text;
}

std::string frame_text(const FrameEnd& e) {
    std::string text = fmt::format("{} {}", name_of(e.task), state_name(e.state));
    if (e.state == FrameState::kRendered)
        text += fmt::format(
            " in {} ({})",
            duration_text(e.seconds.read + e.seconds.prepare + e.seconds.compute + e.seconds.write),
            stages_text(e.seconds));
    if (e.error) text += fmt::format(": {}", single_line(e.error->message));
    return text + fmt::format(", {} of {}", e.done, e.total);
}

std::string summary_text(const BatchEnd& e, const std::string& effect) {
    std::string text = fmt::format("{}{}: {} of {} rendered in {}", effect,
                                   e.device.empty() ? "" : " on " + e.device, e.rendered,
                                   frames_of(e.total), duration_text(e.elapsed));
    if (e.rendered > 0)
        text += fmt::format(" ({:.1f} frames/s)", per_second(e.rendered, e.elapsed));
    if (e.complete > 0) text += fmt::format(", {} complete before", e.complete);
    if (e.kept > 0) text += fmt::format(", {} left as they were", e.kept);
    if (e.placeholders > 0) text += fmt::format(", {} with placeholders", e.placeholders);
    if (e.failed > 0) text += fmt::format(", {} failed", e.failed);
    if (e.rendered > 0)
        text += fmt::format("\n  work: {}; {} kernel{} compiled, {} from the cache",
                            stages_text(e.seconds), e.compiled, e.compiled == 1 ? "" : "s",
                            e.from_cache);
    if (!e.failures.empty())
        text += fmt::format("\n  without a picture: {}", format_frames(e.failures));
    return text;
}

std::string foreseen_text(const FrameEnd& e) {
    const std::string paths =
        fmt::format("{} -> {}", fmt::join(e.task.inputs, ", "), fmt::join(e.task.outputs, ", "));
    switch (e.state) {
        case FrameState::kRendered: return fmt::format("{}: {}", name_of(e.task), paths);
        case FrameState::kComplete:
            return fmt::format("{}: complete: {}", name_of(e.task),
                               fmt::join(e.task.outputs, ", "));
        case FrameState::kKept:
            return fmt::format("{}: left as it is: {}", name_of(e.task),
                               fmt::join(e.task.outputs, ", "));
        default: break;
    }
    return fmt::format("{}: cannot be rendered: {}", name_of(e.task),
                       e.error ? single_line(e.error->message) : "stopped");
}

Result<ExitCode> outcome_of(const BatchEnd& e) {
    const std::string so_far = fmt::format("{} of {} in place; --resume goes on from there",
                                           in_place(e), frames_of(e.total));
    if (e.cancelled) return Error{ErrorKind::kCancelled, fmt::format("stopped; {}", so_far)};
    if (!e.error) return ExitCode::kSuccess;
    if (e.stopped) return Error{e.error->kind, fmt::format("{}; {}", e.error->message, so_far)};
    if (in_place(e) + e.placeholders == 0)
        return e.error ? exit_code_of(e.error->kind) : ExitCode::kSuccess;
    return ExitCode::kPartial;
}

}  // namespace weft
