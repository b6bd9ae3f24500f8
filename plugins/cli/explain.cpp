// weft explain: how an effect would run, and why so.
#include <unistd.h>

#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/command.h"
#include "cli/comparison_text.h"
#include "cli/flags.h"
#include "cli/interrupt.h"
#include "cli/progress_line.h"
#include "cli/untrusted_text.h"
#include "support/nearest.h"

namespace weft {
namespace {

constexpr const char* kFooter =
    R"(Examples:
  weft explain degrain --size 2063x1545
      The plan for this machine's processors: kernels, the rows they keep, and every decision.
  weft explain harris --target sm_90 --size 4256x2832
      The plan for a GPU, which need not be here: each kernel loop by loop, its tiles of shared
      memory, its modelled time; each edge between stages, fused or why not.
  weft explain harris --target sm_90 --size 4256x2832 --compare
      All ways of fusing it, a line each: kernels, bytes, registers, modelled time.
  weft explain harris --target sm_90 --fusion mincut --tile warp
      The plan that one of them makes; 'weft emit' with the same flags prints its source.
  weft explain degrain --passes
      What each pass changed, and its time; with --after fuse the plan as that pass leaves it.
  weft explain night --target h100 --dot | dot -Tsvg > night.svg
      A drawing: stages in their kernels, and what passes between them.

MB are 2^20 bytes. Times are the planner's model, by which it chooses; 'weft bench' measures.)";

struct ExplainOptions {
    EffectChoice choice;
    EngineFlags engine;
    ShapeFlags shape;
    bool compare = false, dot = false, passes = false;
    std::string after;  // a pass; empty: not asked for
    bool names_fusion = false;
};

Status check_flags(const ExplainOptions& options) {
    if (options.compare + options.dot + options.passes + !options.after.empty() > 1)
        return Error{
            ErrorKind::kUsage,
            "--compare, --dot, --passes and --after each print something else; give one of "
            "them"};
    if (options.compare && options.names_fusion)
        return Error{ErrorKind::kUsage,
                     fmt::format("--compare plans by every strategy of fusion; leave out --fusion "
                                 "{}, or leave out --compare to see that plan alone",
                                 options.engine.fusion)};
    return {};
}

/// With progress for who waits, and an end for who does not.
Result<Comparison> compared(Engine& engine, const PrepareRequest& request) {
    ProgressLine line(isatty(STDERR_FILENO) == 1 ? stderr : nullptr);
    return engine.compare(request, {.cancel = &interrupt_flag(),
                                    .progress = [&](double fraction) { line.show(fraction); }});
}

/// What passes did: a line each, or the plan after one of them.
Result<std::string> traced(const ExplainOptions& options, Engine& engine,
                           const PrepareRequest& request) {
    const Result<std::vector<PassStep>> steps = engine.trace(request, &interrupt_flag());
    if (!steps) return steps.error();
    if (options.passes) return to_text(*steps);
    std::vector<std::string> names;
    for (const PassStep& step : *steps) {
        if (step.name == options.after) return step.plan;
        names.push_back(step.name);
    }
    return Error{ErrorKind::kUsage,
                 fmt::format("no pass '{}' makes this plan{}; its passes are {}", options.after,
                             did_you_mean(options.after, names), fmt::join(names, ", "))};
}

Result<std::string> text_of(const ExplainOptions& options, Engine& engine,
                            const PrepareRequest& request) {
    if (options.dot) return engine.dot(request);
    if (options.passes || !options.after.empty()) return traced(options, engine, request);
    if (!options.compare) return engine.explain(request);
    Result<Comparison> comparison = compared(engine, request);
    if (!comparison) return comparison.error();
    return to_text(*comparison,
                   fmt::format("{}, {} channel{}", options.shape.size, options.shape.channels,
                               options.shape.channels == 1 ? "" : "s"));
}

Result<ExitCode> explain(const ExplainOptions& options) {
    if (Status ok = check_flags(options); !ok) return ok.error();
    Result<Session> session = open_session(options.choice, options.engine.to_options());
    if (!session)
        return options.dot ? session.error()
                           : told(session.error(), options.choice.effect, options.choice.trust);
    Result<std::vector<ImageShape>> shapes = input_shapes(*session, options.shape);
    if (!shapes) return shapes.error();
    Result<std::string> text =
        text_of(options, *session->engine, {session->graph, session->library, *shapes, {}});
    if (!text) return text.error();
    fmt::print("{}{}", *text, text->empty() || text->back() == '\n' ? "" : "\n");
    return ExitCode::kSuccess;
}

}  // namespace

void add_explain(CLI::App& app, Action& action) {
    auto options = std::make_shared<ExplainOptions>();
    CLI::App* command =
        app.add_subcommand("explain", "Show the plan of an effect, and its reasons");
    add_effect_flags(*command, options->choice);
    add_given_flag(*command, options->choice);
    add_shape_flags(*command, options->shape);
    command->add_flag(
        "--compare", options->compare,
        "A table of the plans that all strategies of fusion make for a GPU; --nesting, "
        "--tile, --planes and --borders hold for all of them");
    command->add_flag("--dot", options->dot,
                      "The plan as a drawing for Graphviz: stages in their kernels, edges by what "
                      "they pass through");
    command->add_flag("--passes", options->passes,
                      "What each pass of the planner changed, and how long it took");
    command
        ->add_option("--after", options->after,
                     "The whole plan as this pass leaves it; 'weft list passes' names them")
        ->type_name("PASS");
    add_engine_flags(*command, options->engine);
    command->footer(kFooter);
    command->callback([options, command, &action] {
        options->names_fusion = command->count("--fusion") > 0;
        action = [options] { return explain(*options); };
    });
}

}  // namespace weft
