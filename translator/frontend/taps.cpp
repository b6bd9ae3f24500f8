// Where a functor reads: exact offsets as far as structure and counted loops decide them.
#include <algorithm>

#include "frontend/ast_query.h"
#include "frontend/functor_facts.h"
#include "frontend/int_text.h"

namespace weft {

using namespace clang;

std::vector<Tap> taps_of(const FunctorModel& model, const IndexerModel& indexer, bool& dense) {
    std::vector<Tap> taps;
    dense = indexer.freedom == eRandom;  // anywhere
    if (dense) return taps;
    for (const FunctionDecl* function : model.functions()) {
        const Dataflow flow = analyse_dataflow(function);
        for_each(function->getBody(), [&](const Stmt* s) {
            const auto* e = llvm::dyn_cast<CXXOperatorCallExpr>(s);
            const std::optional<Access> access = e ? access_of(e) : std::nullopt;
            if (!access || access->indexer != indexer.field) return;
            IntText text(model, flow);
            Tap tap;
            const std::size_t offsets =
                access->arguments.size() - (indexer.granularity == ePixel ? 1 : 0);
            std::optional<std::string> x = "0", y = "0";
            if (indexer.freedom != e0D && offsets > 0) x = text.of(access->arguments[0]);
            if (indexer.freedom == e2D && offsets > 1) y = text.of(access->arguments[1]);
            if (!x || !y) {
                dense = true;
                return;
            }
            tap.x.text = *x;
            tap.y.text = *y;
            tap.loops = text.loops();
            if (std::find(taps.begin(), taps.end(), tap) == taps.end())
                taps.push_back(std::move(tap));
        });
    }
    if (dense) taps.clear();
    return taps;
}

}  // namespace weft
