// Operation counts of Kernel(), as expressions over the structure.
//
//   fp        float + - * comparisons, min max abs floor select and the like
//   special   float division, sqrt, exp, log, pow, trigonometry; functions: all but the first two
//   integer   int and unsigned arithmetic and comparisons, conversions
//   loads     reads through input indexers; stores: writes through outputs
//
// A loop counts its body as often as it runs, or kUnknownTrips times where that is not known;
// branches count as the dearer side, but where a Baked<bool> chooses: as the side that it takes.
#include <fmt/format.h>

#include "frontend/ast_query.h"
#include "frontend/functor_facts.h"
#include "frontend/int_text.h"

namespace weft {

using namespace clang;

namespace {

constexpr const char* kUnknownTrips = "4";

struct Counts {
    std::string fp = "0", integer = "0", special = "0", functions = "0", loads = "0", stores = "0";

    template <class Combine>
    friend Counts merge(const Counts& a, const Counts& b, const Combine& with) {
        return {with(a.fp, b.fp),           with(a.integer, b.integer),
                with(a.special, b.special), with(a.functions, b.functions),
                with(a.loads, b.loads),     with(a.stores, b.stores)};
    }
    Counts operator+(const Counts& b) const {
        return merge(*this, b, [](auto& x, auto& y) { return combine('+', x, y); });
    }
    Counts times(const std::string& n) const {
        return merge(*this, *this, [&](auto& x, auto&) { return combine('*', n, x); });
    }
};

Counts larger(const Counts& a, const Counts& b) {
    return merge(a, b, [](auto& x, auto& y) { return combine("max", x, y); });
}

bool is_special(const std::string& name) {
    for (const char* cheap :
         {"abs",     "min",        "max",        "clamp",        "floor",        "ceil",
          "trunc",   "round",      "round_even", "fract",        "sign",         "copysign",
          "step",    "smoothstep", "mix",        "isnan",        "isinf",        "isfinite",
          "select",  "to_int",     "to_float",   "floor_to_int", "round_to_int", "as_int",
          "as_uint", "as_float",   "at",         "shift_left",   "shift_right",  "fma"})
        if (name == cheap) return false;
    return true;
}

class OperationCounter {
  public:
    explicit OperationCounter(const FunctorModel& model) : model_(model) {}

    Counts part(const FunctionDecl* f, const Stmt* s) {
        flows_.push_back(analyse_dataflow(f));
        const Counts counts = of(s);
        flows_.pop_back();
        return counts;
    }

  private:
    static void one(Counts& counts, QualType type) {
        (scalar_of(type) == ScalarType::kFloat ? counts.fp : counts.integer) = "1";
    }

    /// How often a loop runs; bounds that move with an outer loop are taken at their widest.
    std::string trips(const ForStmt* loop) {
        for (const auto& [variable, counted] : flows_.back().counted) {
            if (counted.loop != loop) continue;
            IntText text(model_, flows_.back(), IntText::Of::kMembers);
            const std::optional<IntText::Bounds> bounds = text.bounds(counted);
            if (!bounds) break;
            // last - first + 1, without a detour where the bound itself is excluded.
            std::string span = combine('-', bounds->last, bounds->first);
            if (!counted.inclusive && counted.step == 1)
                if (const std::optional<std::string> bound = text.of(counted.bound))
                    span = combine('-', combine('-', *bound, bounds->first), "1");
            // Outer variables: the larger of their two ends, innermost first.
            for (auto outer = text.loops().rbegin(); outer != text.loops().rend(); ++outer)
                span = combine("max", substitute(span, outer->variable, outer->first.text),
                               substitute(span, outer->variable, outer->last.text));
            if (bounds->step > 1) span = fmt::format("(/ {} {})", span, bounds->step);
            const std::string tail = " 1)";
            if (span.rfind("(- ", 0) == 0 && span.size() > tail.size() &&
                span.compare(span.size() - tail.size(), tail.size(), tail) == 0)
                return combine("max", "0", span.substr(3, span.size() - 3 - tail.size()));
            return combine("max", "0", combine('+', span, "1"));
        }
        return kUnknownTrips;
    }

    static std::string substitute(const std::string& text, const std::string& name,
                                  const std::string& value) {
        std::string out;
        for (std::size_t i = 0; i < text.size();) {
            const std::size_t end = std::min(text.find_first_of(" ()", i), text.size());
            if (end == i) {
                out += text[i++];
                continue;
            }
            const std::string word = text.substr(i, end - i);
            out += word == name ? value : word;
            i = end;
        }
        return out;
    }

