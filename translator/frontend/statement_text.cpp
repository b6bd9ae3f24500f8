// The text of statements. Where all lanes take the same way they stay as written; where not:
//
//   if (c) A else B      { const M c1 = c; M m1 = mask && c1; A m1 = mask && !c1; B }
//   while (c) A          { M m1 = mask; while (true) { m1 = m1 && (c); if (!weft::any(m1)) break; A
//   } } break                the lanes leave the masks up to the loop's; likewise continue, return
//   while (c) A          { weft::LoopCounter t1; while (c) { if (t1.over(watch, ...)) break; A } }
//                            where the loop is watched
//   for (...) A          WEFT_TAPS for (...) A  where it runs over what an indexer reads, or
//                            WEFT_PLANES for (...) A  over the planes that one writes: the kernel
//                            says whether such loops are unrolled; WEFT_UNROLLED for (...) A
//                            over a few elements of a local array
//   x = v                weft::assign(m1, x, v), where lanes that wait elsewhere will read x
//
// The pieces are put on the lines of what they replace, so that line numbers stay true.
#include <fmt/format.h>

#include "frontend/ast_query.h"
#include "frontend/text_editor.h"

namespace weft {

using namespace clang;

/// The text of `s`, its semicolon included, on as many lines as in the source.
std::string TextEditor::statement(const Stmt* s) {
    std::string text = edited(s);
    const llvm::StringRef source =
        sources_.getBufferData(sources_.getFileID(sources_.getExpansionLoc(s->getBeginLoc())))
            .slice(begin_of(s), end_of(s, true));
    const auto had = source.count('\n'), has = llvm::StringRef(text).count('\n');
    if (has < had) text.append(had - has, '\n');
    return text;
}

std::string TextEditor::edited(const Stmt* s) {
    if (const auto* e = llvm::dyn_cast<Expr>(s)) return effect(e) + ";";
    if (const auto* declared = llvm::dyn_cast<DeclStmt>(s)) return declaration(declared, true);
    if (llvm::isa<BreakStmt>(s) || llvm::isa<ContinueStmt>(s))
        return masked(s) ? "{ " + jump(s, lanes()) + " }"
                         : std::string(llvm::isa<BreakStmt>(s) ? "break;" : "continue;");
    if (const auto* result = llvm::dyn_cast<ReturnStmt>(s)) return leave(result);
    if (const auto* choice = llvm::dyn_cast<IfStmt>(s); choice && varying(choice->getCond()))
        return branch(choice);
    if (const auto* choice = llvm::dyn_cast<SwitchStmt>(s); choice && varying(choice->getCond()))
        return cases(choice);
    const bool is_loop = llvm::isa<ForStmt>(s) || llvm::isa<WhileStmt>(s) || llvm::isa<DoStmt>(s);
    if (is_loop && divergence_ != nullptr) {
        const LoopDivergence& d = divergence_->loops.at(s);
        if (d.needs_mask() || d.continues || ends_apart(s))
            return watched(s, [&] { return loop(s); });
        if (partial(s))
            return watched(
                s, [&] { return fmt::format("{{ if (weft::any({})) {} }}", lanes(), spliced(s)); });
    }
    if (is_loop && divergence_ != nullptr && !model_.watched_loops.contains(s)) {
        if (model_.array_loops.contains(s)) return "WEFT_UNROLLED " + spliced(s);
        if (model_.tap_loops.contains(s)) return "WEFT_TAPS " + spliced(s);
        if (model_.plane_loops.contains(s)) return "WEFT_PLANES " + spliced(s);
    }
    return is_loop ? watched(s, [&] { return spliced(s); }) : spliced(s);
}

/// A statement as it is written, but for what stands in it.
std::string TextEditor::spliced(const Stmt* s) {
    return splice(s, begin_of(s), end_of(s, true), [&](const Stmt* child) {
        if (stands_as_statement(s, child)) {
            const std::string first = look(s);
            return first.empty() ? statement(child) : "{ " + first + statement(child) + " }";
        }
        if (const auto* declared = llvm::dyn_cast<DeclStmt>(child))
            return declaration(declared, true);
        return effect(llvm::cast<Expr>(child));
    });
}

/// The text of a loop; where it is watched, with what counts its iterations before it.
std::string TextEditor::watched(const Stmt* loop, const std::function<std::string()>& text) {
    if (!model_.watched_loops.contains(loop)) return text();
    const std::string& counter = counters_[loop] = names_.fresh("counter");
    return fmt::format("{{ weft::LoopCounter {}; {} }}", counter, text());
}

/// What stands first in a watched loop's body; "" in that of others.
std::string TextEditor::look(const Stmt* loop) const {
    const auto counter = counters_.find(loop);
    if (counter == counters_.end()) return {};
    const SourceLocation place = sources_.getExpansionLoc(loop->getBeginLoc());
    return fmt::format("if ({}.over(watch, __FILE__, {}, {})) break; ", counter->second,
                       sources_.getSpellingLineNumber(place),
                       sources_.getSpellingColumnNumber(place));
}

/// True where a for loop's own declarations cannot stay in its header.
bool TextEditor::ends_apart(const Stmt* s) const {
    const auto* loop = llvm::dyn_cast<ForStmt>(s);
    const auto* declared = loop ? llvm::dyn_cast_or_null<DeclStmt>(loop->getInit()) : nullptr;
    if (declared == nullptr) return false;
    std::set<std::string> types;
    for (const Decl* d : declared->decls())
        if (const auto* v = llvm::dyn_cast<VarDecl>(d))
            types.insert(type_text(v->getType(), divergence_->varying.count(v) != 0, ""));
    return types.size() > 1;
}

std::string TextEditor::declaration(const DeclStmt* s, bool with_semicolon) {
    std::string out, previous;
    for (const Decl* d : s->decls()) {
        const auto* v = llvm::dyn_cast<VarDecl>(d);
        if (v == nullptr) continue;  // static_assert and aliases: checked and resolved by now
        const bool varies = divergence_ != nullptr && divergence_->varying.count(v) != 0;
        QualType type = v->getType();
        std::string extents;
        for (QualType t = type; t->isArrayType();) {
            const auto* array = llvm::cast<ConstantArrayType>(context_.getAsArrayType(t));
            extents += fmt::format("[{}]", array->getSize().getZExtValue());
            t = array->getElementType();
        }
        const bool fixed = context_.getBaseElementType(type).isConstQualified();
        const std::string head = fmt::format("{}{}{}", v->isStaticLocal() ? "static " : "",
                                             v->isConstexpr() ? "constexpr "
                                             : fixed          ? "const "
                                                              : "",
                                             type_text(type, varies, ""));
        const ScalarType scalar = element_of(type).value_or(ScalarType::kFloat);
        std::string value = "{}";
        if (v->getInit() != nullptr)
            value = initialiser(v->getInit(), type, varies);
        else if (extents.empty())
            value = fmt::format("{}(0)", varies ? letter_of(scalar) : name_of(scalar));
        const std::string one = fmt::format("{}{} = {}", names_.of(v), extents, value);
        if (out.empty())
            out = fmt::format("{} {}", head, one);
        else if (head == previous)
            out += ", " + one;
        else
            out += fmt::format("; {} {}", head, one);
        previous = head;
    }
    return with_semicolon || out.empty() ? out + ";" : out;
}

std::string TextEditor::effect(const Expr* e) {
    const Expr* inner = e->IgnoreParens()->IgnoreImplicit();
    if (assignment_of(inner)) return assignment(inner);
    const auto* list = llvm::dyn_cast<BinaryOperator>(inner);
    if (list != nullptr && list->getOpcode() == BO_Comma)
        return effect(list->getLHS()) + ", " + effect(list->getRHS());
    if (const auto* to_void = llvm::dyn_cast<CastExpr>(inner);
        to_void != nullptr && to_void->getCastKind() == CK_ToVoid)
        return fmt::format("(void)({})", expression(to_void->getSubExpr()));
    return expression(e);
}

std::string TextEditor::assignment(const Expr* whole) {
    const Assignment a = *assignment_of(whole);
    const ScalarType type = scalar_of(a.target->getType()).value_or(ScalarType::kFloat);
    const std::string target = expression(a.target);
    const std::optional<Access> access = access_of(a.target);
    const Expr* base = target_base(a.target);
    const FieldDecl* field = own_field(base);
    const bool wide_target =
        divergence_ != nullptr && (access || field != nullptr || varying(a.target));
    if (!wide_target) {
        const std::string to =
            wraps(whole) ? fmt::format("weft::wrapping_ref({})", target) : target;
        return spliced_expression(
            whole, [&](const Stmt* child) { return child == a.value ? expression(a.value) : to; });
    }
    std::string value;
    if (a.value == nullptr) {
        const bool up = llvm::cast<UnaryOperator>(whole)->isIncrementOp();
        value = fmt::format("{} {} {}(1)", target, up ? "+" : "-", letter_of(type));
    } else if (!a.compound) {
        value = wide(a.value, type);
    } else {
        const auto* compound = llvm::cast<CompoundAssignOperator>(whole);
        const ScalarType computed = scalar_of(compound->getComputationLHSType()).value_or(type);
        const std::string op =
            BinaryOperator::getOpcodeStr(
                BinaryOperator::getOpForCompoundAssignment(compound->getOpcode()))
                .str();
        if (!masked(whole) && computed == type)
            return fmt::format("{} {}= {}", target, op, operand(a.value));
        value = converted(
            fmt::format("({} {} ({}))", converted(target, type, computed), op, operand(a.value)),
            computed, type);
    }
    if (masked(whole)) return fmt::format("weft::assign({}, {}, {})", lanes(), target, value);
    return fmt::format("{} = {}", target, value);
}

/// Takes `who` out of the masks that break, continue or return leaves behind.
std::string TextEditor::jump(const Stmt* s, const std::string& who) {
    std::string out;
    std::size_t outermost = 0;
    if (!llvm::isa<ReturnStmt>(s)) {
        outermost = regions_.size();
        while (outermost-- > 0) {
            const Region& r = regions_[outermost];
            if (r.kind == Region::kLoop || (llvm::isa<ContinueStmt>(s) && r.kind == Region::kBody))
                break;
        }
    }
    const std::string inner = lanes();
    std::set<std::string> done{inner};
    for (std::size_t i = outermost; i < regions_.size(); ++i)
        if (done.insert(regions_[i].mask).second)
            out += fmt::format("{0} = {0} && !({1}); ", regions_[i].mask, who);
    out += who == inner ? fmt::format("{} = M(false);", inner)
                        : fmt::format("{0} = {0} && !({1});", inner, who);
    return out;
}

std::string TextEditor::leave(const ReturnStmt* s) {
    const Expr* value = s->getRetValue();
    const std::optional<ScalarType> type = scalar_of(function_->getReturnType());
    if (divergence_ == nullptr || value == nullptr || !type) {
        if (divergence_ != nullptr && masked(s)) return "{ " + jump(s, lanes()) + " }";
        return value == nullptr ? "return;" : fmt::format("return {};", expression(value));
    }
    const std::string text = wide(value, *type);
    if (masked(s))
        return fmt::format("{{ weft::assign({}, result, {}); {} }}", lanes(), text,
                           jump(s, lanes()));
    if (divergence_->masked_returns.count(function_))
        return fmt::format("{{ weft::assign({}, result, {}); return result; }}", lanes(), text);
    return fmt::format("return {};", text);
}

std::string TextEditor::branch(const IfStmt* s) {
    const std::string condition = expression(s->getCond());
    // if (c) break; needs no region of its own.
    const Stmt* only = s->getThen();
    if (const auto* block = llvm::dyn_cast<CompoundStmt>(only); block && block->size() == 1)
        only = block->body_front();
    const bool leaves =
        llvm::isa<BreakStmt>(only) || llvm::isa<ContinueStmt>(only) ||
        (llvm::isa<ReturnStmt>(only) && llvm::cast<ReturnStmt>(only)->getRetValue() == nullptr);
    if (leaves && s->getElse() == nullptr && masked(only)) {
        const std::string gone = names_.fresh("m");
        return fmt::format("{{ const M {} = {} && ({}); {} }}", gone, lanes(), condition,
                           jump(only, gone));
    }
    const std::string outer = lanes(), inner = names_.fresh("m");
    std::string out;
    if (s->getElse() == nullptr) {
        out = fmt::format("{{ M {} = {} && ({}); ", inner, outer, condition);
        regions_.push_back({Region::kBranch, nullptr, inner});
        out += statement(s->getThen());
        regions_.pop_back();
        return out + " }";
    }
    const std::string chosen = names_.fresh("c");
    out =
        fmt::format("{{ const M {0} = {1}; M {2} = {3} && {0}; ", chosen, condition, inner, outer);
    regions_.push_back({Region::kBranch, nullptr, inner});
    out += statement(s->getThen());
    out += fmt::format(" {} = {} && !{}; ", inner, outer, chosen);
    out += statement(s->getElse());
    regions_.pop_back();
    return out + " }";
}

/// A case's statement without the break that ends it.
std::string TextEditor::without_break(const Stmt* s) {
    if (llvm::isa<BreakStmt>(s)) return {};
    const auto* block = llvm::dyn_cast<CompoundStmt>(s);
    if (block == nullptr) return statement(s);
    std::string out = "{ ";
    for (const Stmt* inside : block->body())
        out += (inside == block->body_back() ? without_break(inside) : statement(inside)) + " ";
    return out + "}";
}

/// A switch whose cases lanes take apart: one masked block per case; none runs into the next.
std::string TextEditor::cases(const SwitchStmt* s) {
    const ScalarType type = scalar_of(s->getCond()->getType()).value_or(ScalarType::kInt);
    const std::string value = names_.fresh("s"), outer = lanes(), inner = names_.fresh("m");
    std::string out = fmt::format("{{ const {} {} = {}; M {} = {}; ", letter_of(type), value,
                                  expression(s->getCond()), inner, outer);
    struct Group {
        std::vector<std::string> labels;
        bool standard = false;
        std::vector<const Stmt*> body;
    };
    std::vector<Group> groups;
    std::vector<std::string> all;
    for (const Stmt* child : s->getBody()->children()) {
        if (llvm::isa<SwitchCase>(child)) groups.emplace_back();
        while (const auto* label = llvm::dyn_cast<SwitchCase>(child)) {
            if (const auto* one = llvm::dyn_cast<CaseStmt>(label)) {
                const long long number = constant_integer(one->getLHS(), context_).value_or(0);
                groups.back().labels.push_back(
                    fmt::format("{} == {}({})", value, letter_of(type),
                                type == ScalarType::kUnsigned ? fmt::format("{}u", number)
                                : number == -2147483648LL     ? "-2147483647 - 1"
                                                              : fmt::format("{}", number)));
                all.push_back(groups.back().labels.back());
            } else {
                groups.back().standard = true;
            }
            child = label->getSubStmt();
        }
        groups.back().body.push_back(child);
    }
    regions_.push_back({Region::kBranch, nullptr, inner});
    // A jump inside a case takes its lanes out of `outer`, so each case starts from what is left.
    std::string blocks;
    for (const Group& group : groups) {
        std::string condition = fmt::format("{}", fmt::join(group.labels, " || "));
        if (group.standard) {
            const std::string others = fmt::format("!({})", fmt::join(all, " || "));
            if (all.empty())
                condition = "M(true)";
            else
                condition = condition.empty() ? others : fmt::format("{} || {}", condition, others);
        }
        blocks += fmt::format("{} = {} && ({}); {{ ", inner, outer, condition);
        for (const Stmt* child : group.body) blocks += without_break(child) + " ";
        blocks += "} ";
    }
    regions_.pop_back();
    return out + blocks + "}";
}

std::string TextEditor::loop_body(const Stmt* loop, const Stmt* body) {
    std::string out;
    const bool continues = divergence_->loops.at(loop).continues;
    // Every loop has a body region, so that continue knows where to stop.
    std::string mask = lanes();
    if (continues) {
        mask = names_.fresh("m");
        out = fmt::format("M {} = {}; ", mask, lanes());
    }
    regions_.push_back({Region::kBody, loop, mask});
    out += statement(body);
    regions_.pop_back();
    return out;
}

/// A loop that lanes leave one by one, or whose header cannot stay as it is.
std::string TextEditor::loop(const Stmt* s) {
    const LoopDivergence& d = divergence_->loops.at(s);
    const bool needs_mask = d.needs_mask();
    const std::string outer = lanes(), inner = needs_mask ? names_.fresh("m") : outer;
    const auto* counted = llvm::dyn_cast<ForStmt>(s);
    const auto* repeat = llvm::dyn_cast<WhileStmt>(s);
    const auto* until = llvm::dyn_cast<DoStmt>(s);
    const Expr* condition = counted  ? counted->getCond()
                            : repeat ? repeat->getCond()
                                     : until->getCond();
    const Stmt* body = counted ? counted->getBody() : repeat ? repeat->getBody() : until->getBody();

    std::string init;
    if (counted != nullptr && counted->getInit() != nullptr) {
        const auto* declared = llvm::dyn_cast<DeclStmt>(counted->getInit());
        init = declared ? declaration(declared, true)
                        : effect(llvm::cast<Expr>(counted->getInit())) + ";";
    }
    std::string out = "{ " + init + (init.empty() ? "" : " ");
    if (needs_mask) out += fmt::format("M {} = {}; ", inner, outer);
    if (partial(s) || until != nullptr) out += fmt::format("if (weft::any({})) ", inner);
    regions_.push_back({Region::kLoop, s, inner});
    if (until != nullptr) {
        out += "do { " + look(s) + loop_body(s, body) + " } while (";
        const std::string text = expression(condition);
        if (d.condition)
            out += fmt::format("weft::any({0} = {0} && ({1}))", inner, text);
        else if (needs_mask)
            out += fmt::format("({}) && weft::any({})", text, inner);
        else
            out += text;
        out += ");";
    } else {
        const std::string text = condition != nullptr ? expression(condition) : "true";
        const std::string increment =
            counted && counted->getInc() ? effect(counted->getInc()) : std::string();
        out += fmt::format("for (; {}; {}) {{ ", d.condition ? "" : text, increment);
        if (d.condition) out += fmt::format("{0} = {0} && ({1}); ", inner, text);
        if (needs_mask) out += fmt::format("if (!weft::any({})) break; ", inner);
        out += look(s) + loop_body(s, body) + " }";
    }
    regions_.pop_back();
    return out + " }";
}

}  // namespace weft
