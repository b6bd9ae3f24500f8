// Puts calls into a header's text: at every iteration of a loop, and around offsets of reads.
#include "frontend/checked_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/iteration_limit.h"
#include "frontend/ast_query.h"
#include "frontend/clang_ast.h"
#include "frontend/clang_visitor.h"

namespace weft {

using namespace clang;

namespace {

/// Before the header's own text. Clang's checks of undefined behaviour call the
/// functions whose data begin with a place.
constexpr const char* kPrelude =
    "namespace weft_checked {{"
    " struct Watch {{ void (*endless)(int, int); void (*stray)(int, int, int, int, bool);"
    " void (*undefined)(const char*, unsigned, unsigned, const char*);"
    " volatile int* last_turn; }};"
    " extern \"C\" __attribute__((visibility(\"default\"))) Watch {symbol}; Watch {symbol} = {{}};"
    " constexpr void iteration(long& iterations, int line, int column) {{"
    " if (__builtin_is_constant_evaluated()) return;"
    " if ({symbol}.last_turn) {{ {symbol}.last_turn[0] = line; {symbol}.last_turn[1] = column; }}"
    " if (++iterations > {most} && {symbol}.endless) {symbol}.endless(line, column); }}"
    " inline int within(int offset, int most, int line, int column) {{"
    " if ((offset > most || offset < -most) && {symbol}.stray)"
    " {symbol}.stray(line, column, offset, most, false); return offset; }}"
    " inline int listed(int index, int count, int line, int column) {{"
    " if ((index < 0 || index >= count) && {symbol}.stray)"
    " {symbol}.stray(line, column, index, count - 1, true); return index; }}"
    " struct Place {{ const char* file; unsigned line, column; }};"
    " inline void undefined(const Place* at, const char* what) {{"
    " if ({symbol}.undefined) {symbol}.undefined(at->file, at->line, at->column, what);"
    " __builtin_trap(); }} }}"
    " extern \"C\" {hidden} void __ubsan_handle_out_of_bounds_abort(weft_checked::Place* at, void*)"
    " {{ weft_checked::undefined(at, \"an index beyond its array\"); }}"
    " extern \"C\" {hidden} void __ubsan_handle_divrem_overflow_abort(weft_checked::Place* at, "
    "void*, void*)"
    " {{ weft_checked::undefined(at, \"a division of whole numbers that has no result\"); }}"
    " extern \"C\" {hidden} void __ubsan_handle_builtin_unreachable(weft_checked::Place* at)"
    " {{ weft_checked::undefined(at, \"a place that cannot be reached\"); }}"
    " extern \"C\" {hidden} void __ubsan_handle_missing_return(weft_checked::Place* at)"
    " {{ weft_checked::undefined(at, \"a function that ends without its result\"); }}\n"
    "#line 1\n";

class Watcher : public RecursiveASTVisitor<Watcher> {
  public:
    Watcher(ASTContext& context, const std::string& text)
        : sources_(context.getSourceManager()), options_(context.getLangOpts()), text_(text) {}

    bool VisitForStmt(ForStmt* s) { return loop(s, s->getBody()); }
    bool VisitWhileStmt(WhileStmt* s) { return loop(s, s->getBody()); }
    bool VisitDoStmt(DoStmt* s) { return loop(s, s->getBody()); }

    bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr* e) {
        if (!is_ours(e->getBeginLoc())) return true;
        const std::optional<Access> access = access_of(e);
        if (!access || access->arguments.empty()) return true;
        const auto* type = llvm::dyn_cast_or_null<ClassTemplateSpecializationDecl>(
            access->indexer->getType()->getAsCXXRecordDecl());
        if (type == nullptr || type->getTemplateArgs().size() < 3) return true;
        const std::string name = access->indexer->getNameAsString();
        // The enumerators of core/types.h, in their order.
        enum { k0D, k1D, k2D, kSparse };
        switch (type->getTemplateArgs()[2].getAsIntegral().getExtValue()) {
            case k1D: watch(access->arguments[0], "within", name + ".Radius"); break;
            case k2D:
                watch(access->arguments[0], "within", name + ".RadiusX");
                if (access->arguments.size() > 1)
                    watch(access->arguments[1], "within", name + ".RadiusY");
                break;
            case kSparse: watch(access->arguments[0], "listed", name + ".Count"); break;
            default: break;
        }
        return true;
    }

