// Counted loops and variables that keep their first value: what ranges, taps and counts build on.
#include "frontend/loops.h"

#include "frontend/ast_query.h"

namespace weft {

using namespace clang;

namespace {

/// The step of `i += 2`, `++i`, `i -= 1`, `--i`, or 0.
int step_of(const Stmt* increment, const VarDecl* variable, const ASTContext& context) {
    const std::optional<Assignment> a = assignment_of(increment);
    if (!a || local_of(a->target) != variable) return 0;
    if (a->value == nullptr) {
        const auto* unary = llvm::cast<UnaryOperator>(
            llvm::cast<Expr>(increment)->IgnoreParens()->IgnoreImplicit());
        return unary->isIncrementOp() ? 1 : -1;
    }
    const auto* binary =
        llvm::cast<BinaryOperator>(llvm::cast<Expr>(increment)->IgnoreParens()->IgnoreImplicit());
    const std::optional<long long> by = constant_integer(a->value, context);
    if (!by || *by <= 0 || *by > 1 << 20) return 0;
    if (binary->getOpcode() == BO_AddAssign) return static_cast<int>(*by);
    if (binary->getOpcode() == BO_SubAssign) return -static_cast<int>(*by);
    return 0;
}

bool writes(const Stmt* s, const VarDecl* variable) {
    bool found = false;
    for_each(s, [&](const Stmt* child) {
        if (const std::optional<Assignment> a = assignment_of(child))
            found |= local_of(target_base(a->target)) == variable;
    });
    return found;
}

/// True where the header reads the variable before it is compared or after it has passed the bound.
bool read_outside(const DeclStmt* declaration, const Expr* bound, const VarDecl* variable) {
    bool found = false;
    const auto look = [&](const Stmt* s) {
        const auto* reference = llvm::dyn_cast<DeclRefExpr>(s);
        found |= reference != nullptr && reference->getDecl() == variable;
    };
    for_each(bound, look);
    for_each(declaration, look);
    return found;
}

std::optional<CountedLoop> counted_loop(const ForStmt* loop, const ASTContext& context) {
    const auto* declaration = llvm::dyn_cast_or_null<DeclStmt>(loop->getInit());
    const auto* condition =
        llvm::dyn_cast_or_null<BinaryOperator>(loop->getCond() ? bare(loop->getCond()) : nullptr);
    if (declaration == nullptr || condition == nullptr || loop->getInc() == nullptr ||
        !condition->isRelationalOp())
        return std::nullopt;
    for (const Decl* d : declaration->decls()) {
        const auto* variable = llvm::dyn_cast<VarDecl>(d);
        if (variable == nullptr || variable->getInit() == nullptr ||
            !variable->getType()->isSpecificBuiltinType(BuiltinType::Int) ||
            local_of(condition->getLHS()) != variable || writes(loop->getBody(), variable))
            continue;
        const int step = step_of(loop->getInc(), variable, context);
        const BinaryOperatorKind op = condition->getOpcode();
        const bool up = op == BO_LT || op == BO_LE;
        if (step == 0 || up != (step > 0)) continue;
        if (!condition->getRHS()->getType()->isSpecificBuiltinType(BuiltinType::Int)) continue;
        if (read_outside(declaration, condition->getRHS(), variable)) continue;
        return CountedLoop{
            loop, variable, variable->getInit(), condition->getRHS(), op == BO_LE || op == BO_GE,
            step};
    }
    return std::nullopt;
}

}  // namespace

const Expr* Dataflow::only_value(const VarDecl* variable) const {
    if (llvm::isa<ParmVarDecl>(variable) || assigned.count(variable) || counted.count(variable))
        return nullptr;
    return variable->getInit();
}

Dataflow analyse_dataflow(const FunctionDecl* function) {
    Dataflow flow;
    const ASTContext& context = function->getASTContext();
    for_each(function->getBody(), [&](const Stmt* s) {
        if (const auto* loop = llvm::dyn_cast<ForStmt>(s))
            if (const std::optional<CountedLoop> counted = counted_loop(loop, context))
                flow.counted[counted->variable] = *counted;
        if (const std::optional<Assignment> a = assignment_of(s))
            if (const VarDecl* variable = local_of(target_base(a->target)))
                flow.assigned.insert(variable);
    });
    return flow;
}

}  // namespace weft
