// What the preprocessor does to a body: no longer in Clang's tree, still in the text that is
// edited.
#include <fmt/format.h>

#include "frontend/subset_internal.h"

namespace weft {

using namespace clang;

namespace {

std::string spelled(const Token& token, const SourceManager& sources, const LangOptions& options) {
    return Lexer::getSpelling(token, sources, options);
}

}  // namespace

/// Refuses directives and names of macros between the braces of `body`. The tree shows neither the
/// branch of an #if that was left out nor a macro that stands for nothing.
bool SubsetChecker::source(const Stmt* body) {
    const SourceManager& sources = context_.getSourceManager();
    if (body->getBeginLoc().isMacroID()) return !macro(body);
    const auto [file, begin] = sources.getDecomposedLoc(body->getBeginLoc());
    const unsigned end = sources.getFileOffset(sources.getExpansionLoc(body->getEndLoc()));
    const llvm::StringRef text = sources.getBufferData(file);
    const LangOptions& options = context_.getLangOpts();
    Lexer lexer(sources.getLocForStartOfFile(file), options, text.begin(), text.begin() + begin,
                text.end());
    bool good = true;
    Token token;
    while (!lexer.LexFromRawLexer(token) && sources.getFileOffset(token.getLocation()) < end) {
        if (token.is(tok::hash) && token.isAtStartOfLine()) {
            const SourceLocation place = token.getLocation();
            lexer.LexFromRawLexer(token);
            const std::string name = spelled(token, sources, options);
            lexer.setParsingPreprocessorDirective(true);  // up to the end of the line
            while (!token.is(tok::eod) && !lexer.LexFromRawLexer(token)) {
            }
            if (name.starts_with("el") || name == "endif") continue;  // its #if was refused
            good = refuse(place, fmt::format("#{} inside a kernel", name),
                          name == "pragma" ? "leave it out: loops are unrolled where it pays"
                                           : "write if (constant), or a functor for each case");
        } else if (token.is(tok::raw_identifier)) {
            const std::string name = spelled(token, sources, options);
            if (context_.Idents.get(name).hadMacroDefinition())
                good =
                    refuse(token.getLocation(), fmt::format("the macro '{}' inside a kernel", name),
                           "write a constexpr constant or a function");
        }
    }
    return good;
}

}  // namespace weft
