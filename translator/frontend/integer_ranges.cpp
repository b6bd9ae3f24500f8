// Bounds of integer expressions, as far as they can be shown.
#include "frontend/integer_ranges.h"

#include <algorithm>

#include "frontend/ast_query.h"

namespace weft {

using namespace clang;

namespace {

constexpr long long kIntMin = -2147483648LL, kIntMax = 2147483647LL, kUnsignedMax = 4294967295LL;

Range whole(QualType type) {
    const std::optional<ScalarType> scalar = scalar_of(type);
    if (scalar == ScalarType::kBool) return {0, 1};
    if (scalar == ScalarType::kUnsigned) return {0, kUnsignedMax};
    return {kIntMin, kIntMax};
}

/// `r`, or everything where a wrap could have happened.
Range fit(Range r, QualType type) {
    const Range all = whole(type);
    return r.within(all.low, all.high) ? r : all;
}

class Ranges {
  public:
    Ranges(const FunctorModel& model, const Dataflow& flow, const ASTContext& context)
        : model_(model), flow_(flow), context_(context) {}

    Range of(const Expr* e, int depth = 0) const {
        if (const std::optional<long long> value = constant_integer(e, context_))
            return {*value, *value};
        const Range all = whole(e->getType());
        if (depth > 40) return all;
        if (const auto* cast = llvm::dyn_cast<CastExpr>(e->IgnoreParens())) {
            const CastKind kind = cast->getCastKind();
            if (kind == CK_LValueToRValue || kind == CK_NoOp || kind == CK_IntegralCast)
                return fit(of(cast->getSubExpr(), depth + 1), e->getType());
        }
        e = bare(e);
        if (const auto* reference = local_of(e)) return of_local(reference, all, depth);
        if (const std::optional<IndexerMetadata> m = metadata_of(e))
            return of_metadata(m->name, all);
        if (domain_part_of(e)) return {-kMaxCoordinate, kMaxCoordinate};
        if (const std::string place = place_part_of(e); !place.empty())
            return place == "Plane" ? Range{0, kMaxPlanes - 1} : Range{-kFarthest, kFarthest};
        if (const std::optional<ListPart> p = list_part_of(e); p && p->part == "count") {
            const MemberModel* member = model_.member(p->list);
            return member != nullptr ? Range{0, member->extents[0]} : all;
        }
        if (const auto* choice = llvm::dyn_cast<ConditionalOperator>(e)) {
            const Range a = of(choice->getTrueExpr(), depth + 1);
            const Range b = of(choice->getFalseExpr(), depth + 1);
            return {std::min(a.low, b.low), std::max(a.high, b.high)};
        }
        if (const auto* unary = llvm::dyn_cast<UnaryOperator>(e);
            unary != nullptr && (unary->getOpcode() == UO_Minus || unary->getOpcode() == UO_Plus)) {
            const Range a = of(unary->getSubExpr(), depth + 1);
            return unary->getOpcode() == UO_Plus ? a : fit({-a.high, -a.low}, e->getType());
        }
        if (const auto* binary = llvm::dyn_cast<BinaryOperator>(e))
            return of_binary(binary, all, depth);
        if (const auto* call = llvm::dyn_cast<CallExpr>(e)) return of_call(call, all, depth);
        return all;
    }

    bool may_wrap(const Expr* e) const {
        if (const auto* one = llvm::dyn_cast<UnaryOperator>(e)) {
            if (!is_int(one->getType())) return false;
            const Range a = of(one->getSubExpr());
            if (one->isIncrementOp()) return a.high == kIntMax;
            if (one->isDecrementOp()) return a.low == kIntMin;
            return one->getOpcode() == UO_Minus && a.low == kIntMin;
        }
        const auto* two = llvm::dyn_cast<BinaryOperator>(e);
        if (two == nullptr) return false;
        const auto* compound = llvm::dyn_cast<CompoundAssignOperator>(two);
        if (!is_int(compound ? compound->getComputationResultType() : two->getType())) return false;
        const std::optional<Range> result =
            exact(compound ? BinaryOperator::getOpForCompoundAssignment(two->getOpcode())
                           : two->getOpcode(),
                  of(two->getLHS()), of(two->getRHS()));
        return result && !result->within(kIntMin, kIntMax);
    }

  private:
    static bool is_int(QualType type) {
        return type.getCanonicalType()->isSpecificBuiltinType(BuiltinType::Int);
    }

