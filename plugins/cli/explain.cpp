// weft explain: how an effect would run, and why so.
#include <memory>

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/flags.h"

namespace weft {
namespace {

struct ExplainOptions {
    EffectChoice choice;
    EngineFlags engine;
    ShapeFlags shape;
};

Result<ExitCode> explain(const ExplainOptions& options) {
    Result<Session> session = open_session(options.choice, options.engine.to_options());
    if (!session) return session.error();
    Result<std::vector<ImageShape>> shapes = input_shapes(session->graph, options.shape);
    if (!shapes) return shapes.error();
    Result<std::string> text =
        session->engine->explain({session->graph, session->library, *shapes, {}});
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
    add_shape_flags(*command, options->shape);
    add_engine_flags(*command, options->engine);
    command->footer("Examples:\n  weft explain degrain --size 2063x1545\n"
        "  weft explain diffusion --target sm_90");
    command->callback([options, &action] { action = [options] { return explain(*options); }; });
}

}  // namespace weft
