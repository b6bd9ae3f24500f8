#include "passes/stage_operations.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "passes/bind.h"
#include "plan/stage_bindings.h"

namespace weft {

namespace {

int planes_of(const BoundGraph& plan, Id<PlanImage> image) {
    return plan.images[image].shape.planes;
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

double reads_of_evaluation(const BoundGraph& plan, const Stage& stage, Id<StageInput> input) {
    if (stage.accumulation) return std::max(1.0, stage.accumulation->reads_of_element(input));
    const StageInput& read = stage.inputs[input];
    return static_cast<double>(std::max<std::size_t>(read.taps.size(), 1)) *
           (read.granularity == ePixel ? planes_of(plan, read.image) : 1);
}

BoundGraph with_operations(BoundGraph plan) {
    for (Stage& stage : plan.stages) {
        stage.operations = operations_of(plan, stage);
        if (stage.facts.accumulation) stage.accumulation = bound_accumulation(plan, stage);
    }
    return plan;
}

}  // namespace weft
