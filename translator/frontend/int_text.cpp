// Integer expressions of the source as the plan's IntExpr text.
#include "frontend/int_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "frontend/ast_query.h"
#include "frontend/kernel_names.h"

namespace weft {

using namespace clang;

namespace {

std::optional<long long> number(const std::string& text) {
    long long value = 0;
    const char* end = text.data() + text.size();
    const auto [at, error] = std::from_chars(text.data(), end, value);
    return error == std::errc() && at == end ? std::optional<long long>(value) : std::nullopt;
}

}  // namespace

std::string combine(char op, const std::string& a, const std::string& b) {
    const std::optional<long long> x = number(a), y = number(b);
    long long value = 0;
    if (x && y &&
        !(op == '+'   ? __builtin_add_overflow(*x, *y, &value)
          : op == '-' ? __builtin_sub_overflow(*x, *y, &value)
                      : __builtin_mul_overflow(*x, *y, &value)))
        return fmt::format("{}", value);
    if (op == '+' && x == 0) return b;
    if ((op == '+' || op == '-') && y == 0) return a;
    if (op == '*' && (x == 0 || y == 0)) return "0";
    if (op == '*' && x == 1) return b;
    if (op == '*' && y == 1) return a;
    return fmt::format("({} {} {})", op, a, b);
}

std::string combine(const char* function, const std::string& a, const std::string& b) {
    const std::optional<long long> x = number(a), y = number(b);
    const bool least = std::string_view(function) == "min";
    if (x && y) return fmt::format("{}", least ? std::min(*x, *y) : std::max(*x, *y));
    if (a == b) return a;
    return fmt::format("({} {} {})", function, a, b);
}

std::optional<std::string> IntText::of(const Expr* e) {
    if (const std::optional<long long> value = constant_integer(e, model_.record->getASTContext()))
        return fmt::format("{}", *value);
    if (!e->getType()->isSpecificBuiltinType(BuiltinType::Int) &&
        weft_class(e->getType()) != "Baked" && !e->getType()->isEnumeralType())
        return std::nullopt;
    if (const FieldDecl* baked = baked_of(e)) {
        const MemberModel* member = model_.member(baked);
        if (member == nullptr || member->type != ScalarType::kInt) return std::nullopt;
        return member->name;
    }
    e = bare(e);
    if (!e->getType()->isSpecificBuiltinType(BuiltinType::Int) && !e->getType()->isEnumeralType())
        return std::nullopt;
    if (const VarDecl* variable = local_of(e)) return of_local(variable);
    if (const std::optional<IndexerMetadata> m = metadata_of(e))
        return fmt::format("{}.{}", m->indexer->getNameAsString(), m->name);
    if (const std::optional<ListPart> part = list_part_of(e); part && part->part == "count")
        return fmt::format("{}.count", part->list->getNameAsString());
    if (const std::optional<std::string> known = of_run(e)) return known;
    if (const auto* one = llvm::dyn_cast<UnaryOperator>(e)) {
        std::optional<std::string> a = of(one->getSubExpr());
        if (!a || (one->getOpcode() != UO_Minus && one->getOpcode() != UO_Plus))
            return std::nullopt;
        if (one->getOpcode() == UO_Plus) return a;
        return number(*a) ? combine('-', "0", *a) : fmt::format("(neg {})", *a);
    }
    if (const auto* two = llvm::dyn_cast<BinaryOperator>(e)) {
        const char op = two->getOpcode() == BO_Add   ? '+'
                        : two->getOpcode() == BO_Sub ? '-'
                        : two->getOpcode() == BO_Mul ? '*'
                                                     : '\0';
        if (op == '\0') return std::nullopt;
        const std::optional<std::string> a = of(two->getLHS()), b = of(two->getRHS());
        return a && b ? std::optional(combine(op, *a, *b)) : std::nullopt;
    }
    if (const auto* call = llvm::dyn_cast<CallExpr>(e)) {
        const std::string name = weft_function(call);
        if ((name != "min" && name != "max") || call->getNumArgs() != 2) return std::nullopt;
        const std::optional<std::string> a = of(call->getArg(0)), b = of(call->getArg(1));
        return a && b ? std::optional(combine(name.c_str(), *a, *b)) : std::nullopt;
    }
    return std::nullopt;
}

/// The name of what is known once a run's pictures and parameters are.
std::optional<std::string> IntText::of_run(const Expr* e) const {
    if (of_ == Of::kStructure) return std::nullopt;
    if (const std::optional<DomainPart> edge = domain_part_of(e))
        return fmt::format("{}.Domain.{}", edge->indexer->getNameAsString(), edge->part);
    if (const std::string place = place_part_of(e); !place.empty() && of_ == Of::kPlaces)
        return place;
    const FieldDecl* field = own_field(e);
    const MemberModel* member = field != nullptr ? model_.member(field) : nullptr;
    const bool plain = member != nullptr && member->shape == MemberShape::kScalar &&
                       member->type == ScalarType::kInt && !member->state &&
                       field_name(member->name) == member->name;
    return plain ? std::optional(member->name) : std::nullopt;
}

std::optional<IntText::Bounds> IntText::bounds(const CountedLoop& loop) {
    const std::optional<std::string> first = of(loop.first), bound = of(loop.bound);
    if (!first || !bound) return std::nullopt;
    const std::string edge = loop.inclusive ? "0" : "1";
    if (loop.step > 0) return Bounds{*first, combine('-', *bound, edge), loop.step};
    // Counting down visits the same values in another order when every value is visited.
    if (loop.step == -1) return Bounds{combine('+', *bound, edge), *first, 1};
    return std::nullopt;
}

std::optional<std::string> IntText::of_local(const VarDecl* variable) {
    if (const auto known = names_.find(variable); known != names_.end()) return known->second;
    const auto found = flow_.counted.find(variable);
    if (found == flow_.counted.end()) {
        const Expr* value = flow_.only_value(variable);
        return value != nullptr ? of(value) : std::nullopt;
    }
    std::optional<Bounds> range = bounds(found->second);
    if (!range) return std::nullopt;
    std::string name = variable->getNameAsString();
    for (int n = 2; std::any_of(loops_.begin(), loops_.end(),
                                [&](const TapLoop& l) { return l.variable == name; });
         ++n)
        name = fmt::format("{}_{}", variable->getNameAsString(), n);
    names_[variable] = name;
    loops_.push_back({name, {range->first}, {range->last}, range->step});
    return name;
}

}  // namespace weft
