#include "cli/untrusted_text.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/code_text.h"
#include "cli/command_session.h"
#include "farm/shell_text.h"
#include "graph/document_outline.h"
#include "support/one_line.h"
#include "support/visible_text.h"

namespace weft {
namespace {

std::string shown(const std::string& name) { return visible_text(one_line(name)); }

/// "  inputs    a, b", or nothing where there is none.
std::string row(const char* what, const std::vector<std::string>& names) {
    std::vector<std::string> all;
    for (const std::string& name : names) all.push_back(shown(name));
    return all.empty() ? "" : fmt::format("  {:<9} {}\n", what, fmt::join(all, ", "));
}

}  // namespace

Result<std::string> untrusted_text(const std::string& path, const Trust& trust) {
    const Result<std::string> text = document_text(path);
    if (!text) return text.error();
    const Result<DocumentOutline> outline = outline_of_document(*text);
    if (!outline) return Error{outline.error().kind, path + ": " + outline.error().message};
    const FunctorTexts untrusted = trust.untrusted(outline->functors);

    std::string said = fmt::format(
        "{}: an effect, not opened: it brings code that you have not trusted\n", shown(path));
    std::vector<std::string> nodes, code;
    for (const auto& [name, functor] : outline->nodes)
        nodes.push_back(fmt::format("{} ({})", name, functor));
    for (const auto& [file, lines] : outline->functors)
        code.push_back(fmt::format("{} ({} lines, {})", file,
                                   std::count(lines.begin(), lines.end(), '\n'),
                                   untrusted.contains(file) ? "not trusted" : "trusted"));
    said += row("name", {outline->name});
    if (!outline->summary.empty()) said += row("summary", {outline->summary});
    said += row("inputs", outline->inputs);
    said += row("nodes", nodes);
    said += row("outputs", outline->outputs);
    said += row("controls", outline->controls);
    said += row("code", code);
    const std::string file = shell_word(path);
    return said + '\n' + code_text(untrusted) +
           fmt::format(
               "\nC++ code may do all that you may. To let it run from now on: weft trust {}\n"
               "To let it run this once, give --trust to the command.\n",
               shown(file));
}

Error told(const Error& error, const std::string& effect, const TrustOptions& trust) {
    if (error.kind != ErrorKind::kTrust) return error;
    const Result<std::string> text = untrusted_text(effect, Trust(trust));
    if (!text) return text.error();
    fmt::print("{}", *text);
    return error;
}

}  // namespace weft
