// Reading the source tree: files, include lines, and the libraries that CMake files declare.
#include "source_tree.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

namespace weft::conformance {
namespace fs = std::filesystem;
namespace {

const fs::path& root() {
    static const fs::path path = fs::path(WEFT_SOURCE_DIR).lexically_normal();
    return path;
}

bool ends_with(const std::string& text, const std::string& ending) {
    return text.size() >= ending.size() &&
           text.compare(text.size() - ending.size(), ending.size(), ending) == 0;
}

SourceFile read(const fs::path& path) {
    SourceFile file{path.lexically_relative(root()).generic_string(), {}};
    std::ifstream in(path);
    for (std::string line; std::getline(in, line);) file.lines.push_back(line);
    return file;
}

}  // namespace

bool SourceFile::is_header() const { return ends_with(path, ".h"); }

std::vector<Include> SourceFile::includes() const { return find_includes(lines); }

std::vector<Include> find_includes(const std::vector<std::string>& lines) {
    static const std::regex include(R"(^\s*#\s*include\s*(?:"([^"]+)\"|<([^>]+)>).*)");
    static const std::regex raw_start(R"re(R"([A-Za-z_]*)\()re");
    std::vector<Include> found;
    bool in_comment = false;
    std::string raw_end;  // what closes the raw string that a line is in; empty outside one
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::string& line = lines[i];
        std::smatch match;
        if (!raw_end.empty()) {
            if (line.find(raw_end) != std::string::npos) raw_end.clear();
            continue;
        }
        if (in_comment) {
            in_comment = line.find("*/") == std::string::npos;
            continue;
        }
        if (std::regex_match(line, match, include)) {
            const bool quoted = match[1].matched;
            found.push_back({static_cast<int>(i) + 1, match[quoted ? 1 : 2], quoted});
            continue;
        }
        const std::string code = line.substr(0, line.find("//"));
        const std::size_t comment = code.rfind("/*");
        in_comment = comment != std::string::npos && code.find("*/", comment) == std::string::npos;
        if (std::regex_search(code, match, raw_start)) {
            const std::string end = ")" + match[1].str() + "\"";
            if (match.suffix().str().find(end) == std::string::npos) raw_end = end;
        }
    }
    return found;
}

std::vector<SourceFile> read_sources(const std::string& folder,
                                     const std::vector<std::string>& endings) {
    std::vector<SourceFile> files;
    const fs::path base = root() / folder;
    if (!fs::exists(base)) return files;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(base)) {
        const std::string name = entry.path().filename().string();
        const bool wanted = std::any_of(endings.begin(), endings.end(),
                                        [&](const std::string& e) { return ends_with(name, e); });
        if (entry.is_regular_file() && wanted) files.push_back(read(entry.path()));
    }
    std::sort(files.begin(), files.end(),
              [](const SourceFile& a, const SourceFile& b) { return a.path < b.path; });
    return files;
}

const std::vector<SourceFile>& product_sources() {
    static const std::vector<SourceFile> files = [] {
        std::vector<SourceFile> all;
        for (const char* folder : {"framework", "functors", "translator", "editor", "plugins"})
            for (SourceFile& file : read_sources(folder, {".h", ".cpp", ".c", ".cu", ".inc"}))
                all.push_back(std::move(file));
        return all;
    }();
    return files;
}

std::optional<std::string> resolve(const std::string& file, const std::string& target) {
    std::vector<fs::path> places{(root() / file).parent_path()};
    for (const char* folder : {"framework", "functors", "translator", "editor", "plugins", "tests"})
        places.push_back(root() / folder);
    for (const fs::path& place : places) {
        const fs::path path = (place / target).lexically_normal();
        if (fs::is_regular_file(path)) return path.lexically_relative(root()).generic_string();
    }
    return std::nullopt;
}

std::vector<Library> find_libraries(const SourceFile& cmake) {
    std::vector<Library> libraries;
    enum { kSources, kUses, kOther } section = kOther;
    bool inside = false;
    for (std::size_t i = 0; i < cmake.lines.size(); ++i) {
        std::string line = cmake.lines[i].substr(0, cmake.lines[i].find('#'));
        const std::size_t call = line.find("weft_add_library(");
        if (call != std::string::npos) {
            line = line.substr(call + std::string("weft_add_library(").size());
            libraries.push_back({});
            libraries.back().file = cmake.path;
            libraries.back().folder = fs::path(cmake.path).parent_path().generic_string();
            libraries.back().line = static_cast<int>(i) + 1;
            inside = true;
            section = kOther;
        }
        if (!inside) continue;
        const std::size_t close = line.find(')');
        std::istringstream words(line.substr(0, close));
        Library& library = libraries.back();
        for (std::string word; words >> word;) {
            if (library.name.empty())
                library.name = word;
            else if (word == "SOURCES")
                section = kSources;
            else if (word == "USES" || word == "PRIVATE_USES")
                section = kUses;
            else if (section == kUses)
                library.uses.push_back(word);
            else if (section == kSources) {
                section = kOther;  // the first source tells the folder
                library.sources_computed = word[0] == '$';
                if (!library.sources_computed)
                    library.folder =
                        (fs::path(cmake.path).parent_path() / word).parent_path().generic_string();
            }
        }
        if (close != std::string::npos) inside = false;
    }
    return libraries;
}

}  // namespace weft::conformance
