// Questions about single nodes of Clang's tree, asked by every analysis.
#pragma once

#include "frontend/clang_ast.h"

namespace weft {

/// `e` without parentheses, implicit casts and temporaries.
const clang::Expr* bare(const clang::Expr* e);

/// The field of the functor itself that `e` names (`Threshold`, `this->Threshold`), or null.
const clang::FieldDecl* own_field(const clang::Expr* e);
/// The member that `e` names of the functor that a reduction combines with, and that parameter.
struct OtherField {
    const clang::ParmVarDecl* other = nullptr;
    const clang::FieldDecl* field = nullptr;
};
std::optional<OtherField> other_field(const clang::Expr* e);

/// The record's name where `type` is a class of namespace weft ("Indexer", "FloatList"), or "".
std::string weft_class(clang::QualType type);

/// A read or write through an indexer: Input(1, 2), Input.Bilinear(x, y).
struct Access {
    const clang::FieldDecl* indexer = nullptr;
    std::string sampler;  ///< "Nearest", "Bilinear", "Cubic", "ClampedCubic", or ""
    std::vector<const clang::Expr*> arguments;  ///< default arguments left out
};
std::optional<Access> access_of(const clang::Expr* e);

/// Metadata of an indexer: Input.Radius.
struct IndexerMetadata {
    const clang::FieldDecl* indexer = nullptr;
    std::string name;
};
std::optional<IndexerMetadata> metadata_of(const clang::Expr* e);

/// An edge of an indexer's domain: Input.Domain.x0.
struct DomainPart {
    const clang::FieldDecl* indexer = nullptr;
    std::string part;  ///< "x0", "y0", "x1", "y1"
};
std::optional<DomainPart> domain_part_of(const clang::Expr* e);

/// "X", "Y" or "Plane" where `e` asks the functor for its element's place, or "".
std::string place_part_of(const clang::Expr* e);

/// The FloatList member and the part ("count", "values") that `e` names, or null.
struct ListPart {
    const clang::FieldDecl* list = nullptr;
    std::string part;
};
std::optional<ListPart> list_part_of(const clang::Expr* e);

/// The Baked member that `e` reads, written `Level` or `Level.value`, or null.
const clang::FieldDecl* baked_of(const clang::Expr* e);

/// The local variable or parameter that `e` names, or null.
const clang::VarDecl* local_of(const clang::Expr* e);

/// The name of the function of namespace weft (core/math.h) that `call` calls, or "".
std::string weft_function(const clang::CallExpr* call);

/// An assignment of any form, ++ and -- included.
struct Assignment {
    const clang::Expr* target = nullptr;  ///< as written, without parentheses
    const clang::Expr* value = nullptr;   ///< null for ++ and --
    bool compound = false;                ///< the target is read as well
};
std::optional<Assignment> assignment_of(const clang::Stmt* s);

/// The variable, field or indexer at the bottom of an assignment's target: a of a[i][j], of at(a,
/// i).
const clang::Expr* target_base(const clang::Expr* target);

/// The value of a constant integer expression.
std::optional<long long> constant_integer(const clang::Expr* e, const clang::ASTContext& context);

/// Calls `visit` for `s` and everything beneath it, in the order of the source; nulls are skipped.
template <class Visit>
void for_each(const clang::Stmt* s, const Visit& visit) {
    if (s == nullptr) return;
    visit(s);
    if (const auto* argument = llvm::dyn_cast<clang::CXXDefaultArgExpr>(s))
        for_each(argument->getExpr(), visit);
    for (const clang::Stmt* child : s->children()) for_each(child, visit);
}

}  // namespace weft
