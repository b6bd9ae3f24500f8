// Editing by splicing: the source of a node with its children replaced by their edited text.
#include "frontend/text_editor.h"

#include <fmt/format.h>

#include "frontend/ast_query.h"

namespace weft {

using namespace clang;

TextEditor::TextEditor(const FunctorModel& model, const Divergence* divergence, Names& names,
                       const FunctionDecl* function)
    : model_(model),
      divergence_(divergence),
      names_(names),
      function_(function),
      helper_(model.helper(function)),
      context_(model.record->getASTContext()),
      sources_(context_.getSourceManager()),
      regions_{{Region::kFunction, nullptr, "mask"}} {
    if (divergence_ == nullptr) flow_ = analyse_dataflow(function);
    // A function whose lanes are all alike is printed as it is.
    if (helper_ != nullptr && divergence_ != nullptr &&
        divergence_->varying_functions.count(function_) == 0)
        divergence_ = nullptr;
}

bool TextEditor::stands_as_statement(const Stmt* parent, const Stmt* child) {
    if (llvm::isa<CompoundStmt>(parent) || llvm::isa<AttributedStmt>(parent)) return true;
    if (const auto* s = llvm::dyn_cast<IfStmt>(parent))
        return child == s->getThen() || child == s->getElse();
    if (const auto* s = llvm::dyn_cast<ForStmt>(parent)) return child == s->getBody();
    if (const auto* s = llvm::dyn_cast<WhileStmt>(parent)) return child == s->getBody();
    if (const auto* s = llvm::dyn_cast<DoStmt>(parent)) return child == s->getBody();
    if (const auto* s = llvm::dyn_cast<SwitchCase>(parent)) return child == s->getSubStmt();
    if (const auto* s = llvm::dyn_cast<SwitchStmt>(parent)) return child == s->getBody();
    return false;
}

std::string TextEditor::body() {
    const bool has_result = divergence_ != nullptr &&
                            divergence_->masked_returns.count(function_) &&
                            !function_->getReturnType()->isVoidType();
    std::string text = statement(function_->getBody());
    if (!has_result) return text;
    const std::optional<ScalarType> type = scalar_of(function_->getReturnType());
    return fmt::format("{{ {0} result = {0}(0); {1}\nreturn result; }}", letter_of(*type), text);
}

std::string TextEditor::result_type() const {
    if (function_->getReturnType()->isVoidType()) return "void";
    return type_text(function_->getReturnType(), divergence_ != nullptr, "typename S::");
}

std::vector<std::string> TextEditor::parameters() const {
    std::vector<std::string> all;
    for (const ParmVarDecl* p : function_->parameters()) {
        const bool varies = divergence_ != nullptr && divergence_->varying.count(p) != 0;
        QualType type = p->getType().getNonReferenceType();
        const std::string base =
            type_text(context_.getBaseElementType(type), varies, "typename S::");
        std::string extents;
        while (const auto* array =
                   llvm::dyn_cast_or_null<ConstantArrayType>(context_.getAsArrayType(type))) {
            extents += fmt::format("[{}]", array->getSize().getZExtValue());
            type = array->getElementType();
        }
        all.push_back(extents.empty()
                          ? fmt::format("{} {}", base, names_.of(p))
                          : fmt::format("const {} (&{}){}", base, names_.of(p), extents));
    }
    return all;
}

/// The type as text, without const: float, or F where lanes differ.
std::string TextEditor::type_text(QualType type, bool varies, const char* prefix) const {
    const std::optional<ScalarType> scalar = element_of(type);
    if (!scalar) return "void";
    return varies ? fmt::format("{}{}", prefix, letter_of(*scalar)) : std::string(name_of(*scalar));
}

bool TextEditor::varying(const Expr* e) const {
    return divergence_ != nullptr && divergence_->is_varying(e, model_);
}
bool TextEditor::masked(const Stmt* s) const {
    return divergence_ != nullptr && divergence_->masked.count(s) != 0;
}
bool TextEditor::partial(const Stmt* s) const {
    return divergence_ != nullptr && divergence_->partial.count(s) != 0;
}

unsigned TextEditor::begin_of(const Stmt* s) const {
    return sources_.getFileOffset(sources_.getExpansionLoc(s->getBeginLoc()));
}

unsigned TextEditor::end_of(const Stmt* s, bool with_semicolon) const {
    const SourceLocation last = sources_.getExpansionLoc(s->getEndLoc());
    const SourceLocation end =
        Lexer::getLocForEndOfToken(last, 0, sources_, context_.getLangOpts());
    if (with_semicolon) {
        const std::optional<Token> next =
            Lexer::findNextToken(last, sources_, context_.getLangOpts());
        if (next && next->is(tok::semi) && !llvm::isa<CompoundStmt>(s) && !llvm::isa<DeclStmt>(s) &&
            !llvm::isa<NullStmt>(s))
            return sources_.getFileOffset(next->getLocation()) + 1;
    }
    return sources_.getFileOffset(end);
}

/// The source from `begin` to `end`, with the children of `s` replaced by what `text` says.
std::string TextEditor::splice(const Stmt* s, unsigned begin, unsigned end, const ChildText& text) {
    const FileID file = sources_.getFileID(sources_.getExpansionLoc(s->getBeginLoc()));
    const llvm::StringRef buffer = sources_.getBufferData(file);
    std::string out;
    unsigned at = begin;
    for (const Stmt* child : s->children()) {
        if (child == nullptr || child->getBeginLoc().isInvalid()) continue;
        const unsigned from = begin_of(child);
        const unsigned to = end_of(child, stands_as_statement(s, child));
        if (from < at || to > end) continue;  // an implicit node
        out += buffer.substr(at, from - at).str();
        out += text(child);
        at = to;
    }
    return out + buffer.substr(at, end - at).str();
}

std::string TextEditor::spliced_expression(const Expr* e, const ChildText& text) {
    return splice(e, begin_of(e), end_of(e, false), text);
}

}  // namespace weft
