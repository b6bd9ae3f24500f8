// The text of expressions: names replaced, and in the simd form conversions and choices written
// out over value types.
#include <fmt/format.h>

#include <algorithm>

#include "frontend/ast_query.h"
#include "frontend/integer_ranges.h"
#include "frontend/text_editor.h"

namespace weft {

using namespace clang;

namespace {

bool is_numeric_cast(const CastExpr* e) {
    const CastKind kind = e->getCastKind();
    return kind == CK_IntegralCast || kind == CK_IntegralToFloating ||
           kind == CK_IntegralToBoolean || kind == CK_FloatingToBoolean;
}

/// A whole number as a literal of int or unsigned, safe inside any expression.
std::string literal(const llvm::APSInt& value, std::optional<ScalarType> type) {
    if (type == ScalarType::kUnsigned) return fmt::format("{}u", value.getZExtValue());
    const long long number =
        value.isSigned() ? value.getSExtValue() : static_cast<long long>(value.getZExtValue());
    if (number == -2147483648LL) return "(-2147483647 - 1)";
    return number < 0 ? fmt::format("({})", number) : fmt::format("{}", number);
}

/// `e` without parentheses and nodes that change nothing.
const Expr* plain(const Expr* e) {
    for (;;) {
        e = e->IgnoreParens();
        if (const auto* full = llvm::dyn_cast<FullExpr>(e))
            e = full->getSubExpr();
        else if (const auto* temporary = llvm::dyn_cast<MaterializeTemporaryExpr>(e))
            e = temporary->getSubExpr();
        else if (const auto* cast = llvm::dyn_cast<ImplicitCastExpr>(e);
                 cast != nullptr &&
                 (cast->getCastKind() == CK_NoOp || cast->getCastKind() == CK_LValueToRValue))
            e = cast->getSubExpr();
        else
            return e;
    }
}

}  // namespace

/// The text of `e`, of its own type where all lanes are alike and of a value type where not.
std::string TextEditor::expression(const Expr* e) {
    if (const auto* argument = llvm::dyn_cast<CXXDefaultArgExpr>(e))
        return fmt::format("({})", expression(argument->getExpr()));
    if (const auto* full = llvm::dyn_cast<FullExpr>(e)) return expression(full->getSubExpr());
    if (const auto* temporary = llvm::dyn_cast<MaterializeTemporaryExpr>(e))
        return expression(temporary->getSubExpr());
    if (!llvm::isa<ParenExpr>(e) && !llvm::isa<CastExpr>(e))
        if (const FieldDecl* baked = baked_of(e))
            return fmt::format("B::{}", baked->getNameAsString());
    if (const auto* reference = llvm::dyn_cast<DeclRefExpr>(e)) {
        if (const auto* enumerator = llvm::dyn_cast<EnumConstantDecl>(reference->getDecl()))
            return fmt::format("/*{}*/{}", enumerator->getNameAsString(),
                               literal(enumerator->getInitVal(), scalar_of(e->getType())));
        return names_.of(reference->getDecl());
    }
    if (llvm::isa<MemberExpr>(e)) {
        if (const std::optional<IndexerMetadata> m = metadata_of(e))
            return fmt::format("{}.{}", names_.of(m->indexer), m->name);
        if (const std::optional<DomainPart> part = domain_part_of(e))
            return fmt::format("members.{}.{}", domain_name(part->indexer->getNameAsString()),
                               part->part);
        if (const std::optional<ListPart> part = list_part_of(e))
            return fmt::format("members.{}.{}", field_name(part->list->getNameAsString()),
                               part->part);
        if (const FieldDecl* field = own_field(e)) {
            const MemberModel* member = model_.member(field);
            return fmt::format("{}.{}", member && member->state ? "state" : "members",
                               field_name(field->getNameAsString()));
        }
        if (const std::optional<OtherField> other = other_field(e))
            return fmt::format("{}.{}", names_.of(other->other),
                               field_name(other->field->getNameAsString()));
        return names_.of(llvm::cast<MemberExpr>(e)->getMemberDecl());
    }
    if (const auto* conversion = llvm::dyn_cast<CastExpr>(e)) return cast(conversion);
    if (const auto* called = llvm::dyn_cast<CallExpr>(e)) return call(called);
    if (const auto* element = llvm::dyn_cast<ArraySubscriptExpr>(e)) return subscript(element);
    if (llvm::isa<ImplicitValueInitExpr>(e) || llvm::isa<CXXScalarValueInitExpr>(e))
        return fmt::format("{}(0)", name_of(scalar_of(e->getType()).value_or(ScalarType::kInt)));
    if (const auto* one = llvm::dyn_cast<UnaryOperator>(e)) return unary(one);
    if (const auto* two = llvm::dyn_cast<BinaryOperator>(e)) return binary(two);
    if (const auto* three = llvm::dyn_cast<ConditionalOperator>(e)) return choice(three);
    return spliced_expression(e, [&](const Stmt* child) {
        const auto* inner = llvm::cast<Expr>(child);
        return varying(e) ? operand(inner) : expression(inner);
    });
}

std::string TextEditor::unary(const UnaryOperator* e) {
    return spliced_expression(e, [&](const Stmt*) {
        return varying(e) ? operand(e->getSubExpr())
               : wraps(e) ? wrapping(e->getSubExpr())
                          : expression(e->getSubExpr());
    });
}

/// True for operations that the text must make wrap. The simd form's compiler wraps by itself.
bool TextEditor::wraps(const Expr* e) const {
    return flow_ && may_wrap(e, model_, *flow_, context_);
}

/// `e` as the first operand of an operation that wraps.
std::string TextEditor::wrapping(const Expr* e) {
    const bool enclosed = llvm::isa<ParenExpr>(e->IgnoreImpCasts()) && baked_of(e) == nullptr;
    return fmt::format("weft::wrapping{}",
                       enclosed ? expression(e) : fmt::format("({})", expression(e)));
}

/// `e` beside a varying value: implicit conversions of uniform values are written out.
std::string TextEditor::operand(const Expr* e) {
    if (varying(e)) return expression(e);
    const Expr* inner = plain(e);
    std::string text = expression(e);
    const auto* conversion = llvm::dyn_cast<ImplicitCastExpr>(inner);
    const std::optional<ScalarType> scalar = scalar_of(e->getType());
    if (conversion == nullptr || !is_numeric_cast(conversion) || !scalar) return text;
    return fmt::format("{}({})", name_of(*scalar), text);
}

/// `e` as a whole value of type `as`.
std::string TextEditor::wide(const Expr* e, ScalarType as) {
    return varying(e) ? expression(e) : fmt::format("{}({})", letter_of(as), operand(e));
}

std::string TextEditor::converted(const std::string& text, ScalarType from, ScalarType to) const {
    if (from == to) return text;
    const char* letter = letter_of(to);
    if (to == ScalarType::kBool) return fmt::format("(({}) != {}(0))", text, letter_of(from));
    if (from == ScalarType::kBool)
        return fmt::format("weft::select({}, {}(1), {}(0))", text, letter, letter);
    return fmt::format("{}({})", letter, text);
}

std::string TextEditor::cast(const CastExpr* e) {
    const Expr* inner = e->getSubExpr();
    if (!llvm::isa<ImplicitCastExpr>(e)) {
        // Written out: float(i), (float)i, static_cast<float>(i).
        const std::optional<ScalarType> to = scalar_of(e->getType());
        if (!to) return "0";
        if (!varying(e)) return fmt::format("{}({})", name_of(*to), expression(inner));
        const std::optional<ScalarType> from = scalar_of(inner->getType());
        const std::string text = expression(inner);
        if (is_numeric_cast(e) && from) return converted(text, *from, *to);
        return fmt::format("{}({})", letter_of(*to), text);
    }
    if (const FieldDecl* baked = baked_of(e)) return fmt::format("B::{}", baked->getNameAsString());
    if (e->getCastKind() == CK_LValueToRValue && element_per_lane(inner))
        return fmt::format("{}({})",
                           letter_of(element_of(e->getType()).value_or(ScalarType::kFloat)),
                           expression(inner));
    if (!varying(e) || !is_numeric_cast(e)) return expression(inner);
    const std::optional<ScalarType> from = scalar_of(inner->getType()),
                                    to = scalar_of(e->getType());
    return from && to ? converted(expression(inner), *from, *to) : expression(inner);
}

/// True for a[i] and at(a, i) where lanes name different elements: read through a proxy.
bool TextEditor::element_per_lane(const Expr* e) const {
    e = bare(e);
    if (const auto* element = llvm::dyn_cast<ArraySubscriptExpr>(e))
        return varying(element->getIdx()) || element_per_lane(element->getBase());
    const auto* call = llvm::dyn_cast<CallExpr>(e);
    return call != nullptr && weft_function(call) == "at" &&
           (varying(call->getArg(1)) || element_per_lane(call->getArg(0)));
}

std::string TextEditor::binary(const BinaryOperator* e) {
    if (!varying(e)) {
        const Expr* first = wraps(e) ? e->getLHS() : nullptr;
        return spliced_expression(e, [&](const Stmt* child) {
            return child == first ? wrapping(first) : expression(llvm::cast<Expr>(child));
        });
    }
    if (e->isLogicalOp()) {
        // Both sides are computed; a loop inside the right one must see whom it is for.
        const std::string left = wide(e->getLHS(), ScalarType::kBool);
        guards_.push_back(e->getOpcode() == BO_LAnd ? left : fmt::format("!({})", left));
        const std::string right = wide(e->getRHS(), ScalarType::kBool);
        guards_.pop_back();
        return spliced_expression(
            e, [&](const Stmt* child) { return child == e->getLHS() ? left : right; });
    }
    return spliced_expression(e,
                              [&](const Stmt* child) { return operand(llvm::cast<Expr>(child)); });
}

namespace {

/// Whether there is nothing to compute: the value of a variable, or a literal.
bool is_at_hand(const Expr* e) {
    e = bare(e);
    return local_of(e) != nullptr || llvm::isa<FloatingLiteral, IntegerLiteral>(e);
}

}  // namespace

std::string TextEditor::choice(const ConditionalOperator* e) {
    if (!varying(e))
        return spliced_expression(
            e, [&](const Stmt* child) { return expression(llvm::cast<Expr>(child)); });
    const ScalarType type = scalar_of(e->getType()).value_or(ScalarType::kFloat);
    const std::string condition = expression(e->getCond());
    const bool lanes_differ = varying(e->getCond());
    if (lanes_differ) guards_.push_back(condition);
    const std::string yes = wide(e->getTrueExpr(), type);
    if (lanes_differ) guards_.back() = fmt::format("!({})", condition);
    const std::string no = wide(e->getFalseExpr(), type);
    if (lanes_differ) guards_.pop_back();
    if (lanes_differ) return fmt::format("weft::select({}, {}, {})", condition, yes, no);
    // ?: would choose between two places in memory, and keep both there.
    if (is_at_hand(e->getTrueExpr()) && is_at_hand(e->getFalseExpr()))
        return fmt::format("weft::either({}, {}, {})", condition, yes, no);
    return fmt::format("({} ? {} : {})", condition, yes, no);
}

std::string TextEditor::subscript(const ArraySubscriptExpr* e) {
    const std::string base = expression(e->getBase()), index = expression(e->getIdx());
    if (varying(e->getIdx()) || element_per_lane(e->getBase())) {  // a bool is not promoted here
        const ScalarType type = scalar_of(e->getIdx()->getType()).value_or(ScalarType::kInt);
        return fmt::format(
            "weft::at({}, {})", base,
            type == ScalarType::kBool ? converted(index, type, ScalarType::kInt) : index);
    }
    return fmt::format("{}[{}]", base, index);
}

/// The lanes for which an expression is computed.
std::string TextEditor::mask_here() const {
    std::string mask = lanes();
    for (const std::string& guard : guards_) mask += fmt::format(" && ({})", guard);
    return mask;
}

/// The column of an element that is read anywhere, where it is a variable of lanes moved by as much
/// for all of them: how the lanes lie to each other is found once for all moves. Else "".
std::string TextEditor::moved_column(const Access& access) {
    const IndexerModel* indexer = model_.indexer(access.indexer);
    if (indexer == nullptr || indexer->freedom != eRandom || !access.sampler.empty()) return "";
    const auto* sum = llvm::dyn_cast<BinaryOperator>(bare(access.arguments.front()));
    if (sum == nullptr || sum->getOpcode() != BO_Add) return "";
    const Expr *lanes = sum->getLHS(), *by = sum->getRHS();
    if (varying(by)) std::swap(lanes, by);
    const auto is_int = [](const Expr* e) { return scalar_of(e->getType()) == ScalarType::kInt; };
    if (varying(by) || !varying(lanes) || local_of(bare(lanes)) == nullptr || !is_int(lanes) ||
        !is_int(by))
        return "";
    return fmt::format("weft::moved({}, {})", expression(lanes), expression(by));
}

std::string TextEditor::call(const CallExpr* e) {
    std::vector<std::string> arguments;
    if (const std::optional<Access> access = access_of(e)) {
        for (const Expr* a : access->arguments) arguments.push_back(operand(a));
        if (const std::string column = moved_column(*access); !column.empty())
            arguments.front() = column;
        return fmt::format("{}{}{}({})", names_.of(access->indexer),
                           access->sampler.empty() ? "" : ".", access->sampler,
                           fmt::join(arguments, ", "));
    }
    if (const std::string place = place_part_of(e); !place.empty())
        return fmt::format("place.{}()", place);
    if (const HelperModel* helper = model_.helper(e->getDirectCallee()))
        return helper_call(e, *helper);
    for (const Expr* a : e->arguments())
        if (!llvm::isa<CXXDefaultArgExpr>(a))
            arguments.push_back(decides_overload(e, a) ? wide(a, *scalar_of(a->getType()))
                                                       : operand(a));
    return fmt::format("weft::{}({})", weft_function(e), fmt::join(arguments, ", "));
}

/// Whether `a`, the same for all lanes, must say its type, since no argument that differs between
/// lanes says which function of that name is meant: as it stands it could become any of the types
/// that lanes have. The condition of a selection says nothing, and may be one for all lanes.
bool TextEditor::decides_overload(const CallExpr* e, const Expr* a) const {
    const std::optional<ScalarType> type = scalar_of(a->getType());
    const int conditions = weft_function(e) == "select" ? 1 : 0;
    if (!varying(e) || varying(a) || !type || (conditions == 1 && a == e->getArg(0))) return false;
    return std::none_of(e->arg_begin() + conditions, e->arg_end(), [&](const Expr* other) {
        return varying(other) && scalar_of(other->getType()) == type;
    });
}

std::string TextEditor::helper_call(const CallExpr* e, const HelperModel& helper) {
    const bool wide_call =
        divergence_ != nullptr && divergence_->varying_functions.count(helper.function) != 0;
    std::vector<std::string> arguments;
    if (helper.uses_members) arguments.push_back("members");
    if (helper.uses_state) arguments.push_back("state");
    if (helper.uses_place) arguments.push_back("place");
    if (helper.watched) arguments.push_back("watch");
    if (wide_call) arguments.push_back(mask_here());
    for (const int i : helper.indexers) arguments.push_back(names_.of(model_.indexers[i].field));
    for (unsigned i = 0; i < e->getNumArgs(); ++i) {
        const Expr* a = e->getArg(i);
        const ParmVarDecl* parameter = helper.function->getParamDecl(i);
        const std::optional<ScalarType> type = element_of(parameter->getType());
        const bool wide_parameter = wide_call && divergence_->varying.count(parameter) != 0;
        const bool array = parameter->getType().getNonReferenceType()->isArrayType();
        if (array && wide_parameter != varying(a) && divergence_ != nullptr && failure_.empty())
            failure_ = fmt::format(
                "'{}' is called with arrays that differ between pixels and with "
                "arrays that do not",
                helper.name);
        arguments.push_back(wide_parameter && !array ? wide(a, *type) : expression(a));
    }
    std::string text = fmt::format("{}<S, B>({})", names_.of(helper), fmt::join(arguments, ", "));
    // A loop that ends for the values it was written for need not end for others.
    if (divergence_ != nullptr && !wide_call && helper.loops && (partial(e) || !guards_.empty()) &&
        !e->getType()->isVoidType())
        text = fmt::format("(weft::any({}) ? {} : {}(0))", mask_here(), text,
                           name_of(scalar_of(e->getType()).value_or(ScalarType::kInt)));
    return text;
}

/// What stands right of = in a declaration.
std::string TextEditor::initialiser(const Expr* e, QualType type, bool varies) {
    const ScalarType scalar = element_of(type).value_or(ScalarType::kFloat);
    const Expr* inner = plain(e);
    if (const auto* list = llvm::dyn_cast<InitListExpr>(inner)) {
        const auto* array = context_.getAsArrayType(type);
        if (array == nullptr)
            return list->getNumInits() == 0
                       ? fmt::format("{}(0)", varies ? letter_of(scalar) : name_of(scalar))
                       : initialiser(list->getInit(0), type, varies);
        std::vector<std::string> entries;
        for (const Expr* entry : list->inits())
            entries.push_back(initialiser(entry, array->getElementType(), varies));
        return fmt::format("{{{}}}", fmt::join(entries, ", "));
    }
    if (llvm::isa<ImplicitValueInitExpr>(inner)) {
        if (type->isArrayType()) return "{}";
        return fmt::format("{}(0)", varies ? letter_of(scalar) : name_of(scalar));
    }
    return varies ? wide(e, scalar) : expression(e);
}

}  // namespace weft
