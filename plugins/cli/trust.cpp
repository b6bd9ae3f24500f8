// weft trust: which documents' code may run.
#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "cli/code_text.h"
#include "cli/command.h"
#include "cli/command_session.h"
#include "engine/trust.h"

namespace weft {
namespace {

constexpr const char* kHowToTrust =
    R"(Some documents bring C++ code, functors of their own, which may do all that you may. Weft compiles and
runs none of it before you have trusted that very code, whichever document brings it: once it is
changed it is asked for again. Read it first: 'weft info look.weft' shows it and runs nothing.

Trusted code is kept as it is, a file each, in $XDG_CONFIG_HOME/weft/trusted or
~/.config/weft/trusted. Folders of $WEFT_TRUST_PATH count as well: a house keeps in them what all of its
people may run.

Examples:
  weft trust look.weft
  weft trust look.weft --revoke)";

struct TrustOrder {
    std::string document;
    bool revoke = false;
};

Result<ExitCode> trust(const TrustOrder& command) {
    const Result<std::string> text = document_text(command.document);
    if (!text) return text.error();
    const Result<FunctorTexts> functors = functors_of_document(*text);
    if (!functors)
        return Error{functors.error().kind, command.document + ": " + functors.error().message};
    if (functors->empty()) {
        fmt::print("{} brings no code: there is nothing to trust\n", command.document);
        return ExitCode::kSuccess;
    }
    const Trust trust;
    fmt::print("{}\n", code_text(*functors));
    if (Status s = command.revoke ? trust.revoke(*functors) : trust.add(*functors); !s)
        return s.error();
    const std::size_t count = functors->size();
    fmt::print("{} header{} {}, in {}\n", count, count == 1 ? "" : "s",
               command.revoke ? "no longer trusted" : "trusted from now on", trust.folder());
    if (command.revoke && trust.untrusted(*functors).size() != count)
        fmt::print("Folders of $WEFT_TRUST_PATH hold some of it, which stays trusted.\n");
    return ExitCode::kSuccess;
}

}  // namespace

void add_trust(CLI::App& app, Action& action) {
    auto options = std::make_shared<TrustOrder>();
    CLI::App* command =
        app.add_subcommand("trust", "Show the C++ code that a document brings, and let it run");
    command->add_option("DOCUMENT", options->document, "A .weft document")->required();
    command->add_flag("--revoke", options->revoke, "Take that back");
    command->footer(kHowToTrust);
    command->callback([options, &action] { action = [options] { return trust(*options); }; });
}

}  // namespace weft
