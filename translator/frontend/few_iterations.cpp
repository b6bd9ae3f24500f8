#include "frontend/few_iterations.h"

#include "frontend/ast_query.h"

namespace weft {

using namespace clang;

namespace {

constexpr long long kFew = 1024;

/// Whether all that a body does with a variable is to read it, and it has no loops.
bool is_plain(const Stmt* body, const VarDecl* variable) {
    bool plain = true;
    int named = 0, read = 0;
    for_each(body, [&](const Stmt* s) {
        plain &= !llvm::isa<ForStmt>(s) && !llvm::isa<WhileStmt>(s) && !llvm::isa<DoStmt>(s) &&
                 !llvm::isa<CXXForRangeStmt>(s) && !llvm::isa<GotoStmt>(s) &&
                 !llvm::isa<IndirectGotoStmt>(s) && !llvm::isa<LabelStmt>(s) &&
                 !llvm::isa<LambdaExpr>(s);
        if (const auto* name = llvm::dyn_cast<DeclRefExpr>(s)) named += name->getDecl() == variable;
        const auto* cast = llvm::dyn_cast<ImplicitCastExpr>(s);
        if (cast == nullptr || cast->getCastKind() != CK_LValueToRValue) return;
        const auto* name = llvm::dyn_cast<DeclRefExpr>(cast->getSubExpr()->IgnoreParens());
        read += name != nullptr && name->getDecl() == variable;
    });
    return plain && named == read;
}

}  // namespace

std::optional<int> few_iterations(const ForStmt* loop, const ASTContext& context) {
    const auto* declaration = llvm::dyn_cast_or_null<DeclStmt>(loop->getInit());
    const auto* condition = llvm::dyn_cast_or_null<BinaryOperator>(loop->getCond());
    const auto* step = llvm::dyn_cast_or_null<UnaryOperator>(loop->getInc());
    if (declaration == nullptr || !declaration->isSingleDecl() || condition == nullptr ||
        step == nullptr || loop->getConditionVariable() != nullptr)
        return std::nullopt;
    const auto* variable = llvm::dyn_cast<VarDecl>(declaration->getSingleDecl());
    if (variable == nullptr || variable->getType()->isDependentType() ||
        !variable->getType()->isIntegerType() || local_of(condition->getLHS()) != variable ||
        local_of(step->getSubExpr()) != variable)
        return std::nullopt;
    const auto first = constant_integer(variable->getInit(), context),
               bound = constant_integer(condition->getRHS(), context);
    if (!first || !bound || !is_plain(loop->getBody(), variable)) return std::nullopt;
    const BinaryOperatorKind op = condition->getOpcode();
    const bool up = step->isIncrementOp() && (op == BO_LT || op == BO_LE);
    const bool down = step->isDecrementOp() && (op == BO_GT || op == BO_GE);
    if ((!up && !down) || std::abs(*first) > (1 << 30) || std::abs(*bound) > (1 << 30))
        return std::nullopt;
    const long long iterations =
        (up ? *bound - *first : *first - *bound) + (op == BO_LE || op == BO_GE ? 1 : 0);
    // An unsigned variable never comes to lie below 0.
    if (iterations > kFew || (down && variable->getType()->isUnsignedIntegerType()))
        return std::nullopt;
    return static_cast<int>(std::max(iterations, 0LL));
}

}  // namespace weft
