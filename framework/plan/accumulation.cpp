#include "plan/accumulation.h"

#include <algorithm>
#include <cstdlib>

#include "plan/stage_bindings.h"

namespace weft {

namespace {

/// Factors beyond these would make boxes of little else than what nobody reads.
constexpr std::int64_t kMostFactor = 64;

/// A loop within which nothing but constants count.
struct FixedLoop {
    std::int64_t first = 0, last = -1;
};

std::optional<FixedLoop> fixed(const TapLoop& loop, const Bindings& structure) {
    const auto first = affine(loop.first, structure), last = affine(loop.last, structure);
    if (!first || !last || !first->is_constant() || !last->is_constant()) return std::nullopt;
    if (last->constant < first->constant) return FixedLoop{first->constant, first->constant};
    const std::int64_t turns = (last->constant - first->constant) / loop.step;
    return FixedLoop{first->constant, first->constant + turns * loop.step};
}

class Binder {
  public:
    Binder(const BoundGraph& graph, const Stage& stage)
        : stage_(stage),
          facts_(*stage.facts.accumulation),
          structure_(structure_of(graph, stage)),
          run_(bindings_of(graph, stage)) {
        // A reach that the run brings along is no constant of the kernel.
        auto input = stage.inputs.begin();
        for (const IndexerFacts& indexer : stage.facts.indexers)
            if (indexer.direction == eInput && (input++)->own)
                for (const char* reach : {".Radius", ".RadiusX", ".RadiusY", ".Count"})
                    structure_.erase(indexer.name + reach);
    }

    BoundAccumulation bound() {
        for (const TapLoop& loop : facts_.planes) add_loop(loop, result_.planes, false);
        for (const TapLoop& loop : facts_.loops)
            add_loop(loop, result_.loops, &loop == &facts_.loops.front());
        for (std::size_t i = 1; i < facts_.loops.size(); ++i) within_.push_back(&facts_.loops[i]);
        Id<StageInput> input(0);
        for (const IndexerFacts& indexer : stage_.facts.indexers) {
            if (indexer.direction != eInput) continue;
            result_.reads.add(reads_of(indexer.name, stage_.inputs[input]));
            input = Id<StageInput>(input.number() + 1);
        }
        const OperationFacts& term = facts_.term;
        result_.instructions = count(term.fp) + count(term.integer);
        result_.special = count(term.special);
        return std::move(result_);
    }

  private:
    double count(const IntExpr& expr) const {
        const Result<std::int64_t> value = evaluate(expr, run_);
        return value ? std::max(0.0, static_cast<double>(*value)) : 1;
    }

    void add_loop(const TapLoop& loop, std::vector<BoundLoop>& loops, bool at_run_time) {
        BoundLoop bound{loop.variable, {}, {}, loop.step, 1};
        const Result<std::int64_t> first = evaluate(loop.first, run_);
        const Result<std::int64_t> last = evaluate(loop.last, run_);
        if (first && last)
            bound.turns =
                *last < *first ? 0 : static_cast<double>((*last - *first) / loop.step + 1);
        const auto a = affine(loop.first, structure_), b = affine(loop.last, structure_);
        if (!a || !b || (!at_run_time && (!a->is_constant() || !b->is_constant())))
            result_.why_no_tiles =
                "how often the loop over " + loop.variable + " runs is known only when it does";
        bound.first = a.value_or(Affine{});
        bound.last = b.value_or(Affine{});
        loops.push_back(std::move(bound));
    }

    /// The range of a coordinate over the loops within a term and all but the outermost around it.
    std::optional<TermRange> range_of(const IntExpr& at, const TermRead& read) const {
        Bindings structure = structure_;  // which the names of loops hide
        for (const auto* loops : {&facts_.planes, &facts_.loops, &read.loops})
            for (const TapLoop& loop : *loops) structure.erase(loop.variable);
        std::optional<Affine> along = affine(at, structure);
        if (!along) return std::nullopt;
        TermRange range;
        range.low = range.high = along->constant;
        std::vector<const TapLoop*> loops = within_;
        for (const TapLoop& loop : read.loops) loops.push_back(&loop);
        for (const TapLoop* loop : loops) {
            const auto found = along->factors.find(loop->variable);
            if (found == along->factors.end()) continue;
            const std::optional<FixedLoop> ends = fixed(*loop, structure_);
            if (!ends || std::abs(found->second) > kMostFactor) return std::nullopt;
            const std::int64_t a = found->second * ends->first, b = found->second * ends->last;
            range.low += std::min(a, b);
            range.high += std::max(a, b);
            along->factors.erase(found);
        }
        along->constant = 0;
        range.along = *std::move(along);
        return range;
    }

