// weft report: what a job on a farm has rendered, and what failed.
#include <filesystem>
#include <memory>

#include <fmt/format.h>

#include "batch/inspect.h"
#include "cli/command.h"
#include "cli/farm_flags.h"
#include "cli/interrupt.h"
#include "cli/quiet_stderr.h"
#include "cli/render_job.h"
#include "farm/farm_report.h"

namespace weft {
namespace {

struct ReportOptions {
    std::string folder;
    bool json = false;
};

constexpr const char* kReportExamples =
    R"(Every frame is looked at: whole pictures made by the job's settings count as in place. Of the
others it says why, by their inputs and by what the tasks wrote. The exit code is 0 where all
frames are in place, and 10 where some are not.

Examples:
  How far is the job?
    weft report weft-jobs/degrain-1
  Which frames are to be rendered again?
    weft report weft-jobs/degrain-1 --json)";

Result<ExitCode> report(const ReportOptions& options) {
    const Result<FarmJob> job = read_job_folder(options.folder);
    if (!job) return job.error();
    std::error_code error;
    std::filesystem::current_path(job->work_folder, error);
    if (error)
        return Error{ErrorKind::kInput,
                     fmt::format("cannot enter '{}', where the job's paths begin: {}",
                                 job->work_folder, error.message())};
    Result<RenderFlags> flags = parse_render_arguments(job->arguments);
    if (!flags) return flags.error();
    const Result<RenderOptions> render = to_options(*flags);
    if (!render) return render.error();
    // Folders that are gone are no reason to refuse: then the frames are missing.
    flags->sequence.create_folders = true;
    const Result<RenderJob> sequence = open_job(*render, flags->sequence);
    if (!sequence) return sequence.error();
    std::vector<FrameFinding> findings;
    {
        const QuietStderr quiet;
        findings = inspect_batch(sequence->batch(), sequence->options);
    }
    if (interrupt_flag().load()) return Error{ErrorKind::kCancelled, "stopped"};
    const FarmReport result = read_report(*job, sequence->frames, findings);
    fmt::print("{}\n", options.json ? to_json(result) : to_text(result));
    return result.bad.empty() ? ExitCode::kSuccess : ExitCode::kPartial;
}

}  // namespace

void add_report(CLI::App& app, Action& action) {
    auto options = std::make_shared<ReportOptions>();
    CLI::App* command =
        app.add_subcommand("report", "Say what a job on a farm has rendered, and what failed");
    command->add_option("FOLDER", options->folder, "The job's folder, which weft submit made")
        ->required();
    command->add_flag("--json", options->json, "Print it as JSON");
    command->footer(kReportExamples);
    command->callback([options, &action] { action = [options] { return report(*options); }; });
}

}  // namespace weft
