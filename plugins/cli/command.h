// The commands of weft: each adds its flags to the parser, and says what to do once they are read.
#pragma once

#include <functional>

#include "cli/exit_code.h"
#include "support/result.h"

namespace CLI {
class App;
}

namespace weft {

/// What the command line asked for. Set by the callback of the command that was given; called after
/// parsing, so that no error of the work is taken for one of the flags.
using Action = std::function<Result<ExitCode>()>;

// One per command, each in the file of its name. `action` outlives the parsing.
void add_render(CLI::App& app, Action& action);
void add_list(CLI::App& app, Action& action);
void add_info(CLI::App& app, Action& action);
void add_explain(CLI::App& app, Action& action);
void add_emit(CLI::App& app, Action& action);
void add_compile(CLI::App& app, Action& action);
void add_check(CLI::App& app, Action& action);
void add_bench(CLI::App& app, Action& action);
void add_export_ofx(CLI::App& app, Action& action);
void add_submit(CLI::App& app, Action& action);
void add_report(CLI::App& app, Action& action);
void add_trust(CLI::App& app, Action& action);

}  // namespace weft