    std::string edited() {
        // From the end, so that places before it stay. What is put first at a place stands first.
        std::stable_sort(edits_.begin(), edits_.end(),
                         [](const auto& a, const auto& b) { return a.first < b.first; });
        std::string text = text_;
        for (auto edit = edits_.rbegin(); edit != edits_.rend(); ++edit)
            text.insert(edit->first, edit->second);
        // The checks' answers are the module's own, whatever the program has.
        return fmt::format(kPrelude, fmt::arg("symbol", kWatchSymbol),
                           fmt::arg("most", kMaxIterations),
                           fmt::arg("hidden", "__attribute__((visibility(\"hidden\")))")) +
               text;
    }

  private:
    bool is_ours(SourceLocation place) const {
        return place.isValid() && place.isFileID() && sources_.isInMainFile(place);
    }
    std::size_t begin_of(const Stmt* s) const { return sources_.getFileOffset(s->getBeginLoc()); }
    std::size_t end_of(const Expr* e) const {
        return sources_.getFileOffset(
            Lexer::getLocForEndOfToken(e->getEndLoc(), 0, sources_, options_));
    }
    std::string place_of(SourceLocation place) const {
        return fmt::format("{}, {}", sources_.getSpellingLineNumber(place),
                           sources_.getSpellingColumnNumber(place));
    }

    /// Behind a statement, its semicolon included.
    std::optional<std::size_t> end_of_statement(const Stmt* s) const {
        const Stmt* last = s;
        for (const Stmt* inner = s; inner != nullptr;) {
            last = inner;
            if (const auto* f = llvm::dyn_cast<ForStmt>(inner))
                inner = f->getBody();
            else if (const auto* w = llvm::dyn_cast<WhileStmt>(inner))
                inner = w->getBody();
            else if (const auto* r = llvm::dyn_cast<CXXForRangeStmt>(inner))
                inner = r->getBody();
            else if (const auto* i = llvm::dyn_cast<IfStmt>(inner))
                inner = i->getElse() != nullptr ? i->getElse() : i->getThen();
            else if (const auto* w = llvm::dyn_cast<SwitchStmt>(inner))
                inner = w->getBody();
            else
                inner = nullptr;
        }
        const SourceLocation end =
            Lexer::getLocForEndOfToken(s->getEndLoc(), 0, sources_, options_);
        if (!is_ours(end)) return std::nullopt;
        if (llvm::isa<CompoundStmt>(last) || llvm::isa<NullStmt>(last))
            return sources_.getFileOffset(end);
        const std::optional<Token> next = Lexer::findNextToken(s->getEndLoc(), sources_, options_);
        if (!next || !next->is(tok::semi)) return std::nullopt;
        return sources_.getFileOffset(next->getLocation()) + 1;
    }

    bool loop(const Stmt* s, const Stmt* body) {
        if (!is_ours(s->getBeginLoc()) || !is_ours(body->getBeginLoc())) return true;
        const std::optional<std::size_t> end = end_of_statement(s),
                                         body_end = end_of_statement(body);
        if (!end || !body_end) return true;
        edits_.emplace_back(begin_of(s), "{ long weft_iterations = 0; ");
        edits_.emplace_back(begin_of(body),
                            fmt::format("{{ weft_checked::iteration(weft_iterations, {}); ",
                                        place_of(s->getBeginLoc())));
        edits_.emplace_back(*body_end, " }");
        edits_.emplace_back(*end, " }");
        return true;
    }

    void watch(const Expr* offset, const char* by, const std::string& most) {
        if (!is_ours(offset->getBeginLoc()) || !is_ours(offset->getEndLoc())) return;
        edits_.emplace_back(begin_of(offset), fmt::format("weft_checked::{}(", by));
        edits_.emplace_back(end_of(offset),
                            fmt::format(", {}, {})", most, place_of(offset->getBeginLoc())));
    }

    const SourceManager& sources_;
    const LangOptions& options_;
    const std::string& text_;
    std::vector<std::pair<std::size_t, std::string>> edits_;
};

}  // namespace

std::string checked_text(ASTUnit& unit, const std::string& text) {
    const SourceManager& sources = unit.getSourceManager();
    Watcher watcher(unit.getASTContext(), text);
    for (auto decl = unit.top_level_begin(); decl != unit.top_level_end(); ++decl)
        if (sources.isInMainFile(sources.getExpansionLoc((*decl)->getLocation())))
            watcher.TraverseDecl(*decl);
    return watcher.edited();
}

}  // namespace weft
