// Which statements a kernel may use.
#include <fmt/format.h>

#include "frontend/subset_internal.h"

namespace weft {

using namespace clang;

namespace {

/// True where a break or return inside `body` leaves the loop whose body it is.
bool leaves(const Stmt* s, bool nested) {
    if (s == nullptr) return false;
    if (llvm::isa<ReturnStmt>(s)) return true;
    if (llvm::isa<BreakStmt>(s)) return !nested;
    const bool inner = nested || llvm::isa<ForStmt>(s) || llvm::isa<WhileStmt>(s) ||
                       llvm::isa<DoStmt>(s) || llvm::isa<SwitchStmt>(s);
    for (const Stmt* child : s->children())
        if (leaves(child, inner)) return true;
    return false;
}

/// The statement that ends `s`, inside blocks and labels.
const Stmt* last_of(const Stmt* s) {
    if (const auto* block = llvm::dyn_cast_or_null<CompoundStmt>(s))
        return block->body_empty() ? nullptr : last_of(block->body_back());
    if (const auto* label = llvm::dyn_cast_or_null<SwitchCase>(s))
        return last_of(label->getSubStmt());
    return s;
}

bool jumps(const Stmt* s) {
    s = last_of(s);
    return s != nullptr &&
           (llvm::isa<BreakStmt>(s) || llvm::isa<ReturnStmt>(s) || llvm::isa<ContinueStmt>(s));
}

}  // namespace

void SubsetChecker::statement(const Stmt* s) {
    if (s == nullptr || macro(s)) return;
    const SourceLocation place = s->getBeginLoc();
    if (const auto* block = llvm::dyn_cast<CompoundStmt>(s)) {
        for (const Stmt* child : block->body()) statement(child);
    } else if (const auto* declared = llvm::dyn_cast<DeclStmt>(s)) {
        for (const Decl* d : declared->decls()) {
            if (const auto* variable = llvm::dyn_cast<VarDecl>(d))
                declaration(variable);
            else if (!llvm::isa<StaticAssertDecl>(d) && !llvm::isa<TypedefNameDecl>(d))
                refuse(d->getLocation(), "a declaration that is no variable inside a kernel",
                       "declare types and functions outside Kernel()");
        }
    } else if (const auto* choice = llvm::dyn_cast<IfStmt>(s)) {
        if (choice->getInit() != nullptr || choice->getConditionVariable() != nullptr)
            refuse(place, "a variable declared inside an if condition",
                   "declare it in a statement before the if");
        else {
            expression(choice->getCond());
            statement(choice->getThen());
            statement(choice->getElse());
        }
    } else if (const auto* loop = llvm::dyn_cast<ForStmt>(s)) {
        if (loop->getConditionVariable() != nullptr) {
            refuse(place, "a variable declared inside a loop condition",
                   "declare it before the loop");
            return;
        }
        if (const auto* init = llvm::dyn_cast_or_null<Expr>(loop->getInit()))
            effect(init, true);
        else
            statement(loop->getInit());
        if (loop->getCond() != nullptr) expression(loop->getCond());
        if (loop->getInc() != nullptr) effect(loop->getInc(), true);
        statement(loop->getBody());
        loop_ends(loop, loop->getCond(), loop->getBody());
    } else if (const auto* repeat = llvm::dyn_cast<WhileStmt>(s)) {
        if (repeat->getConditionVariable() != nullptr) {
            refuse(place, "a variable declared inside a loop condition",
                   "declare it before the loop");
            return;
        }
        expression(repeat->getCond());
        statement(repeat->getBody());
        loop_ends(repeat, repeat->getCond(), repeat->getBody());
    } else if (const auto* until = llvm::dyn_cast<DoStmt>(s)) {
        statement(until->getBody());
        expression(until->getCond());
        loop_ends(until, until->getCond(), until->getBody());
    } else if (const auto* cases = llvm::dyn_cast<SwitchStmt>(s)) {
        switch_statement(cases);
    } else if (const auto* result = llvm::dyn_cast<ReturnStmt>(s)) {
        if (result->getRetValue() != nullptr) expression(result->getRetValue());
    } else if (const auto* attributed = llvm::dyn_cast<AttributedStmt>(s)) {
        statement(attributed->getSubStmt());  // [[likely]] and the like change no value
    } else if (const auto* e = llvm::dyn_cast<Expr>(s)) {
        effect(e, false);
    } else if (llvm::isa<BreakStmt>(s) || llvm::isa<ContinueStmt>(s) || llvm::isa<NullStmt>(s)) {
        // Nothing to look into.
    } else if (llvm::isa<GotoStmt>(s) || llvm::isa<IndirectGotoStmt>(s) ||
               llvm::isa<LabelStmt>(s)) {
        refuse(place, "goto inside a kernel", "use if, for, while, break, continue or return");
    } else if (llvm::isa<CXXTryStmt>(s)) {
        refuse(place, "try inside a kernel", "kernels raise no exceptions: test with if");
    } else if (llvm::isa<CXXForRangeStmt>(s)) {
        refuse(place, "a range-based for inside a kernel", "count: for (int i = 0; i < n; ++i)");
    } else {
        refuse(
            place, fmt::format("{} inside a kernel", s->getStmtClassName()),
            "use declarations, assignments, if, switch, for, while, do, break, continue, return");
    }
}

void SubsetChecker::declaration(const VarDecl* variable) {
    const SourceLocation place = variable->getLocation();
    const std::string name = variable->getNameAsString();
    const QualType type = variable->getType();
    if (place.isMacroID()) {
        refuse(place, "a macro declares a variable inside a kernel", "write the declaration out");
        return;
    }
    if (variable->isStaticLocal() && !variable->isConstexpr()) {
        refuse(place, fmt::format("the static variable '{}' inside a kernel", name),
               "kernels keep nothing between elements: make it constexpr, or a member set in "
               "Prepare()");
        return;
    }
    if (variable->hasExternalStorage() || variable->getTLSKind() != VarDecl::TLS_None) {
        refuse(place, fmt::format("'{}' is not a local variable", name), "declare it plainly");
        return;
    }
    if (type->isPointerType() || type->isMemberPointerType()) {
        refuse(place, fmt::format("the pointer '{}' inside a kernel", name),
               "use an array with an index: weft::at(array, index)");
        return;
    }
    if (type->isReferenceType()) {
        refuse(place, fmt::format("the reference '{}' inside a kernel", name),
               "copy the value: declare it without &");
        return;
    }
    if (const CXXRecordDecl* record = type->getAsCXXRecordDecl()) {
        refuse(place,
               record->isLambda()
                   ? fmt::format("the lambda '{}' inside a kernel", name)
                   : fmt::format("'{}' has the class type '{}'", name, type.getAsString()),
               record->isLambda() ? "write a function outside Kernel()"
                                  : "use separate variables of type float, int, unsigned or bool");
        return;
    }
    if (!element_of(type)) {
        refuse(place, fmt::format("'{}' has type '{}'", name, type.getAsString()),
               type->isRealFloatingType()
                   ? "declare it float"
                   : "kernels compute with float, int, unsigned, bool and arrays of them");
        return;
    }
    if (type.isVolatileQualified()) {
        refuse(place, fmt::format("'{}' is volatile", name), "leave volatile out");
        return;
    }
    if (type->isArrayType()) {
        std::uint64_t entries = 1;
        for (QualType t = type; t->isArrayType();) {
            const auto* array = llvm::cast<ConstantArrayType>(context_.getAsArrayType(t));
            entries *= array->getSize().getZExtValue();
            t = array->getElementType();
        }
        if (entries > static_cast<std::uint64_t>(kMaxArrayEntries)) {
            refuse(place, fmt::format("the array '{}' holds {} entries", name, entries),
                   fmt::format("keep local arrays to {} entries", kMaxArrayEntries));
            return;
        }
        if (variable->getInit() == nullptr) {
            refuse(place, fmt::format("the array '{}' starts without values", name),
                   fmt::format("give it values: {}[...] = {{}};", name));
            return;
        }
    }
    if (variable->getInit() != nullptr) expression(variable->getInit());
}

/// An expression that stands as a statement.
void SubsetChecker::effect(const Expr* e, bool may_be_list) {
    if (macro(e)) return;
    const Expr* inner = e->IgnoreParens()->IgnoreImplicit();
    if (const std::optional<Assignment> a = assignment_of(inner)) {
        assignment(inner, *a);
        return;
    }
    const auto* list = llvm::dyn_cast<BinaryOperator>(inner);
    if (list != nullptr && list->getOpcode() == BO_Comma) {
        if (!may_be_list) {
            refuse(list->getOperatorLoc(), "the comma operator inside a kernel",
                   "write two statements");
            return;
        }
        effect(list->getLHS(), true);
        effect(list->getRHS(), true);
        return;
    }
    if (const auto* to_void = llvm::dyn_cast<CastExpr>(inner);
        to_void != nullptr && to_void->getCastKind() == CK_ToVoid) {
        expression(to_void->getSubExpr());
        return;
    }
    expression(inner);
}

void SubsetChecker::assignment(const Expr* whole, const Assignment& a) {
    const Expr* target = a.target->IgnoreParens();
    if (macro(target)) return;
    if (const auto* binary = llvm::dyn_cast<BinaryOperator>(whole)) {
        if (!expression(binary->getRHS())) return;
        if (const auto* compound = llvm::dyn_cast<CompoundAssignOperator>(binary)) {
            if (scalar_of(compound->getComputationResultType()) == ScalarType::kFloat &&
                scalar_of(target->getType()) != ScalarType::kFloat) {
                refuse(binary->getOperatorLoc(), "a float is converted to a whole number",
                       "weft::to_int(value) is defined for every value, NaN and infinity included");
                return;
            }
            if (!arithmetic(binary,
                            BinaryOperator::getOpForCompoundAssignment(binary->getOpcode())))
                return;
        }
    }
    if (const std::optional<Access> output = access_of(target)) {
        const IndexerModel* indexer = model_.indexer(output->indexer);
        if (indexer == nullptr) return;
        if (indexer->direction == eOutput && a.compound) {
            refuse(target->getBeginLoc(), fmt::format("output '{}' is read", indexer->name),
                   fmt::format("collect in a local variable and assign it once: {}() = sum;",
                               indexer->name));
            return;
        }
        access(llvm::cast<CXXOperatorCallExpr>(bare(target)), *output, true);
        return;
    }
    const Expr* base = target_base(target);
    if (const FieldDecl* field = own_field(base)) {
        if (!expression(target)) return;
        const MemberModel* member = model_.member(field);
        if (is_elementwise(model_.dependence))
            refuse(target->getBeginLoc(),
                   fmt::format("the member '{}' is written in the kernel of an {} functor",
                               field->getNameAsString(),
                               model_.dependence == eParallel ? "eParallel" : "eAccumulation"),
                   "use a local variable; for a running value declare the functor eMovingAverage");
        else if (stack_.front() == model_.result)
            refuse(target->getBeginLoc(),
                   fmt::format("the state '{}' is written by Result()", field->getNameAsString()),
                   "use a local variable: Result() only reads what all elements came to");
        else if (member != nullptr && member->shape == MemberShape::kBaked)
            refuse(target->getBeginLoc(),
                   fmt::format("the baked member '{}' is written", member->name),
                   "make the state a plain member");
        else if (member != nullptr && member->shape == MemberShape::kList)
            refuse(target->getBeginLoc(), fmt::format("the list '{}' is written", member->name),
                   "keep state in a plain array member");
        return;
    }
    if (list_part_of(base)) {
        refuse(target->getBeginLoc(), "a list is written by a kernel",
               "copy what changes into a local array");
        return;
    }
    if (metadata_of(target)) {
        refuse(target->getBeginLoc(), "an indexer's metadata is written by a kernel",
               "set radii and offsets in the constructor or in Prepare()");
        return;
    }
    if (local_of(base) == nullptr) {
        refuse(target->getBeginLoc(),
               fmt::format("'{}' is written, which lives outside the kernel", text(target)),
               "write local variables and outputs only");
        return;
    }
    expression(target);
}

void SubsetChecker::switch_statement(const SwitchStmt* s) {
    if (s->getInit() != nullptr || s->getConditionVariable() != nullptr) {
        refuse(s->getBeginLoc(), "a variable declared inside a switch condition",
               "declare it in a statement before the switch");
        return;
    }
    expression(s->getCond());
    const auto* body = llvm::dyn_cast<CompoundStmt>(s->getBody());
    if (body == nullptr || body->body_empty() || !llvm::isa<SwitchCase>(body->body_front())) {
        refuse(s->getBeginLoc(), "a switch whose body does not begin with a case",
               "write switch (value) { case 0: ...; break; default: ...; }");
        return;
    }
    const Stmt* previous = nullptr;
    for (const Stmt* child : body->body()) {
        if (previous != nullptr && llvm::isa<SwitchCase>(child) && !jumps(previous))
            refuse(child->getBeginLoc(), "a case is entered from the one above it",
                   "end each case with break or return; shared code goes into a function");
        if (previous != nullptr && !llvm::isa<SwitchCase>(child) && jumps(previous))
            refuse(child->getBeginLoc(), "a statement after the end of its case", "remove it");
        const Stmt* first = child;
        while (const auto* label = llvm::dyn_cast<SwitchCase>(first)) {
            if (const auto* value = llvm::dyn_cast<CaseStmt>(label); value && value->getRHS())
                refuse(value->getBeginLoc(), "a range of cases", "write the cases one by one");
            first = label->getSubStmt();
        }
        struct Labels {
            static void find(const Stmt* at, SubsetChecker& checker) {
                if (at == nullptr || llvm::isa<SwitchStmt>(at)) return;  // its labels are its own
                if (llvm::isa<SwitchCase>(at))
                    checker.refuse(at->getBeginLoc(), "a case label inside a statement",
                                   "put case labels directly into the body of the switch");
                for (const Stmt* c : at->children()) find(c, checker);
            }
        };
        Labels::find(first, *this);
        // A break may only end a case.
        const Stmt* last = last_of(child);
        struct Breaks {
            static void find(const Stmt* at, const Stmt* allowed, SubsetChecker& checker) {
                if (at == nullptr || llvm::isa<ForStmt>(at) || llvm::isa<WhileStmt>(at) ||
                    llvm::isa<DoStmt>(at) || llvm::isa<SwitchStmt>(at))
                    return;
                if (llvm::isa<BreakStmt>(at) && at != allowed)
                    checker.refuse(at->getBeginLoc(), "a break in the middle of a case",
                                   "end the case with if and else instead");
                for (const Stmt* c : at->children()) find(c, allowed, checker);
            }
        };
        Breaks::find(first, last, *this);
        statement(first);
        previous = child;
    }
}

void SubsetChecker::loop_ends(const Stmt* loop, const Expr* condition, const Stmt* body) {
    bool endless = condition == nullptr;
    if (condition != nullptr && !condition->isValueDependent()) {
        bool value = false;
        endless = condition->EvaluateAsBooleanCondition(value, context_) && value;
    }
    if (endless && !leaves(body, false))
        refuse(loop->getBeginLoc(), "a loop that never ends",
               "give it a condition that becomes false, or a break");
}

}  // namespace weft
