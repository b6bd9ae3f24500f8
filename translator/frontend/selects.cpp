// Whether a functor only selects among the samples that it reads.
#include "frontend/selects.h"

#include <algorithm>

#include "frontend/ast_query.h"

namespace weft {

using namespace clang;

namespace {

bool is_of_floats(const Expr* e) { return element_of(e->getType()) == ScalarType::kFloat; }

/// Any number of 32 bits of the kernel's own that may differ between lanes.
bool is_of_ints(const Expr* e) {
    const std::optional<ScalarType> type = element_of(e->getType());
    return type == ScalarType::kInt || type == ScalarType::kUnsigned;
}

class SelectionReader {
  public:
    SelectionReader(const FunctorModel& model, const Divergence& divergence)
        : model_(model), divergence_(divergence) {}

    bool only_selects() const {
        if (model_.dependence != eParallel || model_.uses_place || divergence_.divergent)
            return false;
        for (const FunctionDecl* function : model_.functions()) {
            bool good = true;
            for_each(function->getBody(), [&](const Stmt* s) {
                if (const auto* e = llvm::dyn_cast<Expr>(s)) good = good && is_allowed(e);
            });
            if (!good) return false;
        }
        return true;
    }

  private:
    bool is_allowed(const Expr* e) const {
        if (is_of_ints(e) && divergence_.is_varying(e, model_)) return false;
        if (is_of_floats(e)) return makes_a_sample(e);
        return std::none_of(e->child_begin(), e->child_end(),
                            [](const Stmt* child) {
                                const auto* operand = llvm::dyn_cast_or_null<Expr>(child);
                                return operand != nullptr && is_of_floats(operand);
                            }) ||
               takes_samples(e);
    }

    /// Whether an expression of floats, whose operands are looked at by themselves, gives one of
    /// them, or 0 or 1.
    bool makes_a_sample(const Expr* e) const {
        if (const auto* literal = llvm::dyn_cast<FloatingLiteral>(e)) {
            const llvm::APFloat value = literal->getValue();
            return value.isPosZero() || value.isExactlyValue(1.0);
        }
        if (const auto* conversion = llvm::dyn_cast<CastExpr>(e))
            return conversion->getCastKind() == CK_LValueToRValue ||
                   conversion->getCastKind() == CK_NoOp;
        if (const auto* two = llvm::dyn_cast<BinaryOperator>(e))
            return two->getOpcode() == BO_Assign;
        if (const auto* called = llvm::dyn_cast<CallExpr>(e)) return passes_samples(called);
        if (llvm::isa<DeclRefExpr>(e)) return local_of(e) != nullptr;
        return llvm::isa<ParenExpr>(e) || llvm::isa<FullExpr>(e) ||
               llvm::isa<MaterializeTemporaryExpr>(e) || llvm::isa<CXXDefaultArgExpr>(e) ||
               llvm::isa<ArraySubscriptExpr>(e) || llvm::isa<ConditionalOperator>(e) ||
               llvm::isa<InitListExpr>(e) || llvm::isa<ImplicitValueInitExpr>(e) ||
               llvm::isa<CXXScalarValueInitExpr>(e);
    }

    /// Whether an expression of another type may have operands that are samples.
    bool takes_samples(const Expr* e) const {
        if (const auto* two = llvm::dyn_cast<BinaryOperator>(e)) return two->isComparisonOp();
        // Of arrays whose elements are taken, as all pointers of a kernel are.
        if (const auto* conversion = llvm::dyn_cast<CastExpr>(e))
            return conversion->getCastKind() == CK_ArrayToPointerDecay;
        const auto* called = llvm::dyn_cast<CallExpr>(e);
        return called != nullptr && model_.helper(called->getDirectCallee()) != nullptr;
    }

    /// Reads and writes of pictures, the functor's own functions, and those of core/math.h that
    /// select.
    bool passes_samples(const CallExpr* called) const {
        if (const std::optional<Access> access = access_of(called)) return access->sampler.empty();
        if (model_.helper(called->getDirectCallee()) != nullptr) return true;
        const std::string name = weft_function(called);
        return name == "min" || name == "max" || name == "at";
    }

    const FunctorModel& model_;
    const Divergence& divergence_;
};

}  // namespace

bool selects_samples(const FunctorModel& model, const Divergence& divergence) {
    return SelectionReader(model, divergence).only_selects();
}

}  // namespace weft
