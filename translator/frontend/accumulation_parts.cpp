// Finds the parts of an eAccumulation functor's Kernel(), and where its terms read.
#include "frontend/accumulation_parts.h"

#include <fmt/format.h>

#include <algorithm>

#include "frontend/ast_query.h"
#include "frontend/int_text.h"

namespace weft {

using namespace clang;

namespace {

std::set<const VarDecl*> declared_in(const Stmt* s) {
    std::set<const VarDecl*> all;
    for_each(s, [&](const Stmt* child) {
        if (const auto* declared = llvm::dyn_cast<DeclStmt>(child))
            for (const Decl* d : declared->decls())
                if (const auto* variable = llvm::dyn_cast<VarDecl>(d)) all.insert(variable);
    });
    return all;
}

std::set<const VarDecl*> used_in(const Stmt* s) {
    std::set<const VarDecl*> all;
    for_each(s, [&](const Stmt* child) {
        if (const auto* reference = llvm::dyn_cast<DeclRefExpr>(child))
            if (const auto* variable = llvm::dyn_cast<VarDecl>(reference->getDecl()))
                all.insert(variable);
    });
    return all;
}

/// Whether the loop gives a local from before it a value that is made of the one that it had.
bool adds_terms(const Stmt* loop) {
    const std::set<const VarDecl*> own = declared_in(loop);
    std::map<const VarDecl*, int> named, replaced;
    std::set<const VarDecl*> assigned;
    for_each(loop, [&](const Stmt* s) {
        if (const auto* reference = llvm::dyn_cast<DeclRefExpr>(s))
            if (const auto* variable = llvm::dyn_cast<VarDecl>(reference->getDecl()))
                ++named[variable];
        const std::optional<Assignment> a = assignment_of(s);
        const VarDecl* variable = a ? local_of(target_base(a->target)) : nullptr;
        if (variable == nullptr || own.contains(variable)) return;
        assigned.insert(variable);
        if (a->value != nullptr && !a->compound) ++replaced[variable];
    });
    return std::any_of(assigned.begin(), assigned.end(),
                       [&](const VarDecl* v) { return named[v] > replaced[v]; });
}

/// The statements of a block, or the statement itself.
std::vector<const Stmt*> statements_of(const Stmt* s) {
    const auto* block = llvm::dyn_cast<CompoundStmt>(s);
    if (block == nullptr) return {s};
    return {block->body_begin(), block->body_end()};
}

/// The only statement of a body, where it is a loop.
const ForStmt* only_loop(const Stmt* body) {
    const std::vector<const Stmt*> all = statements_of(body);
    return all.size() == 1 ? llvm::dyn_cast<ForStmt>(all.front()) : nullptr;
}

const CountedLoop* counted(const Dataflow& flow, const ForStmt* loop) {
    for (const auto& [variable, found] : flow.counted)
        if (found.loop == loop) return &found;
    return nullptr;
}

class AccumulationReader {
  public:
    AccumulationReader(const FunctorModel& model, Reporter& reporter)
        : model_(model), reporter_(reporter), flow_(analyse_dataflow(model.kernel)) {}

    std::optional<AccumulationModel> read() {
        if (!find_loops() || !check_loops() || !check_jumps()) return std::nullopt;
        std::set<const VarDecl*> used = used_in(parts_.term), declared;
        for (const Stmt* s : parts_.end) used.merge(used_in(s));
        for (const Stmt* s : parts_.begin) declared.merge(declared_in(s));
        for (const VarDecl* v : declared)
            if (used.contains(v)) parts_.kept.push_back(v);
        std::sort(parts_.kept.begin(), parts_.kept.end(),
                  [](const auto* a, const auto* b) { return a->getLocation() < b->getLocation(); });
        return std::move(parts_);
    }

  private:
    bool refuse(SourceLocation place, std::string message, std::string remedy) {
        reporter_.refuse(place, std::move(message), std::move(remedy));
        return false;
    }