    /// What + - * of such values can be before it is made to fit; nothing for other operators.
    static std::optional<Range> exact(BinaryOperatorKind op, Range a, Range b) {
        if (op == BO_Add) return Range{a.low + b.low, a.high + b.high};
        if (op == BO_Sub) return Range{a.low - b.high, a.high - b.low};
        if (op != BO_Mul) return std::nullopt;
        // Of two unsigned values the product may leave long long too.
        if (!a.within(kIntMin, kIntMax) || !b.within(kIntMin, kIntMax))
            return Range{kIntMin, kUnsignedMax};
        const auto [low, high] =
            std::minmax({a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high});
        return Range{low, high};
    }

    Range of_local(const VarDecl* variable, Range all, int depth) const {
        if (const auto found = flow_.counted.find(variable); found != flow_.counted.end()) {
            const CountedLoop& loop = found->second;
            const Range first = of(loop.first, depth + 1), bound = of(loop.bound, depth + 1);
            const int edge = loop.inclusive ? 0 : 1;
            // The step past the last value must not wrap.
            if (loop.step > 0 && bound.high - edge + loop.step <= kIntMax)
                return {first.low, std::max(first.low, bound.high - edge)};
            if (loop.step < 0 && bound.low + edge + loop.step >= kIntMin)
                return {std::min(first.high, bound.low + edge), first.high};
            return all;
        }
        if (const Expr* value = flow_.only_value(variable)) return of(value, depth + 1);
        return all;
    }

    static Range of_metadata(const std::string& name, Range all) {
        if (name == "Radius" || name == "RadiusX" || name == "RadiusY") return {0, kMaxRadius};
        if (name == "Count") return {0, kMaxSparseOffsets};
        if (name == "Planes" || name == "Colours") return {1, kMaxPlanes};
        if (name == "Alpha") return {-1, kMaxPlanes - 1};
        if (name == "Axis") return {0, 1};
        return all;
    }

    Range of_binary(const BinaryOperator* binary, Range all, int depth) const {
        if (!scalar_of(binary->getLHS()->getType()) || !scalar_of(binary->getRHS()->getType()) ||
            scalar_of(binary->getLHS()->getType()) == ScalarType::kFloat ||
            scalar_of(binary->getRHS()->getType()) == ScalarType::kFloat)
            return all;
        const Range a = of(binary->getLHS(), depth + 1), b = of(binary->getRHS(), depth + 1);
        if (const std::optional<Range> result = exact(binary->getOpcode(), a, b))
            return fit(*result, binary->getType());
        switch (binary->getOpcode()) {
            case BO_Div:
                if (b.low == b.high && b.low > 0) return {a.low / b.low, a.high / b.low};
                return all;
            case BO_Rem:
                if (b.low == b.high && b.low > 0) return {a.low >= 0 ? 0 : 1 - b.low, b.low - 1};
                return all;
            case BO_And:
                if (b.low == b.high && b.low >= 0) return {0, b.low};
                if (a.low == a.high && a.low >= 0) return {0, a.low};
                return all;
            case BO_Shr:
                if (b.low == b.high && b.low >= 0 && b.low < 32)
                    return {a.low >> b.low, a.high >> b.low};
                return all;
            case BO_Shl:
                if (b.low == b.high && b.low >= 0 && b.low < 32 && a.within(kIntMin, kIntMax))
                    return fit({a.low * (1LL << b.low), a.high * (1LL << b.low)},
                               binary->getType());
                return all;
            default: return all;
        }
    }

    Range of_call(const CallExpr* call, Range all, int depth) const {
        const std::string name = weft_function(call);
        const auto argument = [&](unsigned i) { return of(call->getArg(i), depth + 1); };
        for (const Expr* a : call->arguments())
            if (scalar_of(a->getType()) == ScalarType::kFloat || !scalar_of(a->getType()))
                return all;
        if (name == "min" && call->getNumArgs() == 2) {
            const Range a = argument(0), b = argument(1);
            return {std::min(a.low, b.low), std::min(a.high, b.high)};
        }
        if (name == "max" && call->getNumArgs() == 2) {
            const Range a = argument(0), b = argument(1);
            return {std::max(a.low, b.low), std::max(a.high, b.high)};
        }
        if (name == "clamp" && call->getNumArgs() == 3) {
            const Range lo = argument(1), hi = argument(2);
            if (lo.high <= hi.low) return {lo.low, hi.high};
        }
        return all;
    }

    const FunctorModel& model_;
    const Dataflow& flow_;
    const ASTContext& context_;
};

}  // namespace

Range range_of(const Expr* e, const FunctorModel& model, const Dataflow& flow,
               const ASTContext& context) {
    return Ranges(model, flow, context).of(e);
}

bool may_wrap(const Expr* e, const FunctorModel& model, const Dataflow& flow,
              const ASTContext& context) {
    return Ranges(model, flow, context).may_wrap(e);
}

}  // namespace weft
