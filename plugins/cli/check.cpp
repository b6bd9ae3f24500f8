// weft check: every effect, on every kind of picture, against the reference.
#include <chrono>
#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/check_cases.h"
#include "cli/command.h"
#include "cli/fast_tolerance.h"
#include "cli/flags.h"
#include "cli/interrupt.h"
#include "effects/builtin.h"
#include "manual/functor_tables.h"

namespace weft {
namespace {

struct CheckOptions {
    EffectChoice choice;
    EngineFlags engine{.options = {.device = "cpu"}};
    bool all = false;
    std::string plans = "one";
};

/// What became of one effect.
struct Verdict {
    int cases = 0, failed = 0;
    std::string first_failure;
    double fast_largest = 0;  ///< of what fast mode may stray
    double seconds = 0;
};

Result<Verdict> check_graph(const Graph& graph, const Library& library,
                            const std::vector<DifferentialCase>& cases,
                            const std::shared_ptr<HostCompiler>& compiler) {
    Verdict verdict;
    const auto start = std::chrono::steady_clock::now();
    for (const DifferentialCase& c : cases) {
        if (interrupt_flag()) return Error{ErrorKind::kCancelled, "cancelled"};
        auto outcome = compare_devices(graph, library, c, fast_tolerance(graph, library), compiler);
        if (!outcome) return outcome.error();
        ++verdict.cases;
        verdict.fast_largest = std::max(verdict.fast_largest, outcome->largest);
        if (outcome->agrees) continue;
        ++verdict.failed;
        if (verdict.first_failure.empty())
            verdict.first_failure = to_string(c) + ": " + outcome->difference;
    }
    verdict.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return verdict;
}

/// Of all effects, those with optional inputs both without and with them.
std::vector<EffectChoice> choices_to_check(const CheckOptions& options) {
    if (!options.all) return {options.choice};
    std::vector<EffectChoice> choices;
    for (const Effect& effect : builtin_effects()) {
        EffectChoice& plain = choices.emplace_back(options.choice);
        plain.effect = effect.name;
        const Graph graph = effect.build();
        if (graph.optional_inputs.empty()) continue;
        EffectChoice all = plain;
        for (const OptionalInput& input : graph.optional_inputs) all.given.push_back(input.name);
        choices.push_back(std::move(all));
    }
    return choices;
}

std::string title_of(const EffectChoice& choice) {
    return choice.given.empty()
               ? choice.effect
               : fmt::format("{} + {}", choice.effect, fmt::join(choice.given, ", "));
}

Result<ExitCode> check(const CheckOptions& options) {
    if (!options.all && options.choice.effect.empty())
        return Error{ErrorKind::kUsage, "name an effect to check, or give --all"};
    const EngineOptions engine = options.engine.to_options();
    const Result<std::vector<DifferentialCase>> cases_of_device =
        check_cases(engine, options.plans == "all");
    if (!cases_of_device) return cases_of_device.error();
    const std::shared_ptr<HostCompiler> compiler = make_host_compiler(engine.compiler);
    int failed = 0, cases = 0;
    for (const EffectChoice& choice : choices_to_check(options)) {
        Result<Session> session = open_session(choice, engine);
        if (!session) return session.error();
        Result<Verdict> verdict =
            check_graph(session->graph, session->library, *cases_of_device, compiler);
        if (!verdict) return verdict.error();
        if (cases == 0)
            fmt::print("{:<26} {:>6} {:>7} {:>18} {:>8}\n", "effect", "cases", "differ",
                       "fast / tolerance", "seconds");
        fmt::print("{:<26} {:>6} {:>7} {:>18.3f} {:>8.1f}\n", title_of(choice), verdict->cases,
                   verdict->failed, verdict->fast_largest, verdict->seconds);
        if (!verdict->first_failure.empty()) fmt::print("  {}\n", verdict->first_failure);
        std::fflush(stdout);
        failed += verdict->failed;
        cases += verdict->cases;
    }
    fmt::print("{} cases, {} differ\n", cases, failed);
    return failed == 0 ? ExitCode::kSuccess : ExitCode::kDifference;
}

}  // namespace

void add_check(CLI::App& app, Action& action) {
    auto options = std::make_shared<CheckOptions>();
    CLI::App* command =
        app.add_subcommand("check", "Compare a device with the reference, bit for bit");
    add_effect_flags(*command, options->choice);
    add_given_flag(*command, options->choice);
    command->get_option("EFFECT")->required(false);
    command->add_flag("--all", options->all, "Every built-in effect");
    command
        ->add_option(
            "--plans", options->plans,
            "Plans of a GPU: one (by --fusion, --nesting, --tile, --planes and --borders, and with "
            "each pass turned off), or all (every combination of two of those, too)")
        ->group("Effect")
        ->type_name("HOW")
        ->check(CLI::IsMember({"one", "all"}))
        ->capture_default_str();
    add_engine_flags(*command, options->engine);
    command->footer(
        "Strict mode must agree in every bit, on all borders, odd sizes, regions, plane counts,\n"
        "threads, strips, blocks and with passes turned off; fast mode within the effect's stated\n"
        "tolerance (the last but one column is the largest difference over what is allowed).\n"
        "The simt device also checks every access and barrier of GPU kernels, on no GPU at all.\n\n"
        "Examples:\n  weft check degrain\n  weft check --all\n"
        "  weft check --all --device simt --plans all\n"
        "  weft check harris --device simt --fusion mincut --tile warp\n"
        "  weft check harris --disable fuse    (off in every case: is it that pass that is "
        "wrong?)\n"
        "  weft check MyFunctor --functors my_functor.h");
    command->callback([options, &action] { action = [options] { return check(*options); }; });
}

}  // namespace weft
