// weft export-ofx: effects as an OpenFX bundle with their kernels, for machines without a compiler.
#include <algorithm>
#include <filesystem>
#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "cli/command.h"
#include "cli/command_session.h"
#include "cli/interrupt.h"
#include "effects/builtin.h"
#include "openfx/catalogue.h"
#include "openfx/documents.h"
#include "openfx/export_bundle.h"
#include "openfx/plugin_of.h"
#include "support/nearest.h"

namespace weft {
namespace {

using openfx::PluginDescription;

struct ExportOptions {
    std::vector<std::string> effects;
    std::string path;
    std::vector<std::string> processors{"x86-64-v3", "x86-64-v4"};
};

Result<PluginDescription> own_plugin(const std::string& name, const Library& library) {
    std::vector<std::string> known;
    for (const PluginDescription& plugin : openfx::catalogue(library)) {
        const bool is_functor = plugin.graph.name == name;
        known.push_back(plugin.identifier.substr(std::string("weft.").size()));
        if (known.back() == name || is_functor) return plugin;
    }
    return Error{ErrorKind::kUsage,
                 fmt::format("no plug-in is called '{}'{}; those of Weft.ofx.bundle can be "
                             "exported, and documents (*.weft)",
                             name, did_you_mean(name, known))};
}

Result<PluginDescription> plugin_named(const std::string& name, const Library& library) {
    if (!name.ends_with(".weft")) return own_plugin(name, library);
    const Result<Graph> graph = find_graph(name, library);
    if (!graph) return graph.error();
    const std::string stem = std::filesystem::path(name).stem().string();
    const std::string identifier = openfx::identifier_of(stem);
    auto plugin = openfx::plugin_of(*graph, openfx::kDocumentPrefix + identifier,
                                    openfx::title_of(stem), graph->summary, library);
    if (plugin && !identifier.empty()) return *std::move(plugin);
    return Error{ErrorKind::kDocument,
                 fmt::format("'{}' is no plug-in: that has a name, and one output of 1, 3 or 4 "
                             "planes, and takes pictures of as many",
                             name)};
}

std::vector<ProcessorLevel> levels_named(const std::vector<std::string>& names) {
    std::vector<ProcessorLevel> levels;
    for (const ProcessorLevel& level : processor_levels())
        if (std::find(names.begin(), names.end(), level.name) != names.end())
            levels.push_back(level);
    return levels;
}

std::string player_folder() {
    std::error_code error;
    const auto program = std::filesystem::read_symlink("/proc/self/exe", error);
    return (program.parent_path() / "../lib/weft/ahead").lexically_normal().string();
}

Result<ExitCode> export_ofx(const ExportOptions& options) {
    const Library library = builtin_library();
    openfx::ExportRequest request;
    request.path = options.path;
    request.levels = levels_named(options.processors);
    request.player = player_folder();
    request.cancel = &interrupt_flag();
    for (const std::string& name : options.effects) {
        Result<PluginDescription> plugin = plugin_named(name, library);
        if (!plugin) return plugin.error();
        request.plugins.push_back(*std::move(plugin));
    }
    const auto done = openfx::export_bundle(request, library);
    if (!done) return done.error();
    fmt::print("{}: {} plug-in{}, {} kernels, {:.1f} MB\n", options.path, request.plugins.size(),
               request.plugins.size() == 1 ? "" : "s", done->kernels,
               static_cast<double>(done->bytes) / 1e6);
    for (const std::string& fixed : done->fixed)
        fmt::print("{}: as it is now; other values have no kernels there\n", fixed);
    return ExitCode::kSuccess;
}

}  // namespace

void add_export_ofx(CLI::App& app, Action& action) {
    auto options = std::make_shared<ExportOptions>();
    CLI::App* command = app.add_subcommand(
        "export-ofx", "Write effects as an OpenFX bundle that needs no compiler");
    command
        ->add_option("effects", options->effects,
                     "Effects and functors of Weft.ofx.bundle, or documents (*.weft)")
        ->required()
        ->type_name("EFFECT");
    command->add_option("-o,--output", options->path, "The bundle, NAME.ofx.bundle")
        ->required()
        ->type_name("PATH");
    std::vector<std::string> known;
    for (const ProcessorLevel& level : processor_levels()) known.emplace_back(level.name);
    command
        ->add_option("--cpu", options->processors,
                     "Processors to compile for; the best that a machine is counts there")
        ->delimiter(',')
        ->type_name("LEVELS")
        ->check(CLI::IsMember(known))
        ->capture_default_str();
    command->footer(
        "Radii and the like work as far as sliders reach, at any size of picture and in "
        "proxies.\n\n"
        "Example:\n  weft export-ofx degrain -o Degrain.ofx.bundle");
    command->callback([options, &action] { action = [options] { return export_ofx(*options); }; });
}

}  // namespace weft
