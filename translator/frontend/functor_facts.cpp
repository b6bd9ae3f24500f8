// FunctorFacts of a checked functor: its declarations, in the words of the plan.
#include "frontend/functor_facts.h"

#include "frontend/accumulation_parts.h"
#include "frontend/any_order.h"
#include "frontend/functor_class.h"
#include "frontend/kernel_names.h"

namespace weft {

namespace {

void add_member(const MemberModel& m, std::vector<MemberFacts>& out) {
    int count = 1;
    for (const int n : m.extents) count *= n;
    if (m.shape == MemberShape::kList) {
        out.push_back({m.name + ".count", "int", 1, false, false});
        out.push_back({m.name + ".values", "float", count, true, false});
        return;
    }
    if (m.shape == MemberShape::kDomain) {
        out.push_back({m.name + ".Domain", "int", count, true, false});
        return;
    }
    out.push_back({m.state ? field_name(m.name) : m.name, name_of(m.type), count,
                   m.shape == MemberShape::kArray, m.shape == MemberShape::kBaked});
}

}  // namespace

FunctorFacts functor_facts(const FunctorModel& model, const std::string& file) {
    FunctorFacts facts;
    facts.name = model.name;
    facts.file = file;
    const clang::SourceManager& sources = model.record->getASTContext().getSourceManager();
    facts.line = static_cast<int>(sources.getExpansionLineNumber(model.record->getLocation()));
    facts.summary = doc_comment(model.record);
    facts.dependence = model.dependence;
    facts.places = model.uses_place;
    facts.positional = model.uses_position;
    facts.watched = !model.watched_loops.empty();
    for (const IndexerModel& i : model.indexers) {
        IndexerFacts indexer{i.name, i.direction, i.granularity, i.freedom,
                             false,  {},          i.asks_planes, i.asks_roles};
        if (i.direction == eInput) indexer.taps = taps_of(model, i, indexer.dense);
        facts.indexers.push_back(std::move(indexer));
    }
    for (const MemberModel& m : model.members) add_member(m, m.state ? facts.state : facts.members);
    facts.any_order = model.dependence == eReduction && sums_in_any_order(model);
    facts.operations = count_operations(model, model.kernel->getBody());
    if (model.accumulation) {
        facts.accumulation = accumulation_facts(model);
        facts.accumulation->term = count_operations(model, model.accumulation->term);
    }
    return facts;
}

}  // namespace weft
