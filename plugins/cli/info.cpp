// weft info: one effect, functor, document or picture in detail.
#include <algorithm>
#include <filesystem>
#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include "cli/command.h"
#include "cli/command_session.h"
#include "cli/flags.h"
#include "cli/parse_values.h"
#include "cli/quiet_stderr.h"
#include "cli/untrusted_text.h"
#include "effects/builtin.h"
#include "graph/document.h"
#include "manual/manual.h"
#include "pictures/colour_path.h"
#include "pictures/file_kind.h"
#include "pictures/picture_file.h"

namespace weft {
namespace {

struct InfoOptions {
    std::string subject;
    std::vector<std::string> functors;
    bool metadata = false, document = false;
    TrustOptions trust;
};

std::string to_text(const Rect& r) {
    return fmt::format("{}x{}{:+d}{:+d}", r.width(), r.height(), r.x0, r.y0);
}

/// Parts and layers, where there are several.
void print_layers(const PictureInfo& info) {
    if (info.parts.size() == 1) {
        const std::vector<std::string> layers = layers_of(info.parts.front());
        if (layers.size() > 1) fmt::print("  layers          {}\n", fmt::join(layers, ", "));
        return;
    }
    for (std::size_t i = 0; i < info.parts.size(); ++i)
        fmt::print(
            "  part {:<10} {}{}{}\n", i,
            info.parts[i].name.empty() ? "" : fmt::format("'{}', ", info.parts[i].name),
            fmt::join(layers_of(info.parts[i]), ", "),
            static_cast<int>(i) == info.part ? " (used unless --part or --layer says other)" : "");
}

/// Of the part that is read, the channels that an effect is not given.
void print_others(const PictureInfo& info) {
    const PartInfo& part = info.parts[static_cast<std::size_t>(info.part)];
    std::vector<std::string> others;
    for (std::size_t c = 0; c < part.channels.size(); ++c) {
        const std::vector<int>& read = info.part_channels;
        if (std::find(read.begin(), read.end(), static_cast<int>(c)) != read.end()) continue;
        others.push_back(part.types.empty()
                             ? part.channels[c]
                             : fmt::format("{} {}", part.channels[c], part.types[c]));
    }
    if (!others.empty())
        fmt::print("  kept beside     {} ({})\n", others.size(), fmt::join(others, ", "));
}

void print(const PictureInfo& info, bool metadata) {
    fmt::print("{}: {} picture\n", info.path, info.file_kind);
    fmt::print("  size            {}x{}\n", info.data_window.width(), info.data_window.height());
    fmt::print("  data window     {}\n", to_text(info.data_window));
    fmt::print("  display window  {}\n", to_text(info.display_window));
    fmt::print("  channels        {} ({})\n", info.channels.size(), fmt::join(info.channels, ", "));
    fmt::print("  samples         {}, computed from as {}\n", info.stored_format,
               name_of(info.samples()));
    if (info.colour.by != ColourBy::kRaw)
        fmt::print("  colour          {}{}\n", to_text(info.colour),
                   info.colour.working.empty() ? "" : "; computed in " + info.colour.working);
    if (info.unassociated_alpha)
        fmt::print("  alpha           colours are multiplied by it as they are read\n");
    if (info.orientation > 1)
        fmt::print("  orientation     {} in the file; read upright, as all here is said\n",
                   info.orientation);
    for (const std::string& remark : info.remarks) fmt::print("  remark          {}\n", remark);
    print_others(info);
    print_layers(info);
    if (!metadata || info.metadata == nullptr) return;
    TextTable table{{"name", "value"}, {}};
    for (auto& [name, value] : info.metadata->entries()) table.rows.push_back({name, value});
    fmt::print("  metadata\n{}", weft::to_text(table, 4));
}

void print(const std::string& subject, const Graph& graph, const Session& session) {
    fmt::print("{}", to_text(manual_of(graph, session.library, *session.engine)));
    if (graph.nodes.size() < 2) return;
    if (!graph.controls.empty())
        fmt::print("\n  and the parameters of every node: weft list parameters {}\n", subject);
    fmt::print("\nGraph, intermediates {}:\n{}\n", intermediates_name(graph.intermediates),
               to_string(graph));
}

/// The pictures that the document reads and writes by itself.
void print(const DocumentFiles& files) {
    TextTable table{{"", "picture", "file", ""}, {}};
    for (const auto& [name, file] : files.reads) {
        std::string more = file.part.empty() ? "" : "part " + file.part;
        if (!file.layer.empty()) more += (more.empty() ? "layer " : ", layer ") + file.layer;
        if (file.missing == MissingFrames::kNearest)
            more += std::string(more.empty() ? "" : ", ") + "nearest of missing frames";
        table.rows.push_back({"read", name, single_line(file.path), single_line(more)});
    }
    for (const auto& [name, path] : files.writes)
        table.rows.push_back({"write", name, single_line(path), ""});
    if (!table.rows.empty()) fmt::print("\nFiles:\n{}", weft::to_text(table, 4));
}

Result<ExitCode> info(const InfoOptions& options) {
    Result<Session> session = open_library(options.functors, {});
    if (!session) return session.error();
    std::error_code ignored;
    const bool looks_like_a_path = is_colour_path(options.subject) ||
                                   options.subject.find_first_of("./") != std::string::npos ||
                                   std::filesystem::exists(options.subject, ignored);
    if (names_an_effect(options.subject, session->library) || !looks_like_a_path) {
        Result<Graph> graph = open_graph(options.subject, *session, options.trust);
        if (!graph) {
            const Error error = told(graph.error(), options.subject, options.trust);
            if (error.kind == ErrorKind::kTrust) return ExitCode::kSuccess;  // told all there is
            return error;
        }
        if (options.document)
            fmt::print("{}", to_document(*graph, session->library));
        else
            print(options.subject, *graph, *session);
        if (!options.document) print(session->files);
        if (!options.document && session->format)
            fmt::print("\nFormat: {}\n", to_text(*session->format));
        return ExitCode::kSuccess;
    }
    if (options.document)
        return Error{ErrorKind::kUsage,
                     fmt::format("--document is for effects, and '{}' is a picture; leave it out",
                                 options.subject)};
    Result<PictureIO*> pictures = picture_io();
    if (!pictures) return pictures.error();
    Result<PictureInfo> picture = [&] {
        const QuietStderr quiet;
        return (*pictures)->info(options.subject, {{}, {}, kAutoColour});
    }();
    if (!picture) return picture.error();
    print(*picture, options.metadata);
    return ExitCode::kSuccess;
}

}  // namespace

void add_info(CLI::App& app, Action& action) {
    auto options = std::make_shared<InfoOptions>();
    CLI::App* command = app.add_subcommand("info", "Describe an effect or a picture");
    command
        ->add_option("SUBJECT", options->subject,
                     "A built-in effect, a functor, a .weft document, or a picture")
        ->required();
    command->add_flag("--metadata", options->metadata, "Also print a picture's metadata");
    command->add_flag(
        "--document", options->document,
        "Print the effect as a .weft document instead, to be changed and used as one");
    command->add_option("--functors", options->functors, "Load the functors of a C++ header")
        ->type_name("FILE.h")
        ->expected(1)
        ->take_all()
        ->allow_extra_args(false);
    add_trust_flags(*command, options->trust);
    command->footer(
        "Of a picture, \"channels\" are those that an effect computes on, unless --layer or --part "
        "of weft render says other; an .exr keeps the others beside the result. docs/pictures.md "
        "has more.\n\nExamples:\n  weft info degrain\n  weft info plate.exr --metadata\n"
        "  weft info night --document > my-night.weft");
    command->callback([options, &action] { action = [options] { return info(*options); }; });
}

}  // namespace weft