    static Counts of_choice(const Expr* condition, const Counts& yes, const Counts& no) {
        const FieldDecl* baked = baked_of(condition);
        if (baked == nullptr || !condition->getType()->isBooleanType()) return larger(yes, no);
        const std::string name = baked->getNameAsString();
        return yes.times(name) + no.times(combine('-', "1", name));
    }

    /// Of a switch's body, whose cases do not fall through.
    Counts dearest_case(const Stmt* body) {
        Counts dearest, group;
        for (const Stmt* child : body->children()) {
            if (llvm::isa<SwitchCase>(child)) {
                dearest = larger(dearest, group);
                group = {};
            }
            group = group + of(child);
        }
        return larger(dearest, group);
    }

    Counts of(const Stmt* s) {
        Counts own;
        if (s == nullptr) return own;
        if (const auto* argument = llvm::dyn_cast<CXXDefaultArgExpr>(s))
            return of(argument->getExpr());
        if (const auto* loop = llvm::dyn_cast<ForStmt>(s))
            return of(loop->getInit()) +
                   (of(loop->getCond()) + of(loop->getBody()) + of(loop->getInc()))
                       .times(trips(loop));
        if (const auto* loop = llvm::dyn_cast<WhileStmt>(s))
            return (of(loop->getCond()) + of(loop->getBody())).times(kUnknownTrips);
        if (const auto* loop = llvm::dyn_cast<DoStmt>(s))
            return (of(loop->getCond()) + of(loop->getBody())).times(kUnknownTrips);
        if (const auto* choice = llvm::dyn_cast<IfStmt>(s))
            return of(choice->getCond()) +
                   of_choice(choice->getCond(), of(choice->getThen()), of(choice->getElse()));
        if (const auto* choice = llvm::dyn_cast<SwitchStmt>(s))
            return of(choice->getCond()) + dearest_case(choice->getBody());
        if (const auto* choice = llvm::dyn_cast<ConditionalOperator>(s)) {
            one(own, choice->getType());
            return own + of(choice->getCond()) +
                   of_choice(choice->getCond(), of(choice->getTrueExpr()),
                             of(choice->getFalseExpr()));
        }
        if (const auto* e = llvm::dyn_cast<Expr>(s)) {
            if (const std::optional<Access> access = access_of(e)) {
                const IndexerModel* indexer = model_.indexer(access->indexer);
                if (llvm::isa<CXXOperatorCallExpr>(e) && indexer != nullptr) {
                    (indexer->direction == eInput ? own.loads : own.stores) = "1";
                    for (const Expr* a : access->arguments) own = own + of(a);
                    return own;
                }
            } else if (const auto* call = llvm::dyn_cast<CallExpr>(e)) {
                if (const HelperModel* helper = model_.helper(call->getDirectCallee()))
                    own = part(helper->function, helper->function->getBody());
                else if (const std::string name = weft_function(call); !name.empty()) {
                    if (scalar_of(call->getType()) == ScalarType::kFloat && is_special(name)) {
                        own.special = "1";
                        if (name != "sqrt") own.functions = "1";
                    } else
                        one(own,
                            call->getNumArgs() > 0 ? call->getArg(0)->getType() : call->getType());
                }
            } else if (const auto* two = llvm::dyn_cast<BinaryOperator>(e)) {
                const bool divides = two->getOpcode() == BO_Div || two->getOpcode() == BO_DivAssign;
                if (two->getOpcode() == BO_Assign || two->getOpcode() == BO_Comma) {
                } else if (divides && scalar_of(two->getLHS()->getType()) == ScalarType::kFloat) {
                    own.special = "1";
                } else {
                    one(own, two->getLHS()->getType());
                }
            } else if (const auto* single = llvm::dyn_cast<UnaryOperator>(e)) {
                one(own, single->getType());
            } else if (const auto* cast = llvm::dyn_cast<CastExpr>(e);
                       cast != nullptr && cast->getCastKind() == CK_IntegralToFloating) {
                own.integer = "1";
            }
        }
        for (const Stmt* child : s->children()) own = own + of(child);
        return own;
    }

    const FunctorModel& model_;
    std::vector<Dataflow> flows_;
};

}  // namespace

OperationFacts count_operations(const FunctorModel& model, const Stmt* part) {
    const Counts counts = OperationCounter(model).part(model.kernel, part);
    return {{counts.fp},    {counts.integer}, {counts.special},
            {counts.loads}, {counts.stores},  {counts.functions}};
}

}  // namespace weft
