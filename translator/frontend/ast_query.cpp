// Questions about single nodes of Clang's tree, asked by every analysis.
#include "frontend/ast_query.h"

namespace weft {

using namespace clang;

const Expr* bare(const Expr* e) {
    return e == nullptr ? nullptr : e->IgnoreParenImpCasts()->IgnoreImplicit();
}

const FieldDecl* own_field(const Expr* e) {
    e = bare(e);
    const auto* member = llvm::dyn_cast_or_null<MemberExpr>(e);
    if (member == nullptr || !llvm::isa<CXXThisExpr>(bare(member->getBase()))) return nullptr;
    return llvm::dyn_cast<FieldDecl>(member->getMemberDecl());
}

std::optional<OtherField> other_field(const Expr* e) {
    const auto* member = llvm::dyn_cast_or_null<MemberExpr>(bare(e));
    if (member == nullptr) return std::nullopt;
    const auto* base = llvm::dyn_cast_or_null<DeclRefExpr>(bare(member->getBase()));
    const auto* field = llvm::dyn_cast<FieldDecl>(member->getMemberDecl());
    const auto* other = base != nullptr ? llvm::dyn_cast<ParmVarDecl>(base->getDecl()) : nullptr;
    if (other == nullptr || field == nullptr) return std::nullopt;
    return OtherField{other, field};
}

std::string weft_class(QualType type) {
    if (type.isNull()) return {};
    const CXXRecordDecl* record = type.getNonReferenceType()->getAsCXXRecordDecl();
    if (record == nullptr) return {};
    const auto* space = llvm::dyn_cast<NamespaceDecl>(record->getDeclContext());
    if (space == nullptr || space->getName() != "weft") return {};
    return record->getName().str();
}

namespace {

const FieldDecl* indexer_field(const Expr* e) {
    const FieldDecl* field = own_field(e);
    return field != nullptr && weft_class(field->getType()) == "Indexer" ? field : nullptr;
}

/// A call of a member function of an indexer.
std::optional<Access> sampled_access(const CXXMemberCallExpr* call) {
    const FieldDecl* indexer = indexer_field(call->getImplicitObjectArgument());
    const CXXMethodDecl* method = call->getMethodDecl();
    if (indexer == nullptr || method == nullptr || !method->getDeclName().isIdentifier())
        return std::nullopt;
    Access access{indexer, method->getNameAsString(), {}};
    for (const Expr* argument : call->arguments()) access.arguments.push_back(argument);
    return access;
}

}  // namespace

std::optional<Access> access_of(const Expr* e) {
    if (const auto* sampled = llvm::dyn_cast_or_null<CXXMemberCallExpr>(bare(e)))
        return sampled_access(sampled);
    const auto* call = llvm::dyn_cast_or_null<CXXOperatorCallExpr>(bare(e));
    if (call == nullptr || call->getOperator() != OO_Call) return std::nullopt;
    Access access{indexer_field(call->getArg(0)), {}, {}};
    if (access.indexer == nullptr) return std::nullopt;
    for (unsigned i = 1; i < call->getNumArgs(); ++i)
        if (!llvm::isa<CXXDefaultArgExpr>(call->getArg(i)))
            access.arguments.push_back(call->getArg(i));
    return access;
}

std::optional<IndexerMetadata> metadata_of(const Expr* e) {
    const auto* member = llvm::dyn_cast_or_null<MemberExpr>(bare(e));
    if (member == nullptr) return std::nullopt;
    const FieldDecl* indexer = indexer_field(member->getBase());
    if (indexer == nullptr) return std::nullopt;
    return IndexerMetadata{indexer, member->getMemberDecl()->getNameAsString()};
}

std::optional<DomainPart> domain_part_of(const Expr* e) {
    const auto* member = llvm::dyn_cast_or_null<MemberExpr>(bare(e));
    if (member == nullptr || !llvm::isa<FieldDecl>(member->getMemberDecl())) return std::nullopt;
    const std::optional<IndexerMetadata> whole = metadata_of(member->getBase());
    if (!whole || whole->name != "Domain") return std::nullopt;
    return DomainPart{whole->indexer, member->getMemberDecl()->getNameAsString()};
}

std::string place_part_of(const Expr* e) {
    const auto* call = llvm::dyn_cast_or_null<CXXMemberCallExpr>(bare(e));
    if (call == nullptr || call->getMethodDecl() == nullptr) return {};
    const CXXMethodDecl* method = call->getMethodDecl();
    if (!method->getDeclName().isIdentifier() || method->getParent()->getName() != "FunctorBase")
        return {};
    const std::string name = method->getNameAsString();
    return name == "X" || name == "Y" || name == "Plane" ? name : std::string();
}

std::optional<ListPart> list_part_of(const Expr* e) {
    const auto* member = llvm::dyn_cast_or_null<MemberExpr>(bare(e));
    if (member == nullptr) return std::nullopt;
    const FieldDecl* list = own_field(member->getBase());
    if (list == nullptr || weft_class(list->getType()) != "FloatList") return std::nullopt;
    return ListPart{list, member->getMemberDecl()->getNameAsString()};
}

const FieldDecl* baked_of(const Expr* e) {
    e = bare(e);
    if (const auto* call = llvm::dyn_cast_or_null<CXXMemberCallExpr>(e)) {
        if (!llvm::isa_and_nonnull<CXXConversionDecl>(call->getMethodDecl())) return nullptr;
        e = bare(call->getImplicitObjectArgument());
    } else if (const auto* member = llvm::dyn_cast_or_null<MemberExpr>(e);
               member != nullptr && own_field(member) == nullptr) {
        e = bare(member->getBase());
    }
    const FieldDecl* field = own_field(e);
    return field != nullptr && weft_class(field->getType()) == "Baked" ? field : nullptr;
}

const VarDecl* local_of(const Expr* e) {
    const auto* reference = llvm::dyn_cast_or_null<DeclRefExpr>(bare(e));
    if (reference == nullptr) return nullptr;
    const auto* variable = llvm::dyn_cast<VarDecl>(reference->getDecl());
    return variable != nullptr && variable->isLocalVarDeclOrParm() ? variable : nullptr;
}

std::string weft_function(const CallExpr* call) {
    const FunctionDecl* callee = call->getDirectCallee();
    if (callee == nullptr || llvm::isa<CXXMethodDecl>(callee)) return {};
    const auto* space =
        llvm::dyn_cast<NamespaceDecl>(callee->getDeclContext()->getEnclosingNamespaceContext());
    if (space == nullptr || space->getName() != "weft") return {};
    const SourceManager& sources = callee->getASTContext().getSourceManager();
    const SourceLocation place = sources.getExpansionLoc(callee->getLocation());
    if (sources.isInMainFile(place)) return {};
    // Kernels see core/math.h and what it includes; the rest of core/ is for graphs.
    const llvm::StringRef path = sources.getFilename(place);
    const bool math = path.starts_with("core/math") || path.contains("/core/math");
    return math ? callee->getNameAsString() : std::string();
}

std::optional<Assignment> assignment_of(const Stmt* s) {
    const auto* e = llvm::dyn_cast_or_null<Expr>(s);
    if (e == nullptr) return std::nullopt;
    e = e->IgnoreParens()->IgnoreImplicit();
    if (const auto* binary = llvm::dyn_cast<BinaryOperator>(e); binary && binary->isAssignmentOp())
        return Assignment{binary->getLHS()->IgnoreParens(), binary->getRHS(),
                          binary->isCompoundAssignmentOp()};
    if (const auto* unary = llvm::dyn_cast<UnaryOperator>(e);
        unary && unary->isIncrementDecrementOp())
        return Assignment{unary->getSubExpr()->IgnoreParens(), nullptr, true};
    return std::nullopt;
}

const Expr* target_base(const Expr* target) {
    for (;;) {
        target = bare(target);
        if (const auto* subscript = llvm::dyn_cast_or_null<ArraySubscriptExpr>(target))
            target = subscript->getBase();
        else if (const auto* call = llvm::dyn_cast_or_null<CallExpr>(target);
                 call != nullptr && weft_function(call) == "at")
            target = call->getArg(0);
        else
            return target;
    }
}

std::optional<long long> constant_integer(const Expr* e, const ASTContext& context) {
    if (e == nullptr || e->isValueDependent() || !e->getType()->isIntegralOrEnumerationType())
        return std::nullopt;
    Expr::EvalResult result;
    if (!e->EvaluateAsInt(result, context) || result.HasSideEffects) return std::nullopt;
    const llvm::APSInt& value = result.Val.getInt();
    return value.isSigned() ? value.getSExtValue() : static_cast<long long>(value.getZExtValue());
}

}  // namespace weft