    /// Whether a name may stand in a coordinate that is known for a tile.
    bool is_known(const std::string& name) const {
        if (name == "X" || name == "Y" || name == "Plane") return true;
        if (name.find(".Domain.") != std::string::npos) return true;
        if (name == facts_.loops.front().variable) return true;
        return !facts_.planes.empty() && name == facts_.planes.front().variable;
    }

    bool is_usable(const TermRange& range) const {
        return std::all_of(range.along.factors.begin(), range.along.factors.end(), [&](auto& f) {
            return is_known(f.first) && std::abs(f.second) <= kMostFactor;
        });
    }

    static bool joined(TermRange& all, const TermRange& range) {
        all.low = std::min(all.low, range.low);
        all.high = std::max(all.high, range.high);
        return all.along == range.along;
    }

    /// How far an indexer's offsets may reach; beyond they are bounded.
    static bool within_reach(const StageInput& input, const TermReads::Box& box) {
        const auto inside = [](const TermRange& r, const char* place, int radius) {
            const bool beside = r.along == Affine{0, {{place, 1}}};
            return beside && r.low >= -radius && r.high <= radius;
        };
        const bool along_x = input.axis == eHorizontal;
        switch (input.freedom) {
            case e0D: return inside(box.x, "X", 0) && inside(box.y, "Y", 0);
            case e1D:
                return inside(box.x, "X", along_x ? input.radius : 0) &&
                       inside(box.y, "Y", along_x ? 0 : input.radius);
            case e2D:
                return inside(box.x, "X", input.radius_x) && inside(box.y, "Y", input.radius_y);
            case eSparse: return false;
            case eRandom: break;
        }
        return true;
    }

    TermReads reads_of(const std::string& indexer, const StageInput& input) const {
        TermReads reads;
        bool known = !input.own && !input.is_scaled(), columns = input.freedom == eRandom;
        for (const TermRead& read : facts_.reads) {
            if (read.indexer != indexer) continue;
            double each = 1;
            for (const TapLoop& loop : read.loops)
                if (const std::optional<FixedLoop> ends = fixed(loop, structure_))
                    each *= static_cast<double>((ends->last - ends->first) / loop.step + 1);
            reads.each += each;
            const auto x = range_of(read.x, read), y = range_of(read.y, read),
                       plane = range_of(read.plane, read);
            columns &= x && is_usable(*x) && (!reads.columns || joined(*reads.columns, *x));
            if (!reads.columns) reads.columns = x;
            if (!x || !y || !plane) {
                known = false;
                continue;
            }
            const TermReads::Box box{*x, *y, *plane};
            known &= is_usable(box.x) && is_usable(box.y) && is_usable(box.plane);
            if (!reads.box)
                reads.box = box;
            else
                known &= joined(reads.box->x, box.x) & joined(reads.box->y, box.y) &
                         joined(reads.box->plane, box.plane);
        }
        if (!known || !reads.box || !within_reach(input, *reads.box)) reads.box.reset();
        if (!columns) reads.columns.reset();
        return reads;
    }

    const Stage& stage_;
    const AccumulationFacts& facts_;
    Bindings structure_;
    const Bindings run_;
    std::vector<const TapLoop*> within_;  ///< loops of terms but the outermost
    BoundAccumulation result_;
};

}  // namespace

std::int64_t TermRange::factor(const std::string& name) const {
    const auto found = along.factors.find(name);
    return found == along.factors.end() ? 0 : found->second;
}

double BoundAccumulation::turns() const {
    double all = 1;
    for (const BoundLoop& loop : planes) all *= loop.turns;
    for (const BoundLoop& loop : loops) all *= loop.turns;
    return all;
}

BoundAccumulation bound_accumulation(const BoundGraph& graph, const Stage& stage) {
    return Binder(graph, stage).bound();
}

BoxExtent box_extent(const BoundAccumulation& accumulation, const TermReads::Box& box, int tile_x,
                     int tile_y, int turns) {
    const BoundLoop& outermost = accumulation.outermost();
    const auto extent = [&](const TermRange& range) {
        return 1 + range.high - range.low + std::abs(range.factor("X")) * (tile_x - 1) +
               std::abs(range.factor("Y")) * (tile_y - 1) +
               std::abs(range.factor(outermost.variable)) * outermost.step * (turns - 1);
    };
    return {extent(box.x), extent(box.y), extent(box.plane)};
}

}  // namespace weft
