// Running a batch of one, and what is said of it.
#include "cli/still.h"

#include <unistd.h>

#include <chrono>

#include <fmt/format.h>

#include "cli/parse_values.h"
#include "cli/progress_line.h"
#include "cli/quiet_stderr.h"
#include "cli/render_job.h"
#include "cli/report.h"

namespace weft {
namespace {

/// What a batch of one told.
struct Heard {
    FrameEnd frame;
    BatchEnd end;
    std::vector<std::string> notes;
};

/// Runs it. `terminal`: where its progress is shown; null: nowhere.
Heard run(const RenderJob& job, std::FILE* terminal) {
    Heard heard;
    ProgressLine line(terminal);
    BatchOptions options = job.options;
    if (terminal != nullptr)
        options.progress = [&](const FrameTask&, double fraction) { line.show(fraction); };
    const QuietStderr quiet;
    heard.end = run_batch(job.batch(), options, [&](const BatchEvent& event) {
        if (std::holds_alternative<StageSpan>(event)) line.wipe();
        if (const auto* frame = std::get_if<FrameEnd>(&event)) heard.frame = *frame;
        if (const auto* note = std::get_if<BatchNote>(&event)) heard.notes.push_back(note->text);
    });
    return heard;
}

/// `opening`: the seconds that it took to make the job.
RenderReport report_of(const RenderJob& job, const Heard& heard, double opening) {
    const EngineOptions& engine = job.session.engine->options();
    RenderReport report;
    report.effect = job.session.graph.name;
    report.threads = engine.threads;
    report.fast = engine.math == MathMode::kFast;
    report.computation = heard.frame.computation;
    report.outputs = heard.frame.written;
    report.input_paths = heard.frame.task.inputs;
    report.input_colours = heard.frame.input_colours;
    report.output_colours = heard.frame.output_colours;
    report.seconds = heard.frame.seconds;
    report.seconds.prepare += opening;
    report.compiled = heard.end.compiled;
    report.from_cache = heard.end.from_cache;
    report.notes = job.notes;
    report.notes.insert(report.notes.end(), heard.notes.begin(), heard.notes.end());
    return report;
}

void print(const RenderReport& done, const Reporting& report) {
    if (report.json) {
        fmt::print("{}\n", to_json(done));
    } else if (!report.quiet) {
        for (const std::string& note : done.notes)
            fmt::print(stderr, "weft: note: {}\n", single_line(note));
        fmt::print("{}\n", to_text(done));
    }
}

}  // namespace

Result<ExitCode> render_still(const RenderOptions& options, const Reporting& report) {
    const auto begin = std::chrono::steady_clock::now();
    const Result<RenderJob> job = open_job(options, {});
    if (!job) return job.error();
    const std::chrono::duration<double> opening = std::chrono::steady_clock::now() - begin;

    const bool watched = !report.quiet && !report.json && isatty(STDERR_FILENO) == 1;
    const People people;
    const Heard heard = run(*job, watched ? people.file() : nullptr);
    if (heard.end.cancelled) return Error{ErrorKind::kCancelled, "stopped; nothing was written"};
    if (heard.end.error && !heard.frame.written.empty()) {
        fmt::print(stderr, "weft: error: {}; the outputs before it are in place\n",
                   single_line(heard.end.error->message));
        return ExitCode::kPartial;
    }
    if (heard.end.error) return *heard.end.error;
    print(report_of(*job, heard, opening.count()), report);
    return ExitCode::kSuccess;
}

}  // namespace weft
