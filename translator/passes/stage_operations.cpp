#include "passes/stage_operations.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <optional>

#include "passes/bind.h"

namespace weft {

namespace {

int planes_of(const BoundGraph& plan, Id<PlanImage> image) {
    return plan.images[image].shape.planes;
}

/// The names that bind() gave values to; values that no expression needs are left out.
Bindings bindings_of(const BoundGraph& plan, const Stage& stage) {
    Bindings bindings;
    auto input = stage.inputs.begin();
    auto output = stage.outputs.begin();
    for (const IndexerFacts& indexer : stage.facts.indexers) {
        if (indexer.direction == eInput && input != stage.inputs.end()) {
            const StageInput& read = *input++;
            bindings[indexer.name + ".Radius"] = read.radius;
            bindings[indexer.name + ".RadiusX"] = read.radius_x;
            bindings[indexer.name + ".RadiusY"] = read.radius_y;
            bindings[indexer.name + ".Count"] = static_cast<std::int64_t>(read.offsets.size());
            bindings[indexer.name + ".Axis"] = read.axis;
            bindings[indexer.name + ".Planes"] = planes_of(plan, read.image);
        } else if (indexer.direction == eOutput && output != stage.outputs.end()) {
            bindings[indexer.name + ".Planes"] = planes_of(plan, *output++);
        }
    }
    const std::vector<int> offsets = member_offsets(stage.facts.members);
    for (std::size_t m = 0; m < stage.facts.members.size(); ++m) {
        const MemberFacts& member = stage.facts.members[m];
        if (member.type == "float" || member.array) continue;
        std::int32_t value = 0;
        const std::size_t size = member.type == "bool" ? 1 : 4;
        std::memcpy(&value, stage.members.data() + offsets[m], size);
        bindings[member.name] = value;
    }
    return bindings;
}

/// What the text says where it is digits alone, as most are.
std::optional<double> number(const IntExpr& expr) {
    std::int64_t value = 0;
    const char* const end = expr.text.data() + expr.text.size();
    const auto [stop, error] = std::from_chars(expr.text.data(), end, value);
    if (error != std::errc{} || stop != end || value < 0) return std::nullopt;
    return static_cast<double>(value);
}

StageOperations operations_of(const BoundGraph& plan, const Stage& stage) {
    const OperationFacts& facts = stage.facts.operations;
    const double taps = taps_of(plan, stage);
    // Most facts are numbers, which need no names.
    std::optional<Bindings> bindings;
    const auto count = [&](const IntExpr& expr, double otherwise) {
        if (const std::optional<double> constant = number(expr)) return *constant;
        if (!bindings) bindings = bindings_of(plan, stage);
        const Result<std::int64_t> value = evaluate(expr, *bindings);
        return value ? std::max(0.0, static_cast<double>(*value)) : otherwise;
    };
    return {.fp = count(facts.fp, taps),
            .integer = count(facts.integer, taps),
            .special = count(facts.special, 0),
            .functions = count(facts.functions, 0),
            .loads = count(facts.loads, taps),
            .stores = count(facts.stores, static_cast<double>(stage.outputs.size()))};
}

}  // namespace

double taps_of(const BoundGraph& plan, const Stage& stage) {
    double taps = 0;
    for (const StageInput& input : stage.inputs)
        taps += static_cast<double>(input.taps.size()) *
                (input.granularity == ePixel ? planes_of(plan, input.image) : 1);
    return taps;
}

BoundGraph with_operations(BoundGraph plan) {
    for (Stage& stage : plan.stages) stage.operations = operations_of(plan, stage);
    return plan;
}

}  // namespace weft
