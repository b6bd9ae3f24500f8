// Scripts hold what runs, arguments of sbatch what is asked of Slurm: its directives in scripts
// have quoting rules of their own.
#include "farm/slurm_job.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "farm/shell_text.h"

namespace weft {
namespace {

using Words = std::vector<std::string>;

/// A path in --output, where '%' begins a place for numbers.
std::string output_path(const FarmJob& job, const std::string& name) {
    std::string path;
    for (const char c : job.folder) path += c == '%' ? std::string("%%") : std::string(1, c);
    return path + "/" + name;
}

std::string comment(const std::string& text) {
    std::string line = "# ";
    for (const char c : text) line += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    return line + "\n";
}

Words options_of(const FarmJob& job, const SlurmRequest& request, const std::string& step) {
    Words options{fmt::format("--job-name={}-{}", request.name, step),
                  fmt::format("--chdir={}", job.work_folder), "--requeue"};
    if (request.cpus > 0) options.push_back(fmt::format("--cpus-per-task={}", request.cpus));
    if (request.memory > 0)
        options.push_back(fmt::format("--mem={}M", (request.memory + (1 << 20) - 1) >> 20));
    if (!request.partition.empty()) options.push_back("--partition=" + request.partition);
    if (!request.time.empty()) options.push_back("--time=" + request.time);
    options.insert(options.end(), request.more.begin(), request.more.end());
    return options;
}

std::string weft_render(const FarmJob& job, const Words& more) {
    Words words{job.weft, "render"};
    words.insert(words.end(), job.arguments.begin(), job.arguments.end());
    words.insert(words.end(), more.begin(), more.end());
    return shell_words(words);
}

SlurmStep prepare_step(const FarmJob& job, const SlurmRequest& request) {
    SlurmStep step{"prepare", {}, options_of(job, request, "prepare"), {}};
    step.options.push_back("--output=" + output_path(job, "prepare.log"));
    if (!request.after.empty())
        step.options.push_back(
            fmt::format("--dependency=afterok:{}", fmt::join(request.after, ":")));
    step.options.emplace_back("--kill-on-invalid-dep=yes");
    step.script = "#!/bin/bash\n" + comment(job.title + ": compiles once, for all tasks.") +
                  "exec " + weft_render(job, {"--compile-only"}) + "\n";
    return step;
}

std::string render_script(const FarmJob& job, const SlurmRequest& request) {
    std::string text =
        "#!/bin/bash\n" + comment(fmt::format("{}: one of {} tasks.", job.title, job.tasks));
    text += weft_render(job, {"--chunk", "auto", "--resume", "--progress", "json"}) +
            " \\\n    >>" + shell_word(job.folder + "/") + events_name("$SLURM_ARRAY_TASK_ID") +
            "\ncode=$?\n";
    if (request.retries == 0) return text + "exit $code\n";
    text += fmt::format(
        "# Worth another try, elsewhere or later: docs/exit-codes.md; above 128 a signal ended "
        "it.\n"
        "again=\n"
        "case $code in\n"
        "    {}) again=yes ;;\n"
        "    *) [ $code -gt 128 ] && again=yes ;;\n"
        "esac\n"
        "if [ -n \"$again\" ] && [ \"${{SLURM_RESTART_COUNT:-0}}\" -lt {} ]; then\n"
        "    echo \"weft: task $SLURM_ARRAY_TASK_ID ended with $code and is tried again\" >&2\n"
        "    scontrol requeue \"$SLURM_JOB_ID\" && sleep 60  # until Slurm ends this try\n"
        "fi\n"
        "exit $code\n",
        fmt::join(request.retry_codes, " | "), request.retries);
    return text;
}

SlurmStep render_step(const FarmJob& job, const SlurmRequest& request) {
    SlurmStep step{"render", render_script(job, request), options_of(job, request, "render"),
                   "afterok"};
    step.options.push_back(
        fmt::format("--array=1-{}{}", job.tasks,
                    request.at_once > 0 ? fmt::format("%{}", request.at_once) : ""));
    step.options.push_back("--output=" + output_path(job, log_name("%a")));
    step.options.emplace_back("--open-mode=append");
    step.options.emplace_back("--kill-on-invalid-dep=yes");
    return step;
}

SlurmStep report_step(const FarmJob& job, const SlurmRequest& request) {
    SlurmStep step{"report", {}, options_of(job, request, "report"), "afterany"};
    step.options.push_back("--output=" + output_path(job, "report.txt"));
    step.script = "#!/bin/bash\n" + comment(job.title + ": what is in place, and what failed.") +
                  "exec " + shell_words({job.weft, "report", job.folder}) + "\n";
    return step;
}

}  // namespace

std::vector<SlurmStep> slurm_steps(const FarmJob& job, const SlurmRequest& request) {
    return {prepare_step(job, request), render_step(job, request), report_step(job, request)};
}

std::string script_path(const FarmJob& job, const SlurmStep& step) {
    return fmt::format("{}/{}.sh", job.folder, step.name);
}

Words sbatch_words(const FarmJob& job, const SlurmStep& step, const std::string& before) {
    Words words{"sbatch", "--parsable"};
    words.insert(words.end(), step.options.begin(), step.options.end());
    if (!step.condition.empty())
        words.push_back(fmt::format("--dependency={}:{}", step.condition, before));
    words.push_back(script_path(job, step));
    return words;
}

std::string submit_script(const FarmJob& job, const std::vector<SlurmStep>& steps) {
    std::string text =
        "#!/bin/bash\n" +
        comment("Submits " + job.title + ". Frames that are complete are left alone.") + "set -e\n";
    std::string before;
    for (const SlurmStep& step : steps) {
        // The dependency is the one word that the shell has to put together.
        SlurmStep plain = step;
        plain.condition.clear();
        std::string words = shell_words(sbatch_words(job, plain, {}));
        if (!step.condition.empty()) {
            const std::string parsable = "sbatch --parsable";
            words.insert(parsable.size(),
                         fmt::format(" --dependency={}:${{{}%%;*}}", step.condition, before));
        }
        text += fmt::format("{}=$({})\necho \"{} is job ${}\"\n", step.name, words, step.name,
                            step.name);
        before = step.name;
    }
    return text;
}

}  // namespace weft
