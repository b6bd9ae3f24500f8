// weft: the command line. Parses, runs the command that was given, and reports errors in one line.
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <new>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/parse_values.h"
#include "support/nearest.h"
#include "weft_version.h"

namespace {

using weft::Action;
using weft::Error;
using weft::ErrorKind;
using weft::ExitCode;
using weft::Result;

constexpr const char* kFooter =
    R"(Examples:
  weft list                                          what there is
  weft info degrain                                  what an effect does and takes
  weft render degrain -i plate.exr -o clean.exr      run it
  weft explain degrain --size 2063x1545              how it would run, and why so

'weft COMMAND --help' tells more. Effects are built in, functors, or documents (*.weft).)";

/// Diagnostics of sources and reports on kernels have lines that belong below one another, source
/// text with carets among them; everything else is one line.
bool has_report(ErrorKind kind) {
    return kind == ErrorKind::kFunctor || kind == ErrorKind::kCompile || kind == ErrorKind::kFault;
}

int fail(const Error& error) {
    const std::string text =
        has_report(error.kind) ? error.message : weft::single_line(error.message);
    // Where nobody hears it there is still the exit code.
    std::fputs(fmt::format("weft: error: {}\n", text).c_str(), stderr);
    return static_cast<int>(weft::exit_code_of(error.kind));
}

/// The long names of a command's options, dashes included.
std::vector<std::string> option_names(const CLI::App& command) {
    std::vector<std::string> names;
    for (const CLI::Option* option : command.get_options())
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    return names;
}

/// What is wrong with the command line, with the nearest word that would have been right.
std::string explain(const CLI::ParseError& error, const CLI::App& app, int argc, char** argv) {
    const auto chosen = app.get_subcommands();
    if (chosen.empty()) {
        std::vector<std::string> commands = option_names(app);
        for (const CLI::App* command : app.get_subcommands({}))
            commands.push_back(command->get_name());
        if (argc < 2) return "no command was given; try 'weft --help'";
        return fmt::format("unknown command '{}'{}; 'weft --help' lists the commands", argv[1],
                           weft::did_you_mean(argv[1], commands));
    }
    const CLI::App* innermost = chosen.front();
    std::string path = innermost->get_name();
    for (auto inner = innermost->get_subcommands(); !inner.empty();
         inner = innermost->get_subcommands()) {
        innermost = inner.front();
        path += " " + innermost->get_name();
    }
    const CLI::App& command = *innermost;
    std::string message = weft::single_line(error.what());
    if (std::vector<std::string> rest = command.remaining(); !rest.empty()) {
        // A flag that is not known leaves its value behind too: name the flag.
        std::string word = rest.front();
        for (const std::string& r : rest)
            if (r.starts_with("-")) word = r;
        message = fmt::format("'{}' was not expected{}", word,
                              weft::did_you_mean(word, option_names(command)));
    }
    return fmt::format("{}; see 'weft {} --help'", message, path);
}

/// Either what to do, or the exit code of a run that only had to print something.
Result<ExitCode> parse_and_run(int argc, char** argv) {
    CLI::App app{"Weft: node-graph visual effects, fused into a few kernels.", "weft"};
    app.set_version_flag("--version", std::string("weft ") + weft::kWeftVersion);
    app.footer(kFooter);
    app.require_subcommand(1);
    Action action;
    weft::add_render(app, action);
    weft::add_list(app, action);
    weft::add_info(app, action);
    weft::add_explain(app, action);
    weft::add_emit(app, action);
    weft::add_compile(app, action);
    weft::add_check(app, action);
    weft::add_bench(app, action);
    weft::add_export_ofx(app, action);
    weft::add_submit(app, action);
    weft::add_report(app, action);
    weft::add_trust(app, action);
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& wanted) {  // --help, --version
        app.exit(wanted);
        return ExitCode::kSuccess;
    } catch (const CLI::ParseError& error) {
        return Error{ErrorKind::kUsage, explain(error, app, argc, argv)};
    }
    return action();
}

Error unwritable_output() {
    return {ErrorKind::kOutput,
            "cannot write to standard output or standard error; is one closed, or its disk full?"};
}

/// Has all three streams be open, so that no file takes the number of one and gets its text. What
/// was closed takes nothing: to write to it stays an error. Errors go to nobody.
void open_streams() {
    for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (fcntl(fd, F_GETFD) < 0)
            static_cast<void>(open("/dev/null", fd == STDERR_FILENO ? O_WRONLY : O_RDONLY));
}

Result<ExitCode> guarded(int argc, char** argv) {
    try {
        return parse_and_run(argc, argv);
    } catch (const std::bad_alloc&) {
        return Error{ErrorKind::kMemory, "out of memory; free some, or use a smaller picture"};
    } catch (const std::exception& e) {
        if (std::ferror(stdout) != 0 || std::ferror(stderr) != 0) return unwritable_output();
        return Error{ErrorKind::kInternal,
                     fmt::format("{}; this is a bug of Weft, please report it", e.what())};
    }
}

}  // namespace

int main(int argc, char** argv) {
    open_streams();
    weft::install_signal_handlers();
    const Result<ExitCode> result = guarded(argc, argv);
    if (!result) return fail(result.error());
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) return fail(unwritable_output());
    return static_cast<int>(*result);
}
