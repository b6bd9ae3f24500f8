#include "frontend/includes.h"

#include <fmt/format.h>

#include <filesystem>

namespace weft {
namespace {

namespace fs = std::filesystem;

/// The folder of Weft's headers; empty: no path leads there.
fs::path wefts_folder(const std::vector<std::string>& include_paths) {
    std::error_code ignored;
    for (const std::string& path : include_paths)
        if (fs::exists(fs::path(path) / "core/functor.h", ignored))
            return fs::weakly_canonical(path, ignored);
    return {};
}

bool lies_in(const fs::path& file, const fs::path& folder) {
    const fs::path way = file.lexically_relative(folder);
    return !way.empty() && *way.begin() != "..";
}

/// The name in the quotes or brackets that begin there; empty where a macro has it.
std::string included_name(const clang::SourceManager& sources, clang::SourceLocation place) {
    bool invalid = false;
    const char* const text = sources.getCharacterData(place, &invalid);
    if (invalid || (*text != '"' && *text != '<')) return {};
    const char close = *text == '<' ? '>' : '"';
    std::string name;
    for (const char* c = text + 1; *c != close && *c != '\n' && *c != '\0'; ++c) name += *c;
    return name;
}

/// Whether Weft has a header of that name, or where the name is not known of the end of that path.
bool weft_has(const fs::path& wefts, const std::string& name, const fs::path& file) {
    std::error_code ignored;
    const auto has = [&](const fs::path& header) {
        return lies_in((wefts / header).lexically_normal(), wefts) &&
               fs::exists(wefts / header, ignored);
    };
    if (!name.empty()) return has(name);
    fs::path end;
    for (auto part = file.end(); part != file.begin();) {
        end = end.empty() ? *--part : *--part / end;
        if (has(end)) return true;
    }
    return false;
}

}  // namespace

void check_includes(const IncludeRules& rules, Reporter& reporter) {
    const clang::SourceManager& sources = reporter.sources();
    const fs::path wefts = wefts_folder(rules.include_paths);
    for (unsigned i = 0; i < sources.local_sloc_entry_size(); ++i) {
        const clang::SrcMgr::SLocEntry& entry = sources.getLocalSLocEntry(i);
        if (!entry.isFile() || entry.getFile().getIncludeLoc().isInvalid()) continue;
        const clang::SourceLocation place = entry.getFile().getIncludeLoc();
        if (clang::SrcMgr::isSystem(entry.getFile().getFileCharacteristic())) continue;
        std::error_code ignored;
        const fs::path file = fs::weakly_canonical(entry.getFile().getName().str(), ignored);
        if (file.empty() || lies_in(file, wefts)) continue;
        const std::string name = included_name(sources, place);
        if (weft_has(wefts, name, file))
            reporter.refuse(place,
                            fmt::format("'{}' stands beside this header under the name of one of "
                                        "Weft's own, and would be read instead",
                                        file.string()),
                            "give it another name, or move it elsewhere");
        else if (rules.of_document)
            reporter.refuse(place,
                            fmt::format("a header that a document brings includes '{}', a file of "
                                        "this machine; it may include Weft's headers and the "
                                        "system's, nothing else",
                                        name.empty() ? file.string() : name),
                            "put what is needed of it into the header");
    }
}

}  // namespace weft
