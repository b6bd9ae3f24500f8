// Which loops may go on for long: all but counted ones whose bounds are known to be near enough.
#include "frontend/watched_loops.h"

#include "core/iteration_limit.h"
#include "frontend/ast_query.h"
#include "frontend/integer_ranges.h"

namespace weft {

using namespace clang;

namespace {

bool ends_soon(const CountedLoop& loop, const FunctorModel& model, const Dataflow& flow,
               const ASTContext& context) {
    const Range first = range_of(loop.first, model, flow, context);
    const Range bound = range_of(loop.bound, model, flow, context);
    const long long way = loop.step > 0 ? bound.high - first.low : first.high - bound.low;
    return way / std::abs(loop.step) < kMaxIterations;
}

void watch_loops_of(const FunctionDecl* function, FunctorModel& model) {
    const ASTContext& context = function->getASTContext();
    const Dataflow flow = analyse_dataflow(function);
    std::set<const Stmt*> near;
    for (const auto& [variable, loop] : flow.counted)
        if (ends_soon(loop, model, flow, context)) near.insert(loop.loop);
    for_each(function->getBody(), [&](const Stmt* s) {
        const bool is_loop =
            llvm::isa<ForStmt>(s) || llvm::isa<WhileStmt>(s) || llvm::isa<DoStmt>(s);
        if (is_loop && !near.contains(s)) model.watched_loops.insert(s);
    });
}

}  // namespace

void watch_loops(FunctorModel& model) {
    for (const FunctionDecl* function : model.functions()) watch_loops_of(function, model);
    for (HelperModel& helper : model.helpers)  // callees before callers
        for_each(helper.function->getBody(), [&](const Stmt* s) {
            helper.watched |= model.watched_loops.contains(s);
            if (const auto* call = llvm::dyn_cast<CallExpr>(s))
                if (const HelperModel* callee = model.helper(call->getDirectCallee()))
                    helper.watched |= callee->watched;
        });
}

}  // namespace weft
