#include "frontend/tap_loops.h"

#include "frontend/ast_query.h"
#include "frontend/few_iterations.h"
#include "frontend/loops.h"

namespace weft {

using namespace clang;

namespace {

constexpr int kFewTurns = 8;  // of a loop that is unrolled so that an array becomes registers

/// Loops whose variables `e` is made of, by way of variables that keep their first value too.
void add_loops_of(const Expr* e, const Dataflow& flow, std::set<const Stmt*>& loops) {
    for_each(e, [&](const Stmt* s) {
        const auto* reference = llvm::dyn_cast<DeclRefExpr>(s);
        const auto* variable = reference ? llvm::dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
        if (variable == nullptr) return;
        if (const auto counted = flow.counted.find(variable); counted != flow.counted.end())
            loops.insert(counted->second.loop);
        else if (const Expr* value = flow.only_value(variable))
            add_loops_of(value, flow, loops);
    });
}

bool has_within(const Stmt* loop, const std::set<const Stmt*>& loops) {
    bool found = false;
    for_each(loop, [&](const Stmt* s) { found |= s != loop && loops.contains(s); });
    return found;
}

bool has_loop_within(const Stmt* loop) {
    bool found = false;
    for_each(loop, [&](const Stmt* s) {
        found |= s != loop && llvm::isa<ForStmt, WhileStmt, DoStmt>(s);
    });
    return found;
}

/// Loops that choose which element of a local array is given a value.
std::set<const Stmt*> loops_over_arrays(const Stmt* body, const Dataflow& flow) {
    std::set<const Stmt*> loops;
    for_each(body, [&](const Stmt* s) {
        const std::optional<Assignment> a = assignment_of(s);
        if (!a || local_of(target_base(a->target)) == nullptr) return;
        for_each(a->target, [&](const Stmt* part) {
            if (const auto* element = llvm::dyn_cast<ArraySubscriptExpr>(part))
                add_loops_of(element->getIdx(), flow, loops);
        });
    });
    return loops;
}

}  // namespace

void find_tap_loops(FunctorModel& model) {
    for (const FunctionDecl* function : model.functions()) {
        const Dataflow flow = analyse_dataflow(function);
        std::set<const Stmt*> taps, planes;
        for_each(function->getBody(), [&](const Stmt* s) {
            const auto* call = llvm::dyn_cast<CXXOperatorCallExpr>(s);
            const std::optional<Access> access = call ? access_of(call) : std::nullopt;
            const IndexerModel* indexer = access ? model.indexer(access->indexer) : nullptr;
            if (indexer == nullptr) return;
            const bool pixel = indexer->granularity == ePixel;
            const std::size_t offsets = access->arguments.size() - (pixel ? 1 : 0);
            for (std::size_t i = 0; i < offsets; ++i)
                add_loops_of(access->arguments[i], flow, taps);
            if (pixel && indexer->direction == eOutput)
                add_loops_of(access->arguments.back(), flow, planes);
        });
        for (const Stmt* loop : taps)
            if (!has_within(loop, taps)) model.tap_loops.insert(loop);
        for (const Stmt* loop : planes)
            if (!has_loop_within(loop)) model.plane_loops.insert(loop);
        for (const Stmt* loop : loops_over_arrays(function->getBody(), flow)) {
            const std::optional<int> turns =
                few_iterations(llvm::cast<ForStmt>(loop), function->getASTContext());
            if (turns && *turns <= kFewTurns) model.array_loops.insert(loop);
        }
    }
}

}  // namespace weft
