#include "frontend/source_names.h"

#include <filesystem>

namespace weft {
namespace {

std::string full_path(const std::string& path) {
    return std::filesystem::absolute(path).lexically_normal().generic_string();
}

}  // namespace

SourceNames::SourceNames(const std::string& header_path, const std::string& display_name)
    : header_(display_name) {
    const std::string path = full_path(header_path);
    if (path.ends_with("/" + display_name))
        folder_ = path.substr(0, path.size() - display_name.size());
}

std::string SourceNames::of(const clang::SourceManager& sources,
                            clang::SourceLocation place) const {
    if (sources.isInMainFile(place)) return header_;
    std::string name = sources.getFilename(place).str();
    if (folder_.empty()) return name;
    const std::string path = full_path(name);
    return path.starts_with(folder_) ? path.substr(folder_.size()) : name;
}

}  // namespace weft
