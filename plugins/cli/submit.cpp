// weft submit: a sequence as a job on a farm.
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <memory>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "batch/frame_range.h"
#include "cli/command.h"
#include "cli/farm_flags.h"
#include "cli/parse_values.h"
#include "cli/render_job.h"
#include "cli/timeline_frames.h"
#include "farm/run_program.h"
#include "farm/shell_text.h"
#include "farm/slurm_submit.h"

namespace weft {
namespace {

namespace fs = std::filesystem;

struct SubmitFlags {
    RenderFlags render;
    SlurmRequest slurm;
    std::string folder, weft;
    int frames_per_task = 10;
    bool dry_run = false;
};

constexpr const char* kSubmitExamples =
    R"(Three jobs are submitted: one that compiles once, on a machine of the farm; an array of tasks,
each for its part of the frames; one that writes report.txt in the job's folder, which names the
frames that failed, and why. Folders have to be the same on all machines; --memory asks Slurm for
as much. A task that ends for a reason that may pass (memory, a device, a full disk, a signal) is
tried again; one that is repeated leaves frames alone that are complete.

Examples:
  Render a shot in tasks of 20 frames, 50 of them at a time:
    weft submit slurm degrain -i plate.####.exr -o clean.####.exr -F 1001-1400 \
        --frames-per-task 20 --at-once 50 --cpus 8 --memory 16G --time 2:00:00
  See what would be submitted:
    weft submit slurm ... --dry-run
  Begin once job 4711 has ended well, on an account of one's own:
    weft submit slurm ... --after 4711 --sbatch=--account=show
  How far is it?
    weft report weft-jobs/degrain-20260102-150405

docs/farms.md tells more, docs/exit-codes.md which exit codes are worth another try.)";

std::string this_program() {
    std::error_code ignored;
    return fs::read_symlink("/proc/self/exe", ignored).string();
}

Status check_folder(const std::string& folder) {
    for (const char c : folder)
        if (c == '\\' || static_cast<unsigned char>(c) < ' ')
            return Error{ErrorKind::kUsage,
                         "Slurm takes no folder with a backslash or a line break in its name; name "
                         "another with --job-dir"};
    return {};
}

/// In the job's folder: code of the document that the tasks may run.
constexpr const char* kTrustFolder = "trusted";

Status check_numbers(const std::vector<std::string>& jobs) {
    for (const std::string& job : jobs)
        if (job.empty() || job.find_first_not_of("0123456789_") != std::string::npos)
            return Error{
                ErrorKind::kUsage,
                fmt::format("'{}' is no job's number; expected such as --after 4711", job)};
    return {};
}

/// Where the job is kept, when nobody says.
std::string usual_folder(const std::string& effect) {
    const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
    return fmt::format("weft-jobs/{}-{:%Y%m%d-%H%M%S}", fs::path(effect).stem().string(),
                       fmt::localtime(std::chrono::system_clock::to_time_t(now)));
}

Result<FarmJob> farm_job(const SubmitFlags& flags, std::vector<std::string> arguments,
                         const RenderJob& sequence) {
    const std::string& effect = sequence.session.graph.name;
    FarmJob job;
    job.title = fmt::format("{}, frames {}", effect, format_frames(sequence.frames));
    job.weft = flags.weft.empty() ? this_program() : flags.weft;
    job.work_folder = fs::current_path().string();
    job.folder =
        fs::absolute(flags.folder.empty() ? usual_folder(effect) : flags.folder).lexically_normal();
    if (job.folder.size() > 1 && job.folder.back() == '/') job.folder.pop_back();
    if (Status s = check_folder(job.folder); !s) return s.error();
    if (Status s = check_folder(job.work_folder); !s) return s.error();
    const int frames = static_cast<int>(sequence.frames.size());
    job.tasks = (frames + flags.frames_per_task - 1) / flags.frames_per_task;
    const RenderFlags& render = flags.render;
    // What "all" meant when the tasks were counted.
    std::erase_if(arguments, [](const std::string& a) { return a.starts_with("--frames="); });
    arguments.push_back("--frames=" + format_frames(sequence.frames));
    // A frame that fails is no reason to leave out the others of its task.
    std::erase_if(arguments, [](const std::string& a) { return a.starts_with("--on-error="); });
    arguments.push_back("--on-error=" + render.sequence.on_error);
    const char* const cache = std::getenv("WEFT_CACHE_DIR");
    if (render.engine.options.compiler.cache_dir.empty() && (cache == nullptr || *cache == '\0'))
        arguments.push_back(fmt::format("--cache-dir={}/cache", job.folder));
    // The tasks run the code that was looked at here, whatever the document brings by then.
    std::erase_if(arguments, [](const std::string& a) {
        return a == "--trust" || a.starts_with("--trust-folder=");
    });
    if (!sequence.session.brought.empty())
        arguments.push_back(fmt::format("--trust-folder={}/{}", job.folder, kTrustFolder));
    job.arguments = std::move(arguments);
    return job;
}

std::string shown(const FarmJob& job, const std::vector<SlurmStep>& steps) {
    std::string text;
    for (const SlurmStep& step : steps)
        text += fmt::format("==> {} <==\n{}\n", script_path(job, step), step.script);
    return text + fmt::format("==> {}/submit.sh <==\n{}", job.folder, submit_script(job, steps));
}

std::string told(const FarmJob& job, const SubmitFlags& flags, std::size_t frames,
                 const std::vector<std::string>& numbers) {
    const auto& w = flags.slurm;
    return fmt::format(
        "{}: {} frame{} in {} task{}\n"
        "  job {}  prepare  compiles once, for all tasks\n"
        "  job {}  render   tasks 1-{}{}, each tried {} time{} at most\n"
        "  job {}  report   {}/report.txt\n"
        "How far it is: weft report {}\n"
        "To stop it: scancel {}",
        job.title, frames, frames == 1 ? "" : "s", job.tasks, job.tasks == 1 ? "" : "s", numbers[0],
        numbers[1], job.tasks, w.at_once > 0 ? fmt::format(", {} at once", w.at_once) : "",
        w.retries + 1, w.retries == 0 ? "" : "s", numbers[2], job.folder, shell_word(job.folder),
        fmt::join(numbers, " "));
}

Result<ExitCode> submit(const SubmitFlags& flags, const std::vector<std::string>& arguments) {
    if (Status s = check_numbers(flags.slurm.after); !s) return s.error();
    if (flags.render.engine.no_cache)
        return Error{ErrorKind::kUsage,
                     "with --no-cache every task would compile for itself; leave it out"};
    const Result<RenderOptions> options = to_options(flags.render);
    if (!options) return options.error();
    SequenceFlags asked = flags.render.sequence;
    Result<std::vector<std::string>> frames = with_timeline(*options, asked.frames);
    if (!frames) return frames.error();
    asked.frames = *std::move(frames);
    const Result<RenderJob> sequence = open_job(*options, asked);
    if (!sequence) return sequence.error();
    for (const std::string& note : sequence->notes)
        fmt::print(stderr, "weft: note: {}\n", single_line(note));
    if (sequence->frames.empty()) return Error{ErrorKind::kUsage, "-F names no frame"};
    const Result<FarmJob> job = farm_job(flags, arguments, *sequence);
    if (!job) return job.error();

    SlurmRequest request = flags.slurm;
    request.retry_codes = {kRetryCodes.begin(), kRetryCodes.end()};
    if (!flags.render.options.memory.empty()) request.memory = sequence->options.memory;
    if (request.name.empty()) request.name = "weft-" + sequence->session.graph.name;
    const std::vector<SlurmStep> steps = slurm_steps(*job, request);
    if (flags.dry_run) {
        fmt::print("{}", shown(*job, steps));
        return ExitCode::kSuccess;
    }
    std::vector<NamedText> files{{"submit.sh", submit_script(*job, steps), true}};
    for (const SlurmStep& step : steps) files.push_back({step.name + ".sh", step.script, true});
    for (const auto& [file, text] : sequence->session.brought)
        files.push_back({fmt::format("{}/{}", kTrustFolder, trusted_file_name(text)), text});
    if (Status s = write_job_folder(*job, files); !s) return s.error();
    const Result<std::vector<std::string>> numbers = submit_steps(*job, steps, run_program);
    if (!numbers) {
        std::error_code ignored;
        fs::remove_all(job->folder, ignored);
        if (flags.folder.empty()) fs::remove(fs::path(job->folder).parent_path(), ignored);
        return numbers.error();
    }
    fmt::print("{}\n", told(*job, flags, sequence->frames.size(), *numbers));
    return ExitCode::kSuccess;
}

void add_farm_flags(CLI::App& command, SubmitFlags& flags) {
    const char* group = "Farm";
    const auto option = [&](const char* name, auto& value, const char* help, const char* type) {
        return command.add_option(name, value, help)->group(group)->type_name(type);
    };
    SlurmRequest& slurm = flags.slurm;
    option("--frames-per-task", flags.frames_per_task, "Frames that a task renders, about", "N")
        ->check(CLI::Range(1, kMaxFrames))
        ->capture_default_str();
    option("--at-once", slurm.at_once, "Most tasks that run at a time [as many as Slurm lets]", "N")
        ->check(CLI::Range(1, kMaxFrames));
    option("--retries", slurm.retries,
           "How often to try a task again that ended for a reason that may pass", "N")
        ->check(CLI::Range(0, 1000))
        ->capture_default_str();
    option("--after", slurm.after, "Begin once this job has ended well; may be repeated", "JOB")
        ->expected(1)
        ->take_all()
        ->allow_extra_args(false);
    option("--cpus", slurm.cpus, "Cores of a task, which its threads follow [as Slurm has it]", "N")
        ->check(CLI::Range(1, 1024));
    option("--partition", slurm.partition, "Partition to run in [Slurm's usual one]", "NAME");
    option("--time", slurm.time, "Most time of a task, as Slurm writes it: 30, 2:00:00 [no limit]",
           "TIME");
    option("--sbatch", slurm.more,
           "One more argument for sbatch, such as --sbatch=--account=show; may be repeated", "WORD")
        ->expected(1)
        ->take_all()
        ->allow_extra_args(false);
    option("--job-name", slurm.name, "Name of the jobs [weft-EFFECT]", "NAME");
    option("--job-dir", flags.folder,
           "Folder for the scripts, compiled kernels, logs and the report "
           "[weft-jobs/EFFECT-DATE-TIME]",
           "DIR");
    option("--weft", flags.weft, "The weft command on the farm's machines [this one]", "PATH");
    command
        .add_flag("-n,--dry-run,--print", flags.dry_run,
                  "Show the scripts and what would be submitted, and do nothing")
        ->group(group);
}

}  // namespace

void add_submit(CLI::App& app, Action& action) {
    CLI::App* submits = app.add_subcommand("submit", "Render frames on a farm");
    submits->require_subcommand(1);
    submits->footer("'weft submit slurm --help' tells more.");
    auto flags = std::make_shared<SubmitFlags>();
    flags->render.sequence.on_error = "skip";
    flags->slurm.name.clear();
    CLI::App* command =
        submits->add_subcommand("slurm", "Render frames as an array of jobs on Slurm");
    add_render_flags(*command, flags->render);
    command->get_option("--frames")->required();
    add_farm_flags(*command, *flags);
    command->footer(kSubmitExamples);
    command->callback([flags, command, &action] {
        action = [flags, arguments = render_arguments(*command)] {
            return submit(*flags, arguments);
        };
    });
}

}  // namespace weft
