#include "openfx/documents.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "engine/load_functors.h"
#include "engine/trust.h"
#include "graph/document.h"
#include "graph/document_functors.h"
#include "openfx/plugin_of.h"

namespace weft::openfx {
namespace {

constexpr const char* kDocumentEnding = ".weft";
/// No document is longer; what is, somebody gave that ending for other reasons.
constexpr std::uintmax_t kMaxBytes = 16u << 20;

std::vector<std::filesystem::path> documents_in(const std::string& folder) {
    std::vector<std::filesystem::path> paths;
    std::error_code error;
    for (std::filesystem::directory_iterator at(folder, error), end; !error && at != end;
         at.increment(error))
        if (at->path().extension() == kDocumentEnding) paths.push_back(at->path());
    std::sort(paths.begin(), paths.end());
    return paths;
}

Result<std::string> text_of(const std::filesystem::path& path) {
    const auto refused = [](const char* why) { return Error{ErrorKind::kDocument, why}; };
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error))
        return refused("it is no file; remove it, or rename it");
    if (const auto size = std::filesystem::file_size(path, error); error || size > kMaxBytes)
        return refused("it is larger than 16 MiB, which no document is");
    std::ifstream stream(path, std::ios::binary);
    std::string text((std::istreambuf_iterator<char>(stream)), {});
    if (!stream) return refused("it cannot be read; check its permissions");
    return text;
}

/// `library` with the functors that the document brings; null where it brings none.
Result<std::shared_ptr<const Library>> library_for(const std::string& text, const Library& library,
                                                   HostCompiler* compiler) {
    const Result<FunctorTexts> functors = functors_of_document(text);
    if (!functors) return functors.error();
    if (functors->empty()) return std::shared_ptr<const Library>();
    if (compiler == nullptr)
        return Error{ErrorKind::kDocument,
                     "it brings functors of its own, which exported bundles do not; put it where "
                     "Weft.ofx.bundle looks for documents"};
    const Result<TrustedFunctors> trusted = Trust().check(*functors);
    if (!trusted)
        return Error{trusted.error().kind, trusted.error().message +
                                               "; run 'weft trust' and 'weft info' on it, and "
                                               "start the application again"};
    const auto own = std::make_shared<Library>(library);
    const Status loaded = load_all_functors(*trusted, *compiler, *own);
    if (!loaded)
        return Error{
            ErrorKind::kDocument,
            loaded.error().message + "; run 'weft info' on it, and start the application again"};
    return std::shared_ptr<const Library>(own);
}

Result<PluginDescription> plugin_at(const std::filesystem::path& path, const std::string& prefix,
                                    const Library& wefts, HostCompiler* functors) {
    const std::string name = path.stem().string(), identifier = identifier_of(name);
    if (identifier.empty())
        return Error{ErrorKind::kDocument, "its name has no letter or digit; rename it"};
    const Result<std::string> text = text_of(path);
    if (!text) return text.error();
    const auto own = library_for(*text, wefts, functors);
    if (!own) return own.error();
    const Library& library = *own != nullptr ? **own : wefts;
    const Result<Graph> graph = from_document(*text, library);
    if (!graph) return graph.error();
    auto plugin = plugin_of(*graph, prefix + identifier, title_of(name), graph->summary, library);
    if (!plugin)
        return Error{ErrorKind::kDocument,
                     "a plug-in has one output of 1, 3 or 4 planes, and takes pictures of as many; "
                     "'weft info' shows what this effect has"};
    plugin->library = *own;
    return *std::move(plugin);
}

}  // namespace

Documents find_documents(const std::vector<std::string>& folders, const std::string& prefix,
                         const Library& library, HostCompiler* functors) {
    Documents found;
    std::set<std::string> identifiers;
    for (const std::string& folder : folders)
        for (const std::filesystem::path& path : documents_in(folder)) {
            Result<PluginDescription> plugin = plugin_at(path, prefix, library, functors);
            if (plugin && !identifiers.insert(plugin->identifier).second)
                plugin = Error{ErrorKind::kDocument,
                               "another document is " + plugin->identifier + " already; rename it"};
            if (plugin)
                found.plugins.push_back(*std::move(plugin));
            else
                found.refused.push_back(path.string() + ": " + plugin.error().message);
        }
    return found;
}

std::string identifier_of(const std::string& file) {
    constexpr char kDigits[] = "0123456789abcdef";
    std::string identifier;
    bool joined = true;
    for (const char c : file) {
        const auto byte = static_cast<unsigned char>(c);
        const bool capital = c >= 'A' && c <= 'Z';
        const bool kept = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.';
        if (capital)
            identifier += static_cast<char>(c - 'A' + 'a');
        else if (kept)
            identifier += c;
        else if (byte >= 0x80)
            identifier += {kDigits[byte >> 4], kDigits[byte & 15]};
        else if (!joined)
            identifier += '-';
        joined = !capital && !kept && byte < 0x80;
    }
    if (!identifier.empty() && identifier.back() == '-') identifier.pop_back();
    return identifier;
}

}  // namespace weft::openfx
