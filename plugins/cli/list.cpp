// weft list: what there is to use.
#include <filesystem>
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "batch/effect_folders.h"
#include "cli/command.h"
#include "cli/command_session.h"
#include "cli/flags.h"
#include "cli/untrusted_text.h"
#include "effects/builtin.h"
#include "manual/example_picture.h"
#include "manual/manual.h"
#include "support/nearest.h"

namespace weft {
namespace {

struct ListOptions {
    std::string what;
    std::string effect;
    std::vector<std::string> functors;
    TrustOptions trust;
    bool markdown = false;
    std::string pictures, plate;  ///< a folder for examples, and the picture to make them of
};

const std::vector<std::string>& topics() {
    static const std::vector<std::string> names{"effects", "functors", "devices",
                                                "targets", "passes",   "parameters"};
    return names;
}

TextTable effects_table() {
    TextTable table{{"effect", "what it does"}, {}};
    for (const Effect& effect : builtin_effects())
        table.rows.push_back({effect.name, effect.summary});
    for (const SavedEffect& effect : saved_effects(effect_folders()))
        if (!find_effect(effect.name))
            table.rows.push_back(
                {effect.name, fmt::format("saved, version {}: {}", effect.version, effect.path)});
    return table;
}

TextTable functors_table(const Library& library) {
    TextTable table{{"functor", "what it does"}, {}};
    for (const std::string& name : library.names())
        table.rows.push_back({name, functor_summary(library, name)});
    return table;
}

/// GPUs are looked for only where devices alone were asked for: that takes time.
TextTable devices_table(bool look) {
    TextTable table{{"device", "what it is"}, {}};
    for (const BackendInfo& device : backends())
        table.rows.push_back(
            {device.name, look && device.found ? device.found({}) : device.description});
    return table;
}

TextTable targets_table() {
    TextTable table{{"target", "what it is", "capability", "SMs", "GB/s"}, {}};
    for (const GpuTarget& target : gpu_targets())
        table.rows.push_back(
            {target.name, target.description,
             fmt::format("{}.{}", target.capability.major, target.capability.minor),
             std::to_string(target.multiprocessors),
             fmt::format("{:.0f}", target.dram_bytes_per_second / 1e9)});
    return table;
}

TextTable passes_table() {
    TextTable table{{"device", "pass", "what it does"}, {}};
    for (const PassInfo& pass : pass_names())
        table.rows.push_back({"cpu", pass.name, pass.summary});
    for (const PassInfo& pass : gpu_pass_names())
        table.rows.push_back({"GPU", pass.name, pass.summary});
    return table;
}

void print(const ListOptions& options, const char* title, const TextTable& table) {
    if (options.markdown)
        fmt::print("## {}\n\n{}\n", title, to_markdown(table));
    else if (options.what.empty())
        fmt::print("{}:\n{}\n", title, to_text(table));
    else
        fmt::print("{}", to_text(table, 0));
}

/// Renders the example of a page, and shows it there by a path that holds wherever the page lies
/// beside the folder of the pictures.
Status add_example(Manual& manual, const Graph& graph, const Session& session,
                   const ListOptions& options, const Picture& plate) {
    const Result<Example> example = example_of(graph, session.library, *session.engine, plate);
    if (!example) return example.error();
    const std::filesystem::path folder = std::filesystem::path(options.pictures).lexically_normal();
    const std::string file = manual.name + ".png";
    const auto name = folder.has_filename() ? folder.filename() : folder.parent_path().filename();
    manual.example = (name / file).string();
    manual.example_setting = example->setting;
    return write_sheet(side_by_side(plate, example->picture), (folder / file).string());
}

/// The pages that the Markdown of effects and of functors goes on with.
Status print_manuals(const std::vector<std::string>& names, const Session& session,
                     const ListOptions& options, const std::optional<Picture>& plate) {
    for (const std::string& name : names) {
        const Result<Graph> graph = find_graph(name, session.library);
        if (!graph) return graph.error();
        Manual manual = manual_of(*graph, session.library, *session.engine);
        if (plate)
            if (Status s = add_example(manual, *graph, session, options, *plate); !s) return s;
        fmt::print("{}\n", to_markdown(manual));
    }
    return {};
}

/// Nothing where no examples are asked for.
Result<std::optional<Picture>> plate_of(const ListOptions& options) {
    if (options.pictures.empty() && options.plate.empty()) return std::optional<Picture>{};
    if (options.pictures.empty() || options.plate.empty() || !options.markdown)
        return Error{ErrorKind::kUsage,
                     "examples need --markdown, a folder to put them in (--pictures DIR) and a "
                     "picture to make them of (--plate FILE)"};
    std::error_code failed;
    std::filesystem::create_directories(options.pictures, failed);
    if (failed)
        return Error{ErrorKind::kOutput, fmt::format("cannot create the folder '{}': {}",
                                                     options.pictures, failed.message())};
    Result<Picture> plate = read_plate(options.plate);
    if (!plate) return plate.error();
    return std::optional<Picture>(*std::move(plate));
}

std::vector<std::string> effect_names() {
    std::vector<std::string> names;
    for (const Effect& effect : builtin_effects()) names.push_back(effect.name);
    return names;
}

Result<ExitCode> list(const ListOptions& options) {
    bool known = options.what.empty();
    for (const std::string& topic : topics()) known = known || topic == options.what;
    if (!known)
        return Error{ErrorKind::kUsage,
                     fmt::format("unknown list '{}'{}; there are effects, functors, devices, "
                                 "targets, passes and parameters EFFECT",
                                 options.what, did_you_mean(options.what, topics()))};
    if ((options.what == "parameters") == options.effect.empty())
        return Error{ErrorKind::kUsage,
                     options.effect.empty()
                         ? std::string("'weft list parameters' needs an effect; name one of "
                                       "'weft list effects'")
                         : fmt::format("'{}' is one word too many; only 'weft list parameters' "
                                       "takes an effect",
                                       options.effect)};
    const auto plate = plate_of(options);
    if (!plate) return plate.error();
    Result<Session> session = open_library(options.functors, {});
    if (!session) return session.error();
    if (options.what == "parameters") {
        Result<Graph> graph = open_graph(options.effect, *session, options.trust);
        if (!graph) return told(graph.error(), options.effect, options.trust);
        if (!graph->controls.empty())
            print(options, "Controls", control_table(*graph, session->library));
        print(options, "Parameters", parameter_table(*graph, session->library));
        return ExitCode::kSuccess;
    }
    const auto wanted = [&](const char* topic) {
        return options.what.empty() || options.what == topic;
    };
    const auto manuals = [&](const std::vector<std::string>& names) {
        return options.markdown ? print_manuals(names, *session, options, *plate) : Status();
    };
    if (wanted("effects")) {
        print(options, "Effects", effects_table());
        if (Status s = manuals(effect_names()); !s) return s.error();
    }
    if (wanted("functors")) {
        print(options, "Functors", functors_table(session->library));
        if (Status s = manuals(session->library.names()); !s) return s.error();
    }
    if (wanted("devices")) print(options, "Devices", devices_table(options.what == "devices"));
    if (wanted("targets")) print(options, "GPUs to plan for", targets_table());
    if (wanted("passes")) print(options, "Passes", passes_table());
    return ExitCode::kSuccess;
}

}  // namespace

void add_list(CLI::App& app, Action& action) {
    auto options = std::make_shared<ListOptions>();
    CLI::App* command = app.add_subcommand("list", "Show effects, functors, devices, passes");
    command->add_option("WHAT", options->what,
                        "effects, functors, devices, targets, passes, or parameters EFFECT; all if "
                        "absent");
    command->add_option("EFFECT", options->effect, "Whose parameters");
    command->add_flag("--markdown", options->markdown,
                      "Print Markdown: tables, and a manual page for every effect and functor");
    command
        ->add_option("--pictures", options->pictures,
                     "Also render an example of each into this folder, and show it in its page")
        ->type_name("DIR");
    command->add_option("--plate", options->plate, "The picture that examples are made of")
        ->type_name("FILE");
    command->add_option("--functors", options->functors, "Also list the functors of a C++ header")
        ->type_name("FILE.h")
        ->expected(1)
        ->take_all()
        ->allow_extra_args(false);
    add_trust_flags(*command, options->trust);
    command->footer(
        "Examples:\n  weft list\n  weft list devices\n  weft list parameters degrain\n"
        "  weft list functors --markdown --pictures pictures --plate plate.exr > functors.md");
    command->callback([options, &action] { action = [options] { return list(*options); }; });
}

}  // namespace weft
