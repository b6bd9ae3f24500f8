// Names to paths: the command's first, then the document's.
#include "cli/render_paths.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "batch/frame_task.h"
#include "graph/choose_inputs.h"
#include "support/refusal.h"

namespace weft {
namespace {

template <class List>
std::vector<std::string> names_in(const List& list) {
    std::vector<std::string> names;
    for (const auto& item : list) names.push_back(item.name);
    return names;
}

/// The file that the document names for `name`; null where it names none.
template <class Files>
const typename Files::mapped_type* file_of(const Files& files, const std::string& name) {
    const auto at = files.find(name);
    return at == files.end() ? nullptr : &at->second;
}

Result<std::vector<ReadFile>> find_inputs(const RenderOptions& options, Session& session) {
    const std::vector<std::string> names = input_names(session.graph);
    const std::size_t required = session.graph.inputs.size();
    // What the document does not name has to be given.
    const std::size_t least = session.files.reads.empty() ? required : 0;
    const auto any = match_names(options.inputs, names, least, session.graph.name, "-i");
    if (!any) return any.error();
    std::vector<ReadFile> files;
    std::vector<std::string> given;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const ReadFile* const own = file_of(session.files.reads, names[i]);
        const std::optional<std::string>& path = (*any)[i];
        if (!path && !own) {
            if (i >= required) continue;
            // The error that tells what all has to be given.
            return match_names(options.inputs, names, required, session.graph.name, "-i").error();
        }
        files.push_back(path ? ReadFile{*path} : *own);
        if (i >= required) given.push_back(names[i]);
    }
    Result<Graph> graph = with_inputs(session.graph, session.library, given);
    if (!graph) return graph.error();
    session.graph = *std::move(graph);
    return files;
}

/// The Writes, where no path was given; what else there is becomes no output.
Result<std::vector<std::string>> find_writes(const RenderOptions& options, Session& session,
                                             std::vector<std::string>& notes) {
    const std::vector<std::string> all = names_in(session.graph.outputs);
    std::vector<std::string> paths, without;
    std::vector<GraphOutput> writes;
    for (const GraphOutput& output : session.graph.outputs) {
        const std::string* const path = file_of(session.files.writes, output.name);
        if (!path) {
            without.push_back(output.name);
            continue;
        }
        paths.push_back(*path);
        writes.push_back(output);
    }
    if (paths.empty() || (!options.choice.outputs.empty() && !without.empty()))
        return usage_error(fmt::format(
            "nothing says where to write {} of {}: give {} a path with --output, or a \"file\" in "
            "the "
            "document",
            fmt::join(without, ", "), session.graph.name, without.size() == 1 ? "it" : "each"));
    for (const std::string& name : without)
        notes.push_back(
            fmt::format("{} is not written: it has no file in the document, and no -o", name));
    session.graph.outputs = std::move(writes);
    return paths;
}

Result<std::vector<std::string>> find_outputs(const RenderOptions& options, Session& session,
                                              std::vector<std::string>& notes) {
    if (options.outputs.empty()) return find_writes(options, session, notes);
    const std::vector<std::string> names = names_in(session.graph.outputs);
    auto any = match_names(options.outputs, names, 0, session.graph.name, "-o");
    if (!any) return any.error();
    std::vector<std::string> paths;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const std::string* const own = file_of(session.files.writes, names[i]);
        if (!(*any)[i] && !own)
            return in_order(options.outputs, names, session.graph.name, "-o").error();
        paths.push_back((*any)[i] ? *(*any)[i] : *own);
    }
    return paths;
}

}  // namespace

Result<RenderPaths> find_paths(const RenderOptions& options, Session& session) {
    RenderPaths paths;
    Result<std::vector<ReadFile>> inputs = find_inputs(options, session);
    if (!inputs) return inputs.error();
    paths.inputs = *std::move(inputs);
    Result<std::vector<std::string>> outputs = find_outputs(options, session, paths.notes);
    if (!outputs) return outputs.error();
    paths.outputs = *std::move(outputs);
    return paths;
}

}  // namespace weft
