// Checking whole functors: their bodies in turn, then what holds across them.
#include "frontend/subset.h"

#include <fmt/format.h>

#include <algorithm>

#include "frontend/subset_internal.h"

#include "core/reduction.h"

namespace weft {

using namespace clang;

namespace {

/// True where `s` (a statement at the top of Initialise) gives every entry of `field` a value.
bool sets_whole(const Stmt* s, const FieldDecl* field, const FunctorModel& model,
                const Dataflow& flow) {
    const ASTContext& context = model.record->getASTContext();
    if (const std::optional<Assignment> a = assignment_of(s)) return own_field(a->target) == field;
    const auto* loop = llvm::dyn_cast<ForStmt>(s);
    if (loop == nullptr) return false;
    for (const auto& [variable, counted] : flow.counted) {
        if (counted.loop != loop || counted.step != 1) continue;
        const MemberModel* member = model.member(field);
        const std::optional<long long> bound = constant_integer(counted.bound, context);
        if (constant_integer(counted.first, context) != 0 || !bound || member == nullptr ||
            member->extents.size() != 1 ||
            *bound + (counted.inclusive ? 1 : 0) != member->extents[0])
            continue;
        std::vector<const Stmt*> statements{loop->getBody()};
        if (const auto* block = llvm::dyn_cast<CompoundStmt>(loop->getBody()))
            statements.assign(block->body_begin(), block->body_end());
        for (const Stmt* inner : statements) {
            const std::optional<Assignment> a = assignment_of(inner);
            const auto* subscript =
                a && !a->compound ? llvm::dyn_cast<ArraySubscriptExpr>(a->target) : nullptr;
            if (subscript != nullptr && own_field(subscript->getBase()) == field &&
                local_of(subscript->getIdx()) == variable)
                return true;
            if (inner != nullptr && (llvm::isa<BreakStmt>(inner) || llvm::isa<ContinueStmt>(inner)))
                return false;
        }
    }
    return false;
}

/// Initialise() must not depend on what an earlier element left behind.
void check_state_is_set(const FunctorModel& model, Reporter& reporter) {
    if (model.initialise == nullptr) return;
    const Dataflow flow = analyse_dataflow(model.initialise);
    const auto* body = llvm::cast<CompoundStmt>(model.initialise->getBody());
    for (const MemberModel& member : model.members) {
        if (!member.state) continue;
        bool set = false;
        for (const Stmt* s : body->body()) {
            bool reads = false;
            const std::optional<Assignment> a = assignment_of(s);
            const bool plain = a && !a->compound && own_field(a->target) == member.field;
            for_each(plain ? static_cast<const Stmt*>(a->value) : s, [&](const Stmt* child) {
                const auto* e = llvm::dyn_cast<MemberExpr>(child);
                reads |= e != nullptr && own_field(e) == member.field;
            });
            set = plain ? !reads : sets_whole(s, member.field, model, flow);
            if (set || reads) break;
        }
        if (!set)
            reporter.refuse(
                model.initialise->getLocation(),
                fmt::format("Initialise() does not set the state member '{}' before anything else "
                            "uses it",
                            member.name),
                member.extents.size() > 1
                    ? fmt::format("make {} an array of one dimension and fill it in one for loop",
                                  member.name)
                : member.shape == MemberShape::kArray
                    ? fmt::format("fill all of {} in one for loop at the top of Initialise()",
                                  member.name)
                    : fmt::format("assign {} at the top of Initialise(), outside any condition",
                                  member.name));
    }
}

/// True where something gives `field` a value before kernels read it: its declaration, a
/// constructor, Prepare().
bool has_value(const FieldDecl* field, const CXXRecordDecl* record) {
    if (field->hasInClassInitializer()) return true;
    const auto mentions = [&](const Stmt* body) {
        bool found = false;
        for_each(body, [&](const Stmt* s) {
            const auto* e = llvm::dyn_cast<MemberExpr>(s);
            found |= e != nullptr && own_field(e) == field;
        });
        return found;
    };
    for (const CXXMethodDecl* method : record->methods()) {
        const FunctionDecl* definition = nullptr;
        if (!method->hasBody(definition)) continue;
        const auto* constructor = llvm::dyn_cast<CXXConstructorDecl>(definition);
        if (constructor != nullptr && !constructor->isCopyOrMoveConstructor())
            for (const CXXCtorInitializer* init : constructor->inits())
                if (init->getAnyMember() == field && init->isWritten()) return true;
        const bool prepares = constructor != nullptr || (method->getDeclName().isIdentifier() &&
                                                         method->getName() == "Prepare");
        if (prepares && mentions(definition->getBody())) return true;
    }
    return false;
}

/// Members of plain types start with whatever is in memory, unless something says otherwise.
void check_members_have_values(const FunctorModel& model, Reporter& reporter) {
    for (const MemberModel& member : model.members) {
        const bool plain =
            member.shape == MemberShape::kScalar || member.shape == MemberShape::kArray;
        if (!plain || member.state || has_value(member.field, model.record)) continue;
        reporter.refuse(member.field->getLocation(),
                        fmt::format("the member '{}' starts without a value", member.name),
                        fmt::format("give it one: {}{} = {};", member.name,
                                    member.extents.empty() ? "" : "[...]",
                                    member.extents.empty() ? "0" : "{}"));
    }
}

/// A reduction has many states at once.
void check_state_size(const FunctorModel& model, Reporter& reporter) {
    if (model.dependence != eReduction) return;
    long long floats = 0;
    for (const MemberModel& member : model.members) {
        if (!member.state) continue;
        long long entries = 1;
        for (const int n : member.extents) entries *= n;
        floats += entries;
    }
    if (floats == 0)
        reporter.refuse(model.record->getLocation(),
                        fmt::format("the reduction '{}' has no state", model.name),
                        "collect in a data member: Sum += Input();");
    if (floats > kMaxReductionState)
        reporter.refuse(
            model.record->getLocation(),
            fmt::format("the state of the reduction '{}' is {} numbers", model.name, floats),
            fmt::format("at most {} are possible: use fewer or wider bins", kMaxReductionState));
}

/// Inputs of which no body reads an element or asks for the reach: a kernel is not handed them.
/// Their domains are members.
void leave_out_unread_inputs(FunctorModel& model) {
    std::set<const FieldDecl*> used;
    for (const FunctionDecl* f : model.functions())
        for_each(f->getBody(), [&](const Stmt* s) {
            const auto* e = llvm::dyn_cast<Expr>(s);
            if (e == nullptr) return;
            if (const std::optional<Access> access = access_of(e)) used.insert(access->indexer);
            if (const std::optional<IndexerMetadata> m = metadata_of(e); m && m->name != "Domain")
                used.insert(m->indexer);
        });
    std::erase_if(model.indexers, [&](const IndexerModel& i) {
        return i.direction == eInput && used.count(i.field) == 0;
    });
}

/// Which helper needs what, its callees' needs included (callees come first).
void complete_helpers(FunctorModel& model) {
    for (HelperModel& helper : model.helpers) {
        for_each(helper.function->getBody(), [&](const Stmt* s) {
            helper.loops |=
                llvm::isa<ForStmt>(s) || llvm::isa<WhileStmt>(s) || llvm::isa<DoStmt>(s);
            if (const auto* call = llvm::dyn_cast<CallExpr>(s))
                if (const HelperModel* callee = model.helper(call->getDirectCallee())) {
                    helper.uses_members |= callee->uses_members;
                    helper.uses_state |= callee->uses_state;
                    helper.uses_place |= callee->uses_place;
                    helper.loops |= callee->loops;
                    helper.indexers.insert(callee->indexers.begin(), callee->indexers.end());
                }
            const auto* e = llvm::dyn_cast<Expr>(s);
            helper.uses_place |= e != nullptr && !place_part_of(e).empty();
            const FieldDecl* field = e != nullptr ? own_field(e) : nullptr;
            if (field == nullptr) return;
            if (const IndexerModel* indexer = model.indexer(field))
                helper.indexers.insert(static_cast<int>(indexer - model.indexers.data()));
            if (const MemberModel* member = model.member(field))
                (member->state ? helper.uses_state : helper.uses_members) = true;
        });
    }
}

}  // namespace

bool SubsetChecker::refuse(SourceLocation place, std::string message, std::string remedy) {
    reporter_.refuse(place, std::move(message), std::move(remedy));
    return false;
}

bool SubsetChecker::macro(const Stmt* s) {
    if (!s->getBeginLoc().isMacroID()) return false;
    const std::string name =
        Lexer::getImmediateMacroName(s->getBeginLoc(), context_.getSourceManager(),
                                     context_.getLangOpts())
            .str();
    refuse(s->getBeginLoc(), fmt::format("the macro '{}' inside a kernel", name),
           "write a constexpr constant or a function");
    return true;
}

std::string SubsetChecker::text(const Stmt* s) const {
    return Lexer::getSourceText(CharSourceRange::getTokenRange(s->getSourceRange()),
                                context_.getSourceManager(), context_.getLangOpts())
        .str();
}

void SubsetChecker::use(const FieldDecl* field, MemberShape shape, ScalarType type,
                        std::vector<int> extents) {
    if (model_.member(field) == nullptr)
        model_.members.push_back(
            {field, field->getNameAsString(), type, shape, std::move(extents), false});
}

void SubsetChecker::check_combined() {
    for (const auto& [field, place] : combined_)
        if (const MemberModel* member = model_.member(field); member != nullptr && !member->state)
            refuse(place, fmt::format("'{}' is no state", member->name),
                   fmt::format("it is the same in both: write {}", member->name));
}

void SubsetChecker::function(const FunctionDecl* function) {
    stack_.push_back(function);
    flows_.push_back(analyse_dataflow(function));
    if (source(function->getBody())) statement(function->getBody());
    flows_.pop_back();
    stack_.pop_back();
}

bool check_subset(FunctorModel& model, Reporter& reporter) {
    const std::size_t before = reporter.diagnostics().size();
    // What is written is state, wherever it is read.
    SubsetChecker checker(model, reporter);
    checker.function(model.kernel);
    for (const FunctionDecl* f : {model.initialise, model.combine, model.result})
        if (f != nullptr) checker.function(f);
    for (const FunctionDecl* f : {model.kernel, model.initialise, model.combine})
        if (f != nullptr)
            for_each(f->getBody(), [&](const Stmt* s) {
                if (const std::optional<Assignment> a = assignment_of(s))
                    if (const FieldDecl* field = own_field(target_base(a->target)))
                        for (MemberModel& m : model.members) m.state |= m.field == field;
            });
    std::sort(model.members.begin(), model.members.end(),
              [](const MemberModel& a, const MemberModel& b) {
                  return a.field->getFieldIndex() < b.field->getFieldIndex();
              });
    if (reporter.diagnostics().size() == before) {
        check_members_have_values(model, reporter);
        check_state_is_set(model, reporter);
        check_state_size(model, reporter);
        checker.check_combined();
    }
    leave_out_unread_inputs(model);
    complete_helpers(model);
    return reporter.diagnostics().size() == before;
}

}  // namespace weft
