// Prints diagnostics the way compilers do, with the remedy on a line of its own.
#include "frontend/diagnostic_text.h"

#include <fmt/format.h>

namespace weft {

namespace {

/// Blanks that end under `column` of `line`, tabs kept so that the caret stays below its character.
std::string caret_padding(const std::string& line, int column) {
    std::string padding;
    for (int i = 0; i + 1 < column; ++i)
        padding += i < static_cast<int>(line.size()) && line[i] == '\t' ? '\t' : ' ';
    return padding;
}

}  // namespace

std::string format_diagnostic(const Diagnostic& d) {
    const char* const kind = d.warning ? "warning" : "error";
    std::string text =
        d.line > 0 ? fmt::format("{}:{}:{}: {}: {}\n", d.file, d.line, d.column, kind, d.message)
                   : fmt::format("{}: {}: {}\n", d.file, kind, d.message);
    if (d.line > 0)
        text +=
            fmt::format("    {}\n    {}^\n", d.source_line, caret_padding(d.source_line, d.column));
    if (!d.remedy.empty()) text += fmt::format("  instead: {}\n", d.remedy);
    return text;
}

std::string format_diagnostics(const std::vector<Diagnostic>& diagnostics) {
    std::string text;
    for (const Diagnostic& d : diagnostics) text += format_diagnostic(d);
    return text;
}

}  // namespace weft
