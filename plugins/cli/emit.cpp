// weft emit: the source text of an effect's kernels.
#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/command.h"
#include "cli/flags.h"

namespace weft {
namespace {

struct EmitOptions {
    EffectChoice choice;
    EngineFlags engine;
    ShapeFlags shape;
    bool kernels_only = false;
};

Result<ExitCode> emit(const EmitOptions& options) {
    Result<Session> session = open_session(options.choice, options.engine.to_options());
    if (!session) return session.error();
    Result<std::vector<ImageShape>> shapes = input_shapes(*session, options.shape);
    if (!shapes) return shapes.error();
    Result<EmittedSource> source =
        session->engine->emit({session->graph, session->library, *shapes, {}});
    if (!source) return source.error();
    if (!options.kernels_only)
        fmt::print("// ---- preamble: each kernel is compiled behind it, by itself ----\n{}\n",
                   source->preamble);
    for (std::size_t i = 0; i < source->units.size(); ++i)
        fmt::print("// ---- {} of {}: {} ----\n{}\n", i + 1, source->units.size(),
                   fmt::join(source->units[i].kernels, ", "), source->units[i].text);
    return ExitCode::kSuccess;
}

}  // namespace

void add_emit(CLI::App& app, Action& action) {
    auto options = std::make_shared<EmitOptions>();
    CLI::App* command = app.add_subcommand("emit", "Print the source text of an effect's kernels");
    add_effect_flags(*command, options->choice);
    add_given_flag(*command, options->choice);
    add_shape_flags(*command, options->shape);
    add_engine_flags(*command, options->engine);
    command->add_flag("--kernels-only", options->kernels_only,
                      "Leave out what is the same for every kernel");
    command->footer(
        "Examples:\n  weft emit unsharp --size 1920x1080 > unsharp.cpp\n"
        "  weft emit degrain --target sm_90 --kernels-only");
    command->callback([options, &action] { action = [options] { return emit(*options); }; });
}

}  // namespace weft
