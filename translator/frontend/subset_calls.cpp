// What a kernel may call: indexers, weft's functions, and functions whose body is in sight.
#include <fmt/format.h>

#include <algorithm>

#include "frontend/integer_ranges.h"
#include "frontend/subset_internal.h"

namespace weft {

using namespace clang;

namespace {

/// Weft's name for a function of the C or C++ library, or "".
std::string weft_name(llvm::StringRef name) {
    for (const char* prefix : {"__builtin_"}) name.consume_front(prefix);
    static constexpr const char* kSame[] = {
        "exp",  "exp2", "log",   "log2",  "log10",    "pow",   "sin",   "cos",      "tan",   "asin",
        "acos", "atan", "atan2", "tanh",  "sqrt",     "floor", "ceil",  "trunc",    "round", "abs",
        "min",  "max",  "clamp", "hypot", "copysign", "isnan", "isinf", "isfinite", "fma"};
    static constexpr const char* kOther[][2] = {{"fabs", "abs"},
                                                {"fmin", "min"},
                                                {"fmax", "max"},
                                                {"fmod", "mod"},
                                                {"lerp", "mix"},
                                                {"rint", "round_even"},
                                                {"nearbyint", "round_even"},
                                                {"bit_cast", "as_int or weft::as_float"}};
    for (const llvm::StringRef candidate : {name, name.ends_with("f") ? name.drop_back() : name}) {
        for (const char* same : kSame)
            if (candidate == same) return same;
        for (const auto& other : kOther)
            if (candidate == other[0]) return other[1];
    }
    return {};
}

/// An integer as a multiple of a radius and a constant, where it is one.
struct Linear {
    long long factor = 0, constant = 0;
};

std::optional<Linear> linear(const Expr* e, const FieldDecl* indexer, const char* radius,
                             const ASTContext& context) {
    if (const std::optional<long long> value = constant_integer(e, context))
        return Linear{0, *value};
    e = bare(e);
    if (const std::optional<IndexerMetadata> m = metadata_of(e))
        if (m->indexer == indexer && m->name == radius) return Linear{1, 0};
    if (const auto* one = llvm::dyn_cast<UnaryOperator>(e); one && one->getOpcode() == UO_Minus)
        if (const std::optional<Linear> a = linear(one->getSubExpr(), indexer, radius, context))
            return Linear{-a->factor, -a->constant};
    if (const auto* two = llvm::dyn_cast<BinaryOperator>(e); two && two->isAdditiveOp()) {
        const std::optional<Linear> a = linear(two->getLHS(), indexer, radius, context);
        const std::optional<Linear> b = linear(two->getRHS(), indexer, radius, context);
        const int sign = two->getOpcode() == BO_Add ? 1 : -1;
        if (a && b) return Linear{a->factor + sign * b->factor, a->constant + sign * b->constant};
    }
    return std::nullopt;
}

/// The radius that every constructor gives `field` as a constant and nothing changes later.
std::optional<long long> constant_radius(const FunctorModel& model, const FieldDecl* field,
                                         const char* name, const ASTContext& context) {
    const unsigned position = std::string_view(name) == "RadiusX" ? 0 : 1;
    std::optional<long long> radius;
    const auto agree = [&](const Expr* init) {
        init = init == nullptr ? nullptr : init->IgnoreImplicit();
        if (const auto* list = llvm::dyn_cast_or_null<InitListExpr>(init);
            list && list->getNumInits() == 1)
            init = list->getInit(0)->IgnoreImplicit();
        const auto* construct = llvm::dyn_cast_or_null<CXXConstructExpr>(init);
        if (construct == nullptr || construct->getNumArgs() <= position) return false;
        const Expr* argument = construct->getArg(position);
        if (const auto* standard = llvm::dyn_cast<CXXDefaultArgExpr>(argument))
            argument = standard->getExpr();
        const std::optional<long long> value = constant_integer(argument, context);
        if (!value || (radius && *radius != *value)) return false;
        radius = value;
        return true;
    };
    bool constructed = false;
    for (const CXXConstructorDecl* constructor : model.record->ctors()) {
        if (constructor->isCopyOrMoveConstructor()) continue;
        const FunctionDecl* definition = nullptr;
        if (!constructor->hasBody(definition)) {
            if (!constructor->isDefaulted() || !agree(field->getInClassInitializer()))
                return std::nullopt;
            constructed = true;
            continue;
        }
        for (const CXXCtorInitializer* init : llvm::cast<CXXConstructorDecl>(definition)->inits()) {
            if (init->getAnyMember() != field) continue;
            const Expr* value = init->getInit();
            if (const auto* standard = llvm::dyn_cast<CXXDefaultInitExpr>(value))
                value = standard->getExpr();
            if (!agree(value)) return std::nullopt;
            constructed = true;
        }
    }
    if (!constructed) return std::nullopt;
    // Any mention elsewhere (a parameter, Prepare, a constructor's body) may change it.
    for (const CXXMethodDecl* method : model.record->methods()) {
        if (method == model.kernel || method == model.initialise || !method->hasBody()) continue;
        bool mentioned = false;
        for_each(method->getBody(), [&](const Stmt* s) {
            const auto* e = llvm::dyn_cast<MemberExpr>(s);
            const std::optional<IndexerMetadata> m = e != nullptr ? metadata_of(e) : std::nullopt;
            mentioned |= m && m->indexer == field && m->name == name;
        });
        if (mentioned && !method->isConst()) return std::nullopt;
    }
    return radius;
}

}  // namespace

bool SubsetChecker::call(const CallExpr* e) {
    if (const auto* operation = llvm::dyn_cast<CXXOperatorCallExpr>(e)) {
        if (const std::optional<Access> a = access_of(e)) return access(operation, *a, false);
        return refuse(e->getExprLoc(), "an operator of a class",
                      "use float, int, unsigned and bool");
    }
    if (const std::optional<Access> a = access_of(e)) return access(e, *a, false);
    if (!place_part_of(e).empty()) return place(e);
    const FunctionDecl* callee = e->getDirectCallee();
    if (callee == nullptr)
        return refuse(e->getBeginLoc(), "a call through a pointer",
                      "call a function by its name, or choose with if");
    const std::string own = weft_function(e);
    if (!own.empty()) {
        bool good = true;
        for (unsigned i = 0; i < e->getNumArgs(); ++i) {
            const Expr* argument = e->getArg(i);
            if (llvm::isa<CXXDefaultArgExpr>(argument)) continue;
            good &= expression(argument);
        }
        return good && value_type(e);
    }
    const std::string portable =
        callee->getDeclName().isIdentifier() ? weft_name(callee->getName()) : "";
    const SourceManager& sources = context_.getSourceManager();
    const bool library = callee->isInStdNamespace() || callee->getBuiltinID() != 0 ||
                         sources.isInSystemHeader(sources.getExpansionLoc(callee->getLocation()));
    if (library)
        return refuse(e->getBeginLoc(),
                      fmt::format("'{}' gives other bits on other machines",
                                  callee->getQualifiedNameAsString()),
                      portable.empty() ? "use the functions of core/math.h, in namespace weft"
                                       : fmt::format("weft::{}", portable));
    return helper_call(e, callee);
}

bool SubsetChecker::helper_call(const CallExpr* e, const FunctionDecl* callee) {
    const std::string name = callee->getQualifiedNameAsString();
    const SourceLocation place = e->getBeginLoc();
    const auto* method = llvm::dyn_cast<CXXMethodDecl>(callee);
    if (const auto* member_call = llvm::dyn_cast<CXXMemberCallExpr>(e)) {
        if (!llvm::isa<CXXThisExpr>(bare(member_call->getImplicitObjectArgument())))
            return refuse(place, fmt::format("'{}' of another object is called", name),
                          "call functions and the functor's own const members");
        if (method->isVirtual())
            return refuse(place, fmt::format("the virtual function '{}' is called", name),
                          "make it a plain const member function");
        if (method->getParent()->getCanonicalDecl() != model_.record->getCanonicalDecl())
            return refuse(place, fmt::format("'{}' belongs to a base class", name),
                          "write it as a member of the functor");
        if (!method->isConst())
            return refuse(place, fmt::format("'{}' may change the functor", name),
                          "declare it const and return its result");
    } else if (method != nullptr && !method->isStatic()) {
        return refuse(place, fmt::format("'{}' cannot be called here", name), "call a function");
    }
    const FunctionDecl* definition = nullptr;
    if (!callee->hasBody(definition))
        return refuse(place, fmt::format("the body of '{}' is not visible", name),
                      "define the function in this header");
    if (definition->isTemplateInstantiation())
        return refuse(place, fmt::format("'{}' is a template", name),
                      "write the function for float");
    if (definition->isVariadic())
        return refuse(place, fmt::format("'{}' takes any number of arguments", name),
                      "list its parameters");
    if (!definition->getReturnType()->isVoidType() && !scalar_of(definition->getReturnType()))
        return refuse(
            place,
            fmt::format("'{}' returns '{}'", name, definition->getReturnType().getAsString()),
            "return float, int, unsigned or bool");
    if (definition->getReturnType()->isReferenceType())
        return refuse(place, fmt::format("'{}' returns a reference", name), "return the value");
    if (std::find(stack_.begin(), stack_.end(), definition) != stack_.end())
        return refuse(place, fmt::format("'{}' calls itself", name), "write a loop");
    for (const ParmVarDecl* parameter : definition->parameters()) {
        const QualType type = parameter->getType();
        const bool by_reference =
            type->isReferenceType() &&
            !(type->isLValueReferenceType() && type->getPointeeType().isConstQualified()) &&
            !(type->isLValueReferenceType() &&
              context_.getBaseElementType(type->getPointeeType()).isConstQualified());
        if (by_reference)
            return refuse(place,
                          fmt::format("'{}' takes its parameter '{}' by reference", name,
                                      parameter->getNameAsString()),
                          "take it by value and return the result");
        if (!element_of(type))
            return refuse(
                place, fmt::format("'{}' takes a parameter of type '{}'", name, type.getAsString()),
                "pass float, int, unsigned, bool, or arrays as const float (&array)[N]");
    }
    bool good = true;
    for (const Expr* argument : e->arguments()) good &= expression(argument);
    if (model_.helper(definition) == nullptr &&
        std::none_of(stack_.begin(), stack_.end(),
                     [&](const FunctionDecl* f) { return f == definition; })) {
        function(definition);
        std::string unique = definition->getNameAsString();
        for (int n = 2; std::any_of(model_.helpers.begin(), model_.helpers.end(),
                                    [&](const HelperModel& h) { return h.name == unique; });
             ++n)
            unique = fmt::format("{}_{}", definition->getNameAsString(), n);
        HelperModel helper;
        helper.function = definition;
        helper.name = unique;
        model_.helpers.push_back(std::move(helper));
    }
    return good;
}

/// X(), Y(), Plane(): where there is an element.
bool SubsetChecker::place(const CallExpr* e) {
    if (model_.dependence == eReduction && stack_.front() != model_.kernel &&
        stack_.front() != model_.result)
        return refuse(e->getBeginLoc(), "a state has no place of its own",
                      "ask for it in Kernel(), of the element, or in Result(), of the output's");
    model_.uses_position |= place_part_of(e) != "Plane";
    return model_.uses_place = true;
}

/// Which entry point of a reduction reads, and which writes.
bool SubsetChecker::access_here(const CallExpr* e, const IndexerModel& indexer, bool writes) {
    if (model_.dependence != eReduction) return true;
    if (writes && stack_.front() != model_.result)
        return refuse(
            e->getBeginLoc(),
            fmt::format("output '{}' is written before all elements are combined", indexer.name),
            "write it in Result(), from the state");
    if (!writes && stack_.front() != model_.kernel)
        return refuse(e->getBeginLoc(),
                      fmt::format("input '{}' is read where there is no element", indexer.name),
                      "read it in Kernel(), and keep what it came to in the state");
    return true;
}

bool SubsetChecker::access(const CallExpr* e, const Access& a, bool writes) {
    const IndexerModel* indexer = model_.indexer(a.indexer);
    if (indexer == nullptr)
        return refuse(e->getBeginLoc(),
                      fmt::format("indexer '{}' is not named in mFunctorIndexers",
                                  a.indexer->getNameAsString()),
                      "add it to mFunctorIndexers(...)");
    if (indexer->direction == eOutput && !writes)
        return refuse(e->getBeginLoc(), fmt::format("output '{}' is read", indexer->name),
                      "keep the value in a local variable");
    if (indexer->direction == eInput && writes)
        return refuse(e->getBeginLoc(), fmt::format("input '{}' is written", indexer->name),
                      "write through an output indexer");
    if (writes && in_helper())
        return refuse(e->getBeginLoc(),
                      fmt::format("output '{}' is written by a function", indexer->name),
                      "return the value and assign the output in Kernel()");
    if (writes && stack_.back() == model_.initialise && model_.dependence != eReduction)
        return refuse(e->getBeginLoc(),
                      fmt::format("output '{}' is written by Initialise", indexer->name),
                      "Initialise() builds the state; Kernel() writes the output");
    if (!access_here(e, *indexer, writes)) return false;
    if (!a.sampler.empty() && a.sampler != "Nearest" && a.sampler != "Bilinear" &&
        a.sampler != "Cubic" && a.sampler != "ClampedCubic")
        return refuse(
            e->getBeginLoc(), fmt::format("'{}' of an indexer inside a kernel", a.sampler),
            "kernels may call Nearest(), Bilinear(), Cubic() and ClampedCubic() of an eRandom "
            "input");
    bool good = true;
    for (const Expr* argument : a.arguments) good &= expression(argument);
    if (!good) return false;
    if (indexer->direction == eInput) {
        const std::size_t n = a.arguments.size() - (indexer->granularity == ePixel ? 1 : 0);
        if (indexer->freedom == e1D && n > 0) offset(a.arguments[0], *indexer, "Radius");
        if (indexer->freedom == e2D && n > 0) offset(a.arguments[0], *indexer, "RadiusX");
        if (indexer->freedom == e2D && n > 1) offset(a.arguments[1], *indexer, "RadiusY");
    }
    return true;
}

/// Refuses an offset that can be shown to lie beyond the indexer's radius.
void SubsetChecker::offset(const Expr* e, const IndexerModel& indexer, const char* radius_name) {
    const std::string remedy = fmt::format(
        "keep within -{0}.{1} .. {0}.{1}, or declare a larger radius", indexer.name, radius_name);
    if (const std::optional<Linear> form = linear(e, indexer.field, radius_name, context_)) {
        // |k R + c| > R for every R >= 0.
        const bool above = form->factor >= 1 && form->constant > 0;
        const bool below = form->factor <= -1 && form->constant < 0;
        if (above || below) {
            refuse(e->getBeginLoc(), fmt::format("'{}' is read beyond its radius", indexer.name),
                   remedy);
            return;
        }
    }
    const std::optional<long long> radius =
        constant_radius(model_, indexer.field, radius_name, context_);
    if (!radius) return;
    const Range range = range_of(e, model_, flows_.back(), context_);
    // A loop with constant bounds takes all values of its range; others may stay inside.
    const VarDecl* variable = local_of(e);
    const auto loop = flows_.back().counted.find(variable);
    const bool counted = variable != nullptr && loop != flows_.back().counted.end() &&
                         constant_integer(loop->second.first, context_) &&
                         constant_integer(loop->second.bound, context_);
    if (range.low > *radius || range.high < -*radius ||
        (counted && (range.low < -*radius || range.high > *radius)))
        refuse(e->getBeginLoc(),
               fmt::format("'{}' has radius {} and is read at {}", indexer.name, *radius,
                           range.low == range.high
                               ? fmt::format("{}", range.low)
                               : fmt::format("offsets from {} to {}", range.low, range.high)),
               remedy);
}

}  // namespace weft
