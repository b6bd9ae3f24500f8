// Running a sequence, and what is printed of it.
#include "cli/sequence.h"

#include <unistd.h>

#include <fstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "batch/batch.h"
#include "batch/event_json.h"
#include "batch/trace.h"
#include "cli/batch_console.h"
#include "cli/batch_text.h"
#include "cli/parse_values.h"
#include "cli/quiet_stderr.h"
#include "cli/render_job.h"
#include "pictures/output_file.h"

namespace weft {
namespace {

Status write_profile(const std::string& path, const BatchConsole& console,
                     const std::string& title) {
    Result<OutputFile> file = OutputFile::create(path);
    if (!file) return file.error();
    std::ofstream stream(file->path(), std::ios::binary);
    stream << chrome_trace(console.spans(), title) << std::flush;
    if (!stream)
        return Error{ErrorKind::kOutput, fmt::format("cannot write '{}'; is its disk full?", path)};
    return file->commit();
}

Result<ExitCode> dry_run(const BatchJob& job, const BatchOptions& options) {
    std::vector<FrameEnd> ends;
    {
        const QuietStderr quiet;
        ends = foresee_batch(job, options);
    }
    std::optional<Error> first;
    std::size_t render = 0;
    for (const FrameEnd& end : ends) {
        fmt::print("{}\n", foreseen_text(end));
        render += end.state == FrameState::kRendered ? 1 : 0;
        if (end.error && !first) first = end.error;
    }
    fmt::print("{} of {} frames would be rendered; nothing was written\n", render, ends.size());
    return first ? exit_code_of(first->kind) : ExitCode::kSuccess;
}

/// Tells of a job whose tasks all render all of it, which nobody wants.
void note_shares(const SequenceFlags& flags, const FarmTask& farm, std::size_t frames, bool quiet) {
    if (quiet || !flags.chunk.empty() || frames < 2 || !farm.chunk || farm.chunk->count < 2) return;
    fmt::print(stderr,
               "weft: note: this is task {} of an array of {}, and renders all {} frames, as the "
               "others do; --chunk auto shares them out\n",
               farm.chunk->index, farm.chunk->count, frames);
}

/// Compiles what the tasks need.
Result<ExitCode> compile_only(const BatchJob& job, const BatchOptions& options,
                              const Reporting& report) {
    const QuietStderr quiet;
    const CompiledBatch done = compile_batch(job, options);
    if (done.error) return *done.error;
    if (!report.quiet)
        fmt::print(
            "{}: {} kernel{} compiled, {} from the cache, for {} of {} frames{}\n", job.graph.name,
            done.compiled, done.compiled == 1 ? "" : "s", done.from_cache, done.frames,
            job.tasks.size(),
            done.frames == job.tasks.size() ? "" : "; the inputs of the others cannot be read");
    return ExitCode::kSuccess;
}

Result<ExitCode> run(const BatchJob& job, const BatchOptions& options, const SequenceFlags& flags,
                     const Reporting& report) {
    const ProgressMode mode =
        report.quiet || report.json
            ? ProgressMode::kNone
            : find_progress_mode(flags.progress).value_or(ProgressMode::kAuto);
    const People people;
    BatchConsole console(mode, people.file(), terminal_width(STDERR_FILENO));
    console.keep_spans = !flags.profile.empty();
    BatchEnd end;
    {
        const QuietStderr quiet;
        end = run_batch(job, options, [&](const BatchEvent& event) { console.show(event); });
    }
    if (!flags.profile.empty())
        if (Status s = write_profile(flags.profile, console, "weft render " + job.graph.name); !s)
            return s.error();
    if (report.json)
        fmt::print("{}\n", to_json(end));
    else if (!report.quiet && mode != ProgressMode::kJson) {
        for (const std::string& note : console.notes())
            fmt::print(stderr, "weft: note: {}\n", single_line(note));
        fmt::print("{}\n", summary_text(end, job.graph.name));
    }
    return outcome_of(end);
}

}  // namespace

Result<ExitCode> render_sequence(const RenderOptions& options, const SequenceFlags& flags,
                                 const Reporting& report) {
    const Result<RenderJob> opened = open_job(options, flags);
    if (!opened) return opened.error();
    if (!report.quiet)
        for (const std::string& note : opened->notes)
            fmt::print(stderr, "weft: note: {}\n", single_line(note));
    note_shares(flags, opened->farm, opened->frames.size(), report.quiet);
    const BatchJob job = opened->batch();
    if (flags.dry_run) return dry_run(job, opened->options);
    if (flags.compile_only) return compile_only(job, opened->options, report);
    return run(job, opened->options, flags, report);
}

}  // namespace weft
