// weft emit: the source text of an effect's kernels.
#include <memory>

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/flags.h"

namespace weft {
namespace {

struct EmitOptions {
    EffectChoice choice;
    EngineFlags engine;
    ShapeFlags shape;
};

Result<ExitCode> emit(const EmitOptions& options) {
    Result<Session> session = open_session(options.choice, options.engine.to_options());
    if (!session) return session.error();
    Result<std::vector<ImageShape>> shapes = input_shapes(session->graph, options.shape);
    if (!shapes) return shapes.error();
    Result<std::vector<std::string>> texts =
        session->engine->emit({session->graph, session->library, *shapes, {}});
    if (!texts) return texts.error();
    for (std::size_t i = 0; i < texts->size(); ++i) {
        if (texts->size() > 1) fmt::print("// ---- kernel {} of {} ----\n", i + 1, texts->size());
        fmt::print("{}\n", (*texts)[i]);
    }
    return ExitCode::kSuccess;
}

}  // namespace

void add_emit(CLI::App& app, Action& action) {
    auto options = std::make_shared<EmitOptions>();
    CLI::App* command = app.add_subcommand("emit", "Print the source text of an effect's kernels");
    add_effect_flags(*command, options->choice);
    add_shape_flags(*command, options->shape);
    add_engine_flags(*command, options->engine);
    command->footer("Example:\n  weft emit unsharp --size 1920x1080 > unsharp.cpp");
    command->callback([options, &action] { action = [options] { return emit(*options); }; });
}

}  // namespace weft