    /// The nest of terms among the statements of Kernel(), or of a loop over planes that ends it.
    bool find_loops() {
        std::vector<const Stmt*> level = statements_of(model_.kernel->getBody());
        for (;;) {
            const auto is_nest = [](const Stmt* s) {
                return llvm::isa<ForStmt>(s) && adds_terms(s);
            };
            const auto nest = std::find_if(level.begin(), level.end(), is_nest);
            if (nest != level.end()) {
                if (const auto next = std::find_if(nest + 1, level.end(), is_nest);
                    next != level.end())
                    return refuse((*next)->getBeginLoc(), "a second loop adds terms",
                                  "an eAccumulation functor has one nest of loops that does; "
                                  "declare this one eParallel");
                parts_.begin.insert(parts_.begin.end(), level.begin(), nest);
                parts_.end.assign(nest + 1, level.end());
                nest_from(llvm::cast<ForStmt>(*nest));
                return true;
            }
            const auto* planes = level.empty() ? nullptr : llvm::dyn_cast<ForStmt>(level.back());
            const bool before = std::all_of(level.begin(), level.end(), [&](const Stmt* s) {
                return s == planes || llvm::isa<DeclStmt>(s);
            });
            if (planes == nullptr || parts_.planes != nullptr || !before)
                return refuse(
                    model_.kernel->getLocation(),
                    "no loop of this Kernel() adds terms to a local variable",
                    "write for (int k = 0; k < n; ++k) sum = fma(...k..., sum), or declare "
                    "the functor eParallel");
            parts_.planes = planes;
            parts_.begin.insert(parts_.begin.end(), level.begin(), level.end() - 1);
            level = statements_of(planes->getBody());
        }
    }

    void nest_from(const ForStmt* loop) {
        while (loop != nullptr && adds_terms(loop)) {
            parts_.loops.push_back(loop);
            parts_.term = loop->getBody();
            loop = only_loop(loop->getBody());
        }
    }

    bool check_loops() {
        std::vector<const ForStmt*> all = parts_.loops;
        if (parts_.planes != nullptr) all.insert(all.begin(), parts_.planes);
        for (const ForStmt* loop : all) {
            const CountedLoop* count = counted(flow_, loop);
            IntText text(model_, flow_, IntText::Of::kMembers);
            if (count == nullptr || count->step < 0 || !text.bounds(*count) ||
                !text.loops().empty())
                return refuse(loop->getBeginLoc(),
                              "how often this loop runs depends on more than members and domains",
                              "write for (int k = 0; k < n; ++k), n a member, a constant, or the "
                              "planes or an edge of an indexer");
            parts_.variables.push_back(count->variable);
        }
        return true;
    }

    /// Parts are functions: none is left from within another.
    bool check_jumps() {
        bool good = true;
        for_each(model_.kernel->getBody(), [&](const Stmt* s) {
            if (llvm::isa<ReturnStmt>(s))
                good = refuse(s->getBeginLoc(), "an eAccumulation functor returns early",
                              "choose with ?:, or declare the functor eParallel");
        });
        check_term_jumps(parts_.term, good);
        check_outputs(parts_.term, good);
        for (const Stmt* s : parts_.begin) check_outputs(s, good);
        return good;
    }

    /// break and continue that would leave the term, and so the loops around it.
    void check_term_jumps(const Stmt* s, bool& good) {
        if (s == nullptr || llvm::isa<ForStmt, WhileStmt, DoStmt, SwitchStmt>(s)) return;
        if (llvm::isa<BreakStmt, ContinueStmt>(s))
            good = refuse(s->getBeginLoc(), "a term leaves the loop of terms",
                          "choose with ?:, or declare the functor eParallel");
        for (const Stmt* child : s->children()) check_term_jumps(child, good);
    }

    void check_outputs(const Stmt* part, bool& good) {
        for_each(part, [&](const Stmt* s) {
            const auto* call = llvm::dyn_cast<CallExpr>(s);
            const std::optional<Access> access = call ? access_of(call) : std::nullopt;
            const IndexerModel* indexer = access ? model_.indexer(access->indexer) : nullptr;
            if (indexer != nullptr && indexer->direction == eOutput)
                good = refuse(
                    s->getBeginLoc(),
                    fmt::format("output '{}' is written before all terms are added", indexer->name),
                    "write it after the loops of terms");
        });
    }

