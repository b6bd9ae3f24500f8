// Whether a reduction comes to the same in whatever order elements are collected.
#include "frontend/any_order.h"

#include <algorithm>

#include "frontend/ast_query.h"
#include "frontend/loops.h"

namespace weft {

using namespace clang;

namespace {

class SumsReader {
  public:
    explicit SumsReader(const FunctorModel& model)
        : model_(model), context_(model.record->getASTContext()) {}

    bool all_are_sums() {
        const bool whole_numbers =
            std::all_of(model_.members.begin(), model_.members.end(), [](const MemberModel& m) {
                return !m.state ||
                       ((m.type == ScalarType::kInt || m.type == ScalarType::kUnsigned) &&
                        m.shape != MemberShape::kList);
            });
        // What a function does with the state is not looked at.
        const bool within =
            std::none_of(model_.helpers.begin(), model_.helpers.end(),
                         [](const HelperModel& helper) { return helper.uses_state; });
        return whole_numbers && within && kernel_only_adds() &&
               each_once(model_.initialise,
                         [this](const Stmt* s, const Loops& loops) { return zeroed(s, loops); }) &&
               each_once(model_.combine,
                         [this](const Stmt* s, const Loops& loops) { return combined(s, loops); });
    }

  private:
    using Loops = std::vector<const CountedLoop*>;

    bool is_state(const Expr* e) const {
        const FieldDecl* field = own_field(e);
        const MemberModel* member = field ? model_.member(field) : nullptr;
        return member != nullptr && member->state;
    }

    /// Whether Kernel() names the state as what it adds to, and nowhere else.
    bool kernel_only_adds() const {
        int named = 0, increments = 0;
        for_each(model_.kernel->getBody(), [&](const Stmt* s) {
            if (const auto* member = llvm::dyn_cast<MemberExpr>(s)) named += is_state(member);
            if (is_increment(s)) increments += is_state(target_base(assignment_of(s)->target));
        });
        return named == increments;
    }

    /// Whether an assignment adds to its target a whole number, in the target's own type.
    static bool is_increment(const Stmt* s) {
        if (const auto* unary = llvm::dyn_cast<UnaryOperator>(s))
            return unary->isIncrementDecrementOp();
        const auto* sum = llvm::dyn_cast<CompoundAssignOperator>(s);
        return sum != nullptr && sum->getOpcode() == BO_AddAssign &&
               sum->getComputationResultType()->isIntegerType();
    }

    /// Whether a method is nothing but assignments in loops, of each number of the state once.
    /// `assigned`: the member that an assignment gives all its numbers, or null.
    template <class Assigned>
    bool each_once(const CXXMethodDecl* method, const Assigned& assigned) const {
        const Dataflow flow = analyse_dataflow(method);
        std::vector<const FieldDecl*> fields;
        if (!only_assigns(method->getBody(), flow, {}, assigned, fields)) return false;
        return std::all_of(model_.members.begin(), model_.members.end(), [&](const MemberModel& m) {
            return !m.state || std::count(fields.begin(), fields.end(), m.field) == 1;
        });
    }

    template <class Assigned>
    bool only_assigns(const Stmt* s, const Dataflow& flow, Loops loops, const Assigned& assigned,
                      std::vector<const FieldDecl*>& fields) const {
        if (const auto* block = llvm::dyn_cast<CompoundStmt>(s))
            return std::all_of(block->body_begin(), block->body_end(), [&](const Stmt* child) {
                return only_assigns(child, flow, loops, assigned, fields);
            });
        if (const auto* loop = llvm::dyn_cast<ForStmt>(s)) {
            const auto found =
                std::find_if(flow.counted.begin(), flow.counted.end(),
                             [&](const auto& counted) { return counted.second.loop == loop; });
            if (found == flow.counted.end()) return false;
            loops.push_back(&found->second);
            return only_assigns(loop->getBody(), flow, std::move(loops), assigned, fields);
        }
        const auto* e = llvm::dyn_cast<Expr>(s);
        const FieldDecl* field =
            e != nullptr ? assigned(e->IgnoreParens()->IgnoreImplicit(), loops) : nullptr;
        if (field != nullptr) fields.push_back(field);
        return field != nullptr;
    }

    /// The member that an assignment sets to zero.
    const FieldDecl* zeroed(const Stmt* s, const Loops& loops) const {
        const std::optional<Assignment> a = assignment_of(s);
        if (!a || a->value == nullptr || a->compound || constant_integer(a->value, context_) != 0)
            return nullptr;
        return all_of(a->target, nullptr, loops);
    }

    /// The member that an assignment adds to its like of the other functor.
    const FieldDecl* combined(const Stmt* s, const Loops& loops) const {
        const std::optional<Assignment> a = assignment_of(s);
        if (!a || a->value == nullptr || !is_increment(s)) return nullptr;
        return all_of(a->target, a->value, loops);
    }

    /// The member of which `mine` is every number, by all of `loops`, and `theirs`, where it is not
    /// null, the same one of the other functor; or null.
    const FieldDecl* all_of(const Expr* mine, const Expr* theirs, Loops loops) const {
        mine = bare(mine);
        theirs = theirs != nullptr ? bare(theirs) : nullptr;
        if (const auto* a = llvm::dyn_cast<ArraySubscriptExpr>(mine)) {
            const auto* b = llvm::dyn_cast_or_null<ArraySubscriptExpr>(theirs);
            const VarDecl* index = local_of(a->getIdx());
            if (loops.empty() || loops.back()->variable != index ||
                !covers(*loops.back(), a->getBase()))
                return nullptr;
            if (theirs != nullptr && (b == nullptr || local_of(b->getIdx()) != index))
                return nullptr;
            loops.pop_back();
            return all_of(a->getBase(), b != nullptr ? b->getBase() : nullptr, std::move(loops));
        }
        const FieldDecl* field = own_field(mine);
        if (field == nullptr || !loops.empty()) return nullptr;
        if (theirs == nullptr) return field;
        const std::optional<OtherField> other = other_field(theirs);
        return other && other->field == field ? field : nullptr;
    }

    /// Whether a loop goes through all elements of an array.
    bool covers(const CountedLoop& loop, const Expr* array) const {
        const auto* type = context_.getAsConstantArrayType(bare(array)->getType());
        const auto first = constant_integer(loop.first, context_),
                   bound = constant_integer(loop.bound, context_);
        return type != nullptr && first == 0 && loop.step == 1 && bound &&
               *bound + (loop.inclusive ? 1 : 0) ==
                   static_cast<long long>(type->getSize().getZExtValue());
    }

    const FunctorModel& model_;
    const ASTContext& context_;
};

}  // namespace

bool sums_in_any_order(const FunctorModel& model) { return SumsReader(model).all_are_sums(); }

}  // namespace weft
