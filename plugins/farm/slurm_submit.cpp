#include "farm/slurm_submit.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "support/one_line.h"

namespace weft {
namespace {

Error refused(const std::string& step, std::string words) {
    while (!words.empty() && (words.back() == '\n' || words.back() == ' ')) words.pop_back();
    for (std::size_t i; (i = words.find('\n')) != std::string::npos;) words.replace(i, 1, "; ");
    const char* hint = words.find("Invalid job array specification") != std::string::npos
                           ? "; there may be more tasks than the farm allows in an array: raise "
                             "--frames-per-task"
                           : "";
    return {ErrorKind::kDevice,
            fmt::format("sbatch refused the job '{}': {}{}", step,
                        words.empty() ? "it gave no reason" : one_line(words), hint)};
}

/// The number that sbatch --parsable prints: before a cluster's name, where there is one.
std::string number_in(const std::string& out) { return out.substr(0, out.find_first_of(";\n")); }

bool is_number(const std::string& text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

Result<std::string> submit(const FarmJob& job, const SlurmStep& step, const std::string& before,
                           const RunProgram& run) {
    const Result<ProgramOutcome> outcome = run(sbatch_words(job, step, before));
    if (!outcome)
        return Error{
            outcome.error().kind,
            fmt::format("cannot run sbatch: {}; submit from a machine of the farm that has "
                        "Slurm's commands, or see the scripts with --dry-run",
                        outcome.error().message)};
    const std::string number = number_in(outcome->out);
    if (outcome->code != 0 || !is_number(number))
        return refused(step.name, outcome->err.empty() ? outcome->out : outcome->err);
    return number;
}

}  // namespace

Result<std::vector<std::string>> submit_steps(const FarmJob& job,
                                              const std::vector<SlurmStep>& steps,
                                              const RunProgram& run) {
    std::vector<std::string> numbers;
    for (const SlurmStep& step : steps) {
        Result<std::string> number =
            submit(job, step, numbers.empty() ? std::string() : numbers.back(), run);
        if (number) {
            numbers.push_back(*std::move(number));
            continue;
        }
        if (numbers.empty()) return number.error();
        std::vector<std::string> cancel{"scancel"};
        cancel.insert(cancel.end(), numbers.begin(), numbers.end());
        const Result<ProgramOutcome> cancelled = run(cancel);
        Error error = number.error();
        error.message += cancelled && cancelled->code == 0
                             ? "; what was submitted before it was cancelled"
                             : fmt::format("; job {} is submitted and could not be cancelled",
                                           fmt::join(numbers, ", "));
        return error;
    }
    return numbers;
}

}  // namespace weft
