// Which expressions a kernel may use.
#include <fmt/format.h>

#include "frontend/integer_ranges.h"
#include "frontend/subset_internal.h"

namespace weft {

using namespace clang;

namespace {

bool is_float(const Expr* e) { return scalar_of(e->getType()) == ScalarType::kFloat; }

constexpr const char* kTypesRemedy =
    "kernels compute with float, int, unsigned, bool and arrays of them";

}  // namespace

bool SubsetChecker::children(const Expr* e) {
    bool good = true;
    for (const Stmt* child : e->children())
        if (const auto* inner = llvm::dyn_cast_or_null<Expr>(child)) good &= expression(inner);
    return good;
}

/// Refuses values of types that kernels do not have.
bool SubsetChecker::value_type(const Expr* e) {
    const QualType type = e->getType();
    if (element_of(type) || type->isVoidType()) return true;
    if (type->isSpecificBuiltinType(BuiltinType::Double) ||
        type->isSpecificBuiltinType(BuiltinType::LongDouble)) {
        if (const auto* literal = llvm::dyn_cast<FloatingLiteral>(e))
            return refuse(e->getBeginLoc(),
                          fmt::format("double arithmetic: {} is a double", text(literal)),
                          fmt::format("write {}f", text(literal)));
        return refuse(e->getExprLoc(), "double arithmetic",
                      "compute in float: write 0.5f, not 0.5");
    }
    if (type->isPointerType())
        return refuse(e->getExprLoc(), "a pointer inside a kernel",
                      "use an array with an index: weft::at(array, index)");
    return refuse(e->getExprLoc(),
                  fmt::format("a value of type '{}'", type.getUnqualifiedType().getAsString()),
                  kTypesRemedy);
}

bool SubsetChecker::expression(const Expr* e) {
    if (macro(e)) return false;
    const SourceLocation place = e->getExprLoc();
    if (const auto* paren = llvm::dyn_cast<ParenExpr>(e)) return expression(paren->getSubExpr());
    if (const auto* full = llvm::dyn_cast<FullExpr>(e)) return expression(full->getSubExpr());
    if (const auto* temporary = llvm::dyn_cast<MaterializeTemporaryExpr>(e))
        return expression(temporary->getSubExpr());
    if (const auto* argument = llvm::dyn_cast<CXXDefaultArgExpr>(e))
        return expression(argument->getExpr());
    if (assignment_of(e))
        return refuse(place, "an assignment inside an expression",
                      "make it a statement of its own");
    if (llvm::isa<IntegerLiteral>(e) || llvm::isa<FloatingLiteral>(e) ||
        llvm::isa<CXXBoolLiteralExpr>(e) || llvm::isa<ImplicitValueInitExpr>(e) ||
        llvm::isa<CXXScalarValueInitExpr>(e))
        return value_type(e);
    if (const FieldDecl* baked = baked_of(e); baked != nullptr && !llvm::isa<CastExpr>(e))
        return own_member(e, baked);
    if (const auto* reference_to = llvm::dyn_cast<DeclRefExpr>(e)) return reference(reference_to);
    if (const auto* member = llvm::dyn_cast<MemberExpr>(e)) {
        if (const std::optional<IndexerMetadata> m = metadata_of(e)) {
            for (const char* known :
                 {"Radius", "RadiusX", "RadiusY", "Count", "Planes", "Colours", "Alpha", "Axis"})
                if (m->name == known) return metadata_here(e, *m);
            return refuse(member->getMemberLoc(),
                          fmt::format("'{}' of an indexer inside a kernel", m->name),
                          "kernels may ask for Radius, RadiusX, RadiusY, Count, Planes, Colours, "
                          "Alpha, Axis and the edges of Domain; keep others in members that "
                          "Measure() sets");
        }
        if (const std::optional<DomainPart> part = domain_part_of(e)) {
            use(part->indexer, MemberShape::kDomain, ScalarType::kInt, {4});
            return true;
        }
        if (const std::optional<ListPart> part = list_part_of(e)) return own_member(e, part->list);
        if (const FieldDecl* field = own_field(e)) return own_member(e, field);
        if (const std::optional<OtherField> other = other_field(e)) return of_other(e, *other);
        if (const auto* variable = llvm::dyn_cast<VarDecl>(member->getMemberDecl()))
            return constant(e, variable);
        return refuse(place, fmt::format("'{}' of another object", text(e)), kTypesRemedy);
    }
    if (const auto* conversion = llvm::dyn_cast<CastExpr>(e)) return cast(conversion);
    if (const auto* one = llvm::dyn_cast<UnaryOperator>(e)) return unary(one);
    if (const auto* two = llvm::dyn_cast<BinaryOperator>(e)) return binary(two);
    if (llvm::isa<ConditionalOperator>(e)) return children(e) && value_type(e);
    if (const auto* element = llvm::dyn_cast<ArraySubscriptExpr>(e)) return subscript(element);
    if (const auto* called = llvm::dyn_cast<CallExpr>(e)) return call(called);
    if (llvm::isa<InitListExpr>(e)) return children(e);
    if (llvm::isa<CXXThisExpr>(e))
        return refuse(place, "'this' as a value", "name the member: Threshold, not *this");
    if (llvm::isa<LambdaExpr>(e))
        return refuse(place, "a lambda inside a kernel", "write a function outside Kernel()");
    if (llvm::isa<CXXNewExpr>(e) || llvm::isa<CXXDeleteExpr>(e))
        return refuse(place, "new or delete inside a kernel", "use a local array of fixed size");
    if (llvm::isa<CXXThrowExpr>(e))
        return refuse(place, "throw inside a kernel",
                      "kernels raise no exceptions: write a value that marks the error");
    if (llvm::isa<StringLiteral>(e) || llvm::isa<CharacterLiteral>(e))
        return refuse(place, "text inside a kernel", kTypesRemedy);
    return refuse(place, fmt::format("{} inside a kernel", e->getStmtClassName()),
                  "use arithmetic, comparisons, ?:, arrays, indexers and weft's functions");
}

bool SubsetChecker::cast(const CastExpr* e) {
    switch (e->getCastKind()) {
        case CK_LValueToRValue:
        case CK_NoOp:
        case CK_ConstructorConversion:
        case CK_ArrayToPointerDecay:
        case CK_FunctionToPointerDecay:
        case CK_UserDefinedConversion:
            if (const FieldDecl* baked = baked_of(e)) return own_member(e, baked);
            if (e->getCastKind() == CK_ArrayToPointerDecay)
                return expression(e->getSubExpr()) &&
                       refuse(e->getExprLoc(), "an array turns into a pointer",
                              "take arrays as const float (&array)[N]");
            return expression(e->getSubExpr()) && value_type(e);
        case CK_IntegralCast:
        case CK_IntegralToFloating:
        case CK_IntegralToBoolean:
        case CK_FloatingToBoolean: return expression(e->getSubExpr()) && value_type(e);
        case CK_FloatingToIntegral:
            return expression(e->getSubExpr()) &&
                   refuse(
                       e->getSubExpr()->getBeginLoc(), "a float is converted to a whole number",
                       "weft::to_int(value) is defined for every value, NaN and infinity included");
        case CK_FloatingCast:
            // What makes it a double is refused beside it; a cast that is written out, here.
            if (!expression(e->getSubExpr())) return false;
            if (llvm::isa<ImplicitCastExpr>(e)) return value_type(e->getSubExpr());
            return value_type(e->getSubExpr()) && value_type(e);
        case CK_ToVoid:
            return refuse(e->getExprLoc(), "a cast to void inside an expression", "leave it out");
        default:
            return expression(e->getSubExpr()) &&
                   refuse(e->getExprLoc(),
                          fmt::format("a cast to '{}'", e->getType().getAsString()), kTypesRemedy);
    }
}

bool SubsetChecker::unary(const UnaryOperator* e) {
    switch (e->getOpcode()) {
        case UO_Plus:
        case UO_Minus:
        case UO_Not:
        case UO_LNot: return expression(e->getSubExpr()) && value_type(e);
        case UO_AddrOf:
        case UO_Deref:
            if (e->getOpcode() == UO_Deref && !expression(e->getSubExpr())) return false;
            return refuse(e->getOperatorLoc(), "a pointer inside a kernel",
                          "use an array with an index: weft::at(array, index)");
        default:
            return refuse(e->getOperatorLoc(), "an operator that kernels do not have",
                          "use arithmetic, comparisons and bit operators");
    }
}

bool SubsetChecker::binary(const BinaryOperator* e) {
    if (e->getOpcode() == BO_Comma)
        return refuse(e->getOperatorLoc(), "the comma operator inside an expression",
                      "write two statements");
    if (e->isPtrMemOp() || e->getOpcode() == BO_Cmp)
        return refuse(e->getOperatorLoc(), "an operator that kernels do not have",
                      "use arithmetic, comparisons and bit operators");
    return children(e) && value_type(e) && arithmetic(e, e->getOpcode());
}

/// Division, modulo and shifts of whole numbers are defined for some operands only.
bool SubsetChecker::arithmetic(const BinaryOperator* e, BinaryOperatorKind op) {
    const Expr* right = e->getRHS();
    if (is_float(e->getLHS()) || is_float(right)) return true;
    const std::optional<long long> value = constant_integer(right, context_);
    if (op == BO_Div || op == BO_Rem) {
        const char* name = op == BO_Div ? "divide" : "modulo";
        if (value && *value == 0)
            return refuse(e->getOperatorLoc(), "division by zero", "divide by something else");
        if (!value || *value == -1)
            return refuse(e->getOperatorLoc(),
                          fmt::format("a whole number is divided by what may be {}",
                                      value ? "-1, which overflows" : "zero"),
                          fmt::format("weft::{}(a, b) is defined for every value", name));
    }
    if (op == BO_Shl || op == BO_Shr) {
        if (!value || *value < 0 || *value > 31)
            return refuse(e->getOperatorLoc(), "a shift by what may be below 0 or above 31",
                          fmt::format("weft::shift_{}(a, b) is defined for every value",
                                      op == BO_Shl ? "left" : "right"));
    }
    return true;
}

bool SubsetChecker::subscript(const ArraySubscriptExpr* e) {
    const Expr* base = e->getBase();
    if (const auto* decay = llvm::dyn_cast<ImplicitCastExpr>(base);
        decay != nullptr && decay->getCastKind() == CK_ArrayToPointerDecay)
        base = decay->getSubExpr();
    else
        return refuse(e->getExprLoc(), "a pointer is indexed", "index an array");
    if (llvm::isa<StringLiteral>(base->IgnoreParens()))
        return refuse(e->getExprLoc(), "text inside a kernel", kTypesRemedy);
    if (!expression(base) || !expression(e->getIdx())) return false;
    if (!value_type(e)) return false;
    const auto* array = llvm::dyn_cast_or_null<ConstantArrayType>(
        context_.getAsArrayType(base->getType().getNonReferenceType()));
    if (array == nullptr)
        return refuse(e->getExprLoc(), "an array whose size is not fixed",
                      "give it a constant size");
    const long long entries = static_cast<long long>(array->getSize().getZExtValue());
    const Range range = range_of(e->getIdx(), model_, flows_.back(), context_);
    if (range.within(0, entries - 1)) return true;
    const std::string remedy = fmt::format("weft::at({}, {}) clamps the index into the array",
                                           text(base), text(e->getIdx()));
    if (range.high < 0 || range.low >= entries)
        return refuse(e->getIdx()->getBeginLoc(),
                      fmt::format("the index is outside the array's {} entries", entries), remedy);
    return refuse(
        e->getIdx()->getBeginLoc(),
        fmt::format("the index cannot be shown to stay within the array's {} entries", entries),
        remedy);
}

bool SubsetChecker::reference(const DeclRefExpr* e) {
    const ValueDecl* declared = e->getDecl();
    if (llvm::isa<EnumConstantDecl>(declared)) return value_type(e);
    if (llvm::isa<FunctionDecl>(declared))
        return refuse(e->getBeginLoc(), fmt::format("the function '{}' as a value", text(e)),
                      "call it");
    const auto* variable = llvm::dyn_cast<VarDecl>(declared);
    if (variable == nullptr)
        return refuse(e->getBeginLoc(), fmt::format("'{}' inside a kernel", text(e)), kTypesRemedy);
    if (variable->isLocalVarDeclOrParm()) return element_of(variable->getType()) || value_type(e);
    return constant(e, variable);
}

/// A constant of a namespace or a class, whose value the text carries.
bool SubsetChecker::constant(const Expr* e, const VarDecl* variable) {
    variable = variable->getDefinition(context_) ? variable->getDefinition(context_) : variable;
    const bool fixed = variable->isConstexpr() || variable->getType().isConstQualified();
    if (!fixed)
        return refuse(
            e->getBeginLoc(),
            fmt::format("the {} '{}' inside a kernel",
                        variable->isStaticDataMember() ? "static member" : "global variable",
                        variable->getNameAsString()),
            "make it constexpr, or a member of the functor");
    if (!value_type(e)) return false;
    const APValue* value = variable->getInit() != nullptr ? variable->evaluateValue() : nullptr;
    if (value == nullptr)
        return refuse(
            e->getBeginLoc(),
            fmt::format("the value of '{}' is not known here", variable->getNameAsString()),
            "make it constexpr with its value in this header");
    for (const VarDecl* known : model_.constants)
        if (known == variable) return true;
    model_.constants.push_back(variable);
    return true;
}

/// A data member of the functor: what it may be, and that the kernel uses it.
/// A reduction's parts know the indexers that they may use.
bool SubsetChecker::metadata_here(const Expr* e, const IndexerMetadata& m) {
    for (IndexerModel& indexer : model_.indexers)
        if (indexer.field == m.indexer) {
            indexer.asks_planes |= m.name == "Planes";
            indexer.asks_roles |= m.name == "Colours" || m.name == "Alpha";
        }
    if (model_.dependence != eReduction) return true;
    const IndexerModel* indexer = model_.indexer(m.indexer);
    const CXXMethodDecl* user =
        indexer != nullptr && indexer->direction == eOutput ? model_.result : model_.kernel;
    if (stack_.front() == user) return true;
    return refuse(e->getExprLoc(),
                  fmt::format("'{}' of '{}' where the reduction does not use it", m.name,
                              m.indexer->getNameAsString()),
                  "keep it in a member: Measure() is called once pictures are known");
}

/// What a reduction combines with has state of its own; everything else is the same in both.
bool SubsetChecker::of_other(const Expr* e, const OtherField& other) {
    if (!own_member(e, other.field)) return false;
    combined_.push_back({other.field, e->getExprLoc()});
    return true;
}

bool SubsetChecker::own_member(const Expr* e, const FieldDecl* field) {
    const std::string name = field->getNameAsString();
    if (field->getParent()->getCanonicalDecl() != model_.record->getCanonicalDecl())
        return refuse(e->getExprLoc(), fmt::format("'{}' belongs to a base class", name),
                      "use members of the functor itself");
    const std::string kind = weft_class(field->getType());
    if (kind == "Indexer")
        return refuse(e->getExprLoc(), fmt::format("indexer '{}' as a value", name),
                      fmt::format("read it: {}(...), or ask for {}.Radius", name, name));
    const auto* specialization = llvm::dyn_cast_or_null<ClassTemplateSpecializationDecl>(
        field->getType()->getAsCXXRecordDecl());
    if (kind == "Baked") {
        const std::optional<ScalarType> type =
            scalar_of(specialization->getTemplateArgs()[0].getAsType());
        if (!type)
            return refuse(e->getExprLoc(),
                          fmt::format("the baked member '{}' is of another type", name),
                          "bake int, float or bool");
        use(field, MemberShape::kBaked, *type, {});
        return true;
    }
    if (kind == "FloatList") {
        if (!list_part_of(e))
            return refuse(e->getExprLoc(), fmt::format("the list '{}' as a value", name),
                          fmt::format("read {}.count and {}.values[i]", name, name));
        const auto capacity = specialization->getTemplateArgs()[0].getAsIntegral().getExtValue();
        use(field, MemberShape::kList, ScalarType::kFloat, {static_cast<int>(capacity)});
        return true;
    }
    std::vector<int> extents;
    long long entries = 1;
    for (QualType t = field->getType(); t->isArrayType();) {
        const auto* array = llvm::dyn_cast<ConstantArrayType>(context_.getAsArrayType(t));
        if (array == nullptr) break;
        extents.push_back(static_cast<int>(array->getSize().getZExtValue()));
        entries *= extents.back();
        t = array->getElementType();
    }
    const std::optional<ScalarType> type = element_of(field->getType());
    if (!type || field->isBitField() || field->getType()->isReferenceType())
        return refuse(
            e->getExprLoc(),
            fmt::format("the member '{}' has type '{}'", name, field->getType().getAsString()),
            "members that kernels use are float, int, unsigned, bool, enumerations, "
            "arrays of them, FloatList or Baked");
    if (field->isMutable() || field->getType().isVolatileQualified())
        return refuse(e->getExprLoc(), fmt::format("the member '{}' is mutable or volatile", name),
                      "declare it plainly");
    if (entries > kMaxArrayEntries)
        return refuse(e->getExprLoc(),
                      fmt::format("the member '{}' holds {} entries", name, entries),
                      fmt::format("keep member arrays to {} entries", kMaxArrayEntries));
    const MemberShape shape = extents.empty() ? MemberShape::kScalar : MemberShape::kArray;
    use(field, shape, *type, std::move(extents));
    return true;
}

}  // namespace weft