    const FunctorModel& model_;
    Reporter& reporter_;
    const Dataflow flow_;
    AccumulationModel parts_;
};

/// The place of a read; those coordinates are empty that are not known.
TermRead place_of(const FunctorModel& model, const IndexerModel& indexer, const Access& access,
                  const Dataflow& flow) {
    const AccumulationModel& parts = *model.accumulation;
    IntText text(model, flow, IntText::Of::kPlaces);
    for (const VarDecl* variable : parts.variables) text.of_local(variable);
    const std::size_t around = text.loops().size();
    const bool pixel = indexer.granularity == ePixel;
    const std::size_t offsets = access.arguments.size() - (pixel ? 1 : 0);
    std::optional<std::string> x = "X", y = "Y";
    const std::optional<std::string> plane =
        pixel ? text.of(access.arguments.back()) : std::optional<std::string>("Plane");
    const auto relative = [&](const char* place, std::size_t argument) {
        if (offsets <= argument) return std::optional<std::string>(place);
        const std::optional<std::string> offset = text.of(access.arguments[argument]);
        return offset ? std::optional(combine('+', place, *offset)) : std::nullopt;
    };
    TermRead read{indexer.name, {""}, {""}, {""}, {}};
    switch (indexer.freedom) {
        case e0D: break;
        case e2D:
            x = relative("X", 0);
            y = relative("Y", 1);
            break;
        case eRandom:
            if (!access.sampler.empty()) return read;
            x = text.of(access.arguments[0]);
            y = text.of(access.arguments[1]);
            break;
        case e1D: {
            if (offsets == 0) break;
            // The axis is 0 along x and 1 along y.
            const std::optional<std::string> offset = text.of(access.arguments[0]);
            if (!offset) return read;
            const std::string axis = indexer.name + ".Axis";
            x = combine('+', "X", combine('*', combine('-', "1", axis), *offset));
            y = combine('+', "Y", combine('*', axis, *offset));
            break;
        }
        case eSparse: return read;  // at the entries of a list
    }
    read.x.text = x.value_or("");
    read.y.text = y.value_or("");
    read.plane.text = plane.value_or("");
    read.loops.assign(text.loops().begin() + static_cast<std::ptrdiff_t>(around),
                      text.loops().end());
    return read;
}

}  // namespace

bool read_accumulation(FunctorModel& model, Reporter& reporter) {
    model.accumulation = AccumulationReader(model, reporter).read();
    return model.accumulation.has_value();
}

AccumulationFacts accumulation_facts(const FunctorModel& model) {
    const AccumulationModel& parts = *model.accumulation;
    const Dataflow flow = analyse_dataflow(model.kernel);
    AccumulationFacts facts;
    IntText text(model, flow, IntText::Of::kMembers);
    for (const VarDecl* variable : parts.variables) text.of_local(variable);
    const auto loops = text.loops().begin() + (parts.planes != nullptr ? 1 : 0);
    facts.planes.assign(text.loops().begin(), loops);
    facts.loops.assign(loops, text.loops().end());
    for (const VarDecl* kept : parts.kept) {
        long long numbers = 1;
        for (QualType type = kept->getType();
             const auto* array = llvm::dyn_cast_or_null<ConstantArrayType>(
                 kept->getASTContext().getAsArrayType(type));
             type = array->getElementType())
            numbers *= static_cast<long long>(array->getSize().getZExtValue());
        facts.kept += static_cast<int>(std::min<long long>(numbers, 1 << 16));
    }
    const auto add = [&](const TermRead& read) {
        if (std::find(facts.reads.begin(), facts.reads.end(), read) == facts.reads.end())
            facts.reads.push_back(read);
    };
    bool helpers = false;
    for_each(parts.term, [&](const Stmt* s) {
        const auto* call = llvm::dyn_cast<CallExpr>(s);
        if (call == nullptr) return;
        helpers |= model.helper(call->getDirectCallee()) != nullptr;
        const std::optional<Access> access = access_of(call);
        const IndexerModel* indexer = access ? model.indexer(access->indexer) : nullptr;
        if (indexer != nullptr && indexer->direction == eInput)
            add(place_of(model, *indexer, *access, flow));
    });
    // What functions read for a term is not looked at.
    if (helpers)
        for (const HelperModel& helper : model.helpers)
            for (const int i : helper.indexers)
                if (const IndexerModel& indexer = model.indexers[static_cast<std::size_t>(i)];
                    indexer.direction == eInput)
                    add({indexer.name, {""}, {""}, {""}, {}});
    return facts;
}

}  // namespace weft
