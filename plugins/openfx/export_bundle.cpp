#include "openfx/export_bundle.h"

#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/in_parallel.h"
#include "graph/document.h"
#include "openfx/documents.h"
#include "openfx/export_forms.h"
#include "openfx/export_layout.h"
#include "openfx/reach.h"
#include "support/cores.h"

namespace weft::openfx {
namespace {

namespace fs = std::filesystem;

constexpr const char* kBundleEnding = ".ofx.bundle";

Error unwritable(const std::string& path, const std::string& why) {
    return {ErrorKind::kOutput, fmt::format("cannot write '{}': {}", path, why)};
}

/// A folder that is gone again unless it was kept.
class Draft {
  public:
    explicit Draft(std::string path) : path_(std::move(path)) {}
    ~Draft() {
        std::error_code ignored;
        if (!path_.empty()) fs::remove_all(path_, ignored);
    }
    Draft(const Draft&) = delete;
    Draft& operator=(const Draft&) = delete;

    const std::string& path() const { return path_; }
    Status keep_as(const std::string& path) {
        std::error_code error;
        fs::rename(path_, path, error);
        if (error) return unwritable(path, error.message());
        path_.clear();
        return {};
    }

  private:
    std::string path_;
};

Status check(const ExportRequest& request) {
    const std::string name = fs::path(request.path).filename().string();
    if (!name.ends_with(kBundleEnding) || name.size() == std::string(kBundleEnding).size())
        return Error{ErrorKind::kUsage,
                     fmt::format("hosts would not find '{}': end its name with {}", request.path,
                                 kBundleEnding)};
    std::error_code error;
    if (fs::exists(request.path, error))
        return Error{
            ErrorKind::kOutput,
            fmt::format("'{}' is there already; remove it, or name another", request.path)};
    if (!fs::is_regular_file(request.player + "/Contents/Linux-x86-64/Weft.ofx", error))
        return Error{ErrorKind::kInternal,
                     fmt::format("'{}' is not there, which runs exported effects; install Weft "
                                 "again",
                                 request.player)};
    for (const PluginDescription& plugin : request.plugins)
        if (is_animated(plugin.graph))
            return Error{ErrorKind::kDocument,
                         fmt::format("{} has keyframes, whose radii the bundle could not know; set "
                                     "plain values, and keyframes in the host",
                                     plugin.label)};
    return {};
}

Status copy_player(const ExportRequest& request, const std::string& draft) {
    std::error_code error;
    fs::copy(request.player, draft, fs::copy_options::recursive, error);
    const std::string code = draft + "/Contents/Linux-x86-64/";
    std::string name = fs::path(request.path).filename().string();
    name.resize(name.size() - std::string(kBundleEnding).size());
    if (!error) fs::rename(code + "Weft.ofx", code + name + ".ofx", error);
    if (error) return unwritable(draft, error.message());
    return {};
}

Status write_file(const std::string& path, const std::string& text) {
    std::ofstream stream(path, std::ios::binary);
    stream << text;
    if (!stream.flush()) return unwritable(path, "is its disk full?");
    return {};
}

/// The documents, read again as the bundle will: what is compiled is what will be asked for.
Result<std::vector<PluginDescription>> write_documents(const ExportRequest& request,
                                                       const std::string& resources,
                                                       const Library& library) {
    std::error_code error;
    fs::create_directories(resources, error);
    if (error) return unwritable(resources, error.message());
    for (const PluginDescription& plugin : request.plugins) {
        Graph graph = plugin.graph;
        graph.name = plugin.label;
        const std::string path = resources + "/" + plugin.identifier + ".weft";
        if (Status s = write_file(path, to_document(graph, library)); !s) return s.error();
    }
    std::string levels;
    for (const ProcessorLevel& level : request.levels) levels += std::string(level.name) + "\n";
    if (Status s = write_file(resources + "/" + kLevelsFile, levels); !s) return s.error();
    Documents documents = find_documents({resources}, {}, library, nullptr);
    if (!documents.refused.empty()) return Error{ErrorKind::kDocument, documents.refused.front()};
    for (PluginDescription& plugin : documents.plugins)
        plugin.reaches = reaches_of(plugin, library);
    return std::move(documents.plugins);
}

Status compile(const std::vector<HostSource>& sources, HostCompiler& compiler,
               const std::atomic<bool>* cancel) {
    return in_parallel(
        sources.size(), available_cores(),
        [&](std::size_t i) -> Status {
            const auto object = compiler.compile(sources[i]);
            if (!object) return object.error();
            return {};
        },
        cancel);
}

std::size_t bytes_in(const std::string& folder) {
    std::size_t bytes = 0;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        if (entry.is_regular_file()) bytes += entry.file_size();
    return bytes;
}

}  // namespace

Result<Exported> export_bundle(const ExportRequest& request, const Library& library) {
    if (Status s = check(request); !s) return s.error();
    Draft draft(request.path + ".draft");
    if (Status s = copy_player(request, draft.path()); !s) return s.error();
    const std::string resources = draft.path() + "/Contents/Resources";
    const auto plugins = write_documents(request, resources, library);
    if (!plugins) return plugins.error();
    CompilerOptions options = request.compiler;
    options.cache_dir = resources + "/" + kKernelFolder;
    options.use_cache = true;
    options.for_store = true;
    options.cache_limit_bytes = std::size_t{1} << 40;
    const std::unique_ptr<HostCompiler> compiler = make_host_compiler(options);
    Exported done;
    for (const PluginDescription& plugin : *plugins) {
        for (const ProcessorLevel& level : request.levels) {
            const auto sources = sources_of(plugin, library, level);
            if (!sources) return sources.error();
            if (Status s = compile(*sources, *compiler, request.cancel); !s) return s.error();
        }
        const std::vector<std::string> fixed = fixed_parameters(plugin, library);
        if (!fixed.empty())
            done.fixed.push_back(fmt::format("{}: {}", plugin.identifier, fmt::join(fixed, ", ")));
    }
    const CompileStatistics statistics = compiler->statistics();
    if (!statistics.notes.empty()) return unwritable(options.cache_dir, statistics.notes.front());
    done.kernels = statistics.compiled;
    done.bytes = bytes_in(draft.path());
    if (Status s = draft.keep_as(request.path); !s) return s.error();
    return done;
}

}  // namespace weft::openfx
