// Collects refusals at places of the parsed source.
#include "frontend/reporter.h"

#include <algorithm>
#include <tuple>

namespace weft {

namespace {

std::string line_of(const clang::SourceManager& sources, clang::FileID file, unsigned offset) {
    const llvm::StringRef text = sources.getBufferData(file);
    if (offset > text.size()) return {};
    const std::size_t begin = text.rfind('\n', offset);  // before offset
    const std::size_t from = begin == llvm::StringRef::npos ? 0 : begin + 1;
    std::size_t to = text.find('\n', offset);
    if (to == llvm::StringRef::npos) to = text.size();
    llvm::StringRef line = text.substr(from, to - from);
    if (line.ends_with("\r")) line = line.drop_back();
    return line.str();
}

}  // namespace

Diagnostic diagnostic_at(const clang::SourceManager& sources, clang::SourceLocation place,
                         const std::string& display_name) {
    Diagnostic d;
    d.file = display_name;
    if (place.isInvalid()) return d;
    const auto [file, offset] = sources.getDecomposedLoc(sources.getExpansionLoc(place));
    if (file != sources.getMainFileID())
        d.file = sources.getFilename(sources.getExpansionLoc(place)).str();
    d.line = static_cast<int>(sources.getLineNumber(file, offset));
    d.column = static_cast<int>(sources.getColumnNumber(file, offset));
    d.source_line = line_of(sources, file, offset);
    return d;
}

void Reporter::refuse(clang::SourceLocation place, std::string message, std::string remedy) {
    Diagnostic d = diagnostic_at(sources_, place, display_name_);
    d.message = std::move(message);
    d.remedy = std::move(remedy);
    for (const Diagnostic& other : diagnostics_)
        if (other.file == d.file && other.line == d.line && other.column == d.column) return;
    diagnostics_.push_back(std::move(d));
}

std::vector<Diagnostic> in_order(std::vector<Diagnostic> diagnostics) {
    std::stable_sort(diagnostics.begin(), diagnostics.end(),
                     [](const Diagnostic& a, const Diagnostic& b) {
                         return std::tie(a.line, a.column) < std::tie(b.line, b.column);
                     });
    return diagnostics;
}

}  // namespace weft
