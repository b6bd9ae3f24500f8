// Which values differ between the lanes of a vector, and which statements only some lanes reach.
#include "frontend/divergence.h"

#include <algorithm>

#include "frontend/ast_query.h"

namespace weft {

using namespace clang;

namespace {

/// A region of the source that lanes enter or leave apart from each other.
struct Frame {
    enum Kind { kUniform, kBranch, kLoop, kBody } kind = kUniform;
    const Stmt* loop = nullptr;
    bool continued = false;  ///< kBody: a varying continue came before
};

class Analysis {
  public:
    explicit Analysis(const FunctorModel& model) : model_(model) {}

    Divergence run() {
        for (changed_ = true; changed_;) {
            changed_ = false;
            for (const FunctionDecl* f : model_.functions())
                if (f != model_.combine && f != model_.result) function(f);  // one lane at a time
        }
        return std::move(result_);
    }

  private:
    template <class T>
    void add(std::set<T>& set, T item) {
        changed_ |= set.insert(item).second;
    }
    void raise(bool& flag) {
        changed_ |= !flag;
        flag = true;
    }

    bool varying(const Expr* e) const { return result_.is_varying(e, model_); }

    void function(const FunctionDecl* f) {
        function_ = f;
        helper_ = model_.helper(f) != nullptr;
        returned_ = false;
        frames_.clear();
        depths_.clear();
        if (helper_)
            for (const ParmVarDecl* p : f->parameters())
                if (result_.varying.count(p)) add(result_.varying_functions, f);
        statement(f->getBody());
    }

    bool in_branch(std::size_t from) const {
        for (std::size_t i = from; i < frames_.size(); ++i)
            if (frames_[i].kind == Frame::kBranch) return true;
        return false;
    }

    /// The index of the frame of the innermost loop's body.
    std::size_t body_frame() const {
        for (std::size_t i = frames_.size(); i-- > 0;)
            if (frames_[i].kind == Frame::kBody) return i;
        return 0;
    }

    /// True where lanes that wait outside the frames from `depth` inwards may be missing here.
    bool lanes_wait(std::size_t depth) const {
        for (std::size_t i = depth; i < frames_.size(); ++i) {
            const Frame& f = frames_[i];
            if (f.kind == Frame::kBranch || f.continued) return true;
            if (f.kind == Frame::kLoop) {
                const auto found = result_.loops.find(f.loop);
                if (found != result_.loops.end() &&
                    (found->second.condition || found->second.breaks))
                    return true;
            }
        }
        return false;
    }

    /// True where some lanes of the function may be missing, for whatever reason.
    bool lanes_missing() const {
        if (returned_ || lanes_wait(0)) return true;
        for (const Frame& f : frames_)
            if (f.kind == Frame::kLoop && result_.loops.at(f.loop).returns) return true;
        return helper_ && result_.varying_functions.count(function_) != 0;
    }

    void note_place(const Stmt* s) {
        if (lanes_missing()) add(result_.partial, s);
    }

    void expressions(const Stmt* s) {
        for_each(s, [&](const Stmt* child) {
            const auto* e = llvm::dyn_cast<Expr>(child);
            if (e == nullptr) return;
            if (lanes_missing()) add(result_.partial, child);
            if (helper_) {
                const FieldDecl* field = own_field(e);
                const MemberModel* member = field ? model_.member(field) : nullptr;
                if (access_of(e) || place_part_of(e) == "X" || (member != nullptr && member->state))
                    add(result_.varying_functions, function_);
            }
            const auto* call = llvm::dyn_cast<CallExpr>(child);
            const HelperModel* callee = call ? model_.helper(call->getDirectCallee()) : nullptr;
            if (callee == nullptr) return;
            for (unsigned i = 0; i < callee->function->getNumParams(); ++i) {
                const VarDecl* parameter = callee->function->getParamDecl(i);
                if (varying(call->getArg(i))) add(result_.varying, parameter);
                // Arrays are passed as they are, so both sides must agree.
                if (parameter->getType().getNonReferenceType()->isArrayType() &&
                    result_.varying.count(parameter))
                    if (const VarDecl* array = local_of(call->getArg(i)))
                        add(result_.varying, array);
            }
            if (result_.varying_functions.count(callee->function) && helper_)
                add(result_.varying_functions, function_);
        });
    }

    void assignment(const Stmt* whole, const Assignment& a) {
        expressions(a.value);
        expressions(a.target);
        const Expr* base = target_base(a.target);
        const VarDecl* variable = local_of(base);
        if (variable == nullptr) {  // an output or state: written for lanes that are here
            if (lanes_missing()) add(result_.masked, whole);
            return;
        }
        const bool masked = lanes_wait(depths_[variable]);
        if (masked) add(result_.masked, whole);
        bool varies = masked || varying(a.target);
        if (a.value != nullptr) varies |= varying(a.value);
        // a[lane-dependent index] = x: the array's entries differ between lanes.
        for (const Expr* t = bare(a.target); t != base;) {
            if (const auto* subscript = llvm::dyn_cast<ArraySubscriptExpr>(t)) {
                varies |= varying(subscript->getIdx());
                t = bare(subscript->getBase());
            } else if (const auto* call = llvm::dyn_cast<CallExpr>(t)) {
                varies |= varying(call->getArg(1));
                t = bare(call->getArg(0));
            } else {
                break;
            }
        }
        if (varies) add(result_.varying, variable);
    }

    void effect(const Expr* e) {
        const Expr* inner = e->IgnoreParens()->IgnoreImplicit();
        if (const std::optional<Assignment> a = assignment_of(inner)) {
            assignment(inner, *a);
        } else if (const auto* list = llvm::dyn_cast<BinaryOperator>(inner);
                   list != nullptr && list->getOpcode() == BO_Comma) {
            effect(list->getLHS());
            effect(list->getRHS());
        } else {
            expressions(inner);
        }
    }

    void branch(bool diverges, const Stmt* body) {
        frames_.push_back({diverges ? Frame::kBranch : Frame::kUniform, nullptr, false});
        statement(body);
        frames_.pop_back();
    }

    void loop(const Stmt* s, const Stmt* init, const Expr* condition, const Expr* increment,
              const Stmt* body) {
        frames_.push_back({Frame::kLoop, s, false});
        result_.loops[s];
        if (const auto* e = llvm::dyn_cast_or_null<Expr>(init))
            effect(e);
        else
            statement(init);
        if (condition != nullptr) {
            expressions(condition);
            if (varying(condition)) {
                raise(result_.loops[s].condition);
                raise_divergent();
            }
        }
        frames_.push_back({Frame::kBody, s, false});
        statement(body);
        frames_.pop_back();
        if (increment != nullptr) effect(increment);
        frames_.pop_back();
    }

    void raise_divergent() {
        raise(result_.divergent);
        if (helper_) add(result_.varying_functions, function_);
    }

    void statement(const Stmt* s) {
        if (s == nullptr) return;
        note_place(s);
        if (const auto* block = llvm::dyn_cast<CompoundStmt>(s)) {
            for (const Stmt* child : block->body()) statement(child);
        } else if (const auto* declared = llvm::dyn_cast<DeclStmt>(s)) {
            for (const Decl* d : declared->decls()) {
                const auto* variable = llvm::dyn_cast<VarDecl>(d);
                if (variable == nullptr) continue;
                depths_[variable] = frames_.size();
                if (variable->getInit() == nullptr) continue;
                expressions(variable->getInit());
                if (varying(variable->getInit())) add(result_.varying, variable);
            }
        } else if (const auto* choice = llvm::dyn_cast<IfStmt>(s)) {
            expressions(choice->getCond());
            const bool diverges = varying(choice->getCond());
            if (diverges) raise_divergent();
            branch(diverges, choice->getThen());
            branch(diverges, choice->getElse());
        } else if (const auto* cases = llvm::dyn_cast<SwitchStmt>(s)) {
            expressions(cases->getCond());
            const bool diverges = varying(cases->getCond());
            if (diverges) raise_divergent();
            frames_.push_back({diverges ? Frame::kBranch : Frame::kUniform, nullptr, false});
            switches_.push_back(frames_.size());
            for (const Stmt* child : cases->getBody()->children()) {
                while (const auto* label = llvm::dyn_cast<SwitchCase>(child))
                    child = label->getSubStmt();
                statement(child);
            }
            switches_.pop_back();
            frames_.pop_back();
        } else if (const auto* counted = llvm::dyn_cast<ForStmt>(s)) {
            loop(s, counted->getInit(), counted->getCond(), counted->getInc(), counted->getBody());
        } else if (const auto* repeat = llvm::dyn_cast<WhileStmt>(s)) {
            loop(s, nullptr, repeat->getCond(), nullptr, repeat->getBody());
        } else if (const auto* until = llvm::dyn_cast<DoStmt>(s)) {
            loop(s, nullptr, until->getCond(), nullptr, until->getBody());
        } else if (llvm::isa<BreakStmt>(s)) {
            // A break of a switch only ends its case.
            if (!switches_.empty() && switches_.back() > body_frame()) return;
            const std::size_t body = body_frame();
            if (!in_branch(body) && !frames_[body].continued) return;
            add(result_.masked, s);
            raise(result_.loops[frames_[body].loop].breaks);
        } else if (llvm::isa<ContinueStmt>(s)) {
            const std::size_t body = body_frame();
            if (!in_branch(body)) return;
            add(result_.masked, s);
            frames_[body].continued = true;
            raise(result_.loops[frames_[body].loop].continues);
        } else if (const auto* result = llvm::dyn_cast<ReturnStmt>(s)) {
            expressions(result->getRetValue());
            if (helper_ && result->getRetValue() != nullptr && varying(result->getRetValue()))
                add(result_.varying_functions, function_);
            if (!lanes_wait(0)) return;
            add(result_.masked, s);
            add(result_.masked_returns, function_);
            if (helper_) add(result_.varying_functions, function_);
            returned_ = true;
            for (const Frame& f : frames_)
                if (f.kind == Frame::kLoop) raise(result_.loops[f.loop].returns);
        } else if (const auto* attributed = llvm::dyn_cast<AttributedStmt>(s)) {
            statement(attributed->getSubStmt());
        } else if (const auto* e = llvm::dyn_cast<Expr>(s)) {
            effect(e);
        }
    }

    const FunctorModel& model_;
    Divergence result_;
    bool changed_ = false;
    const FunctionDecl* function_ = nullptr;
    bool helper_ = false;
    bool returned_ = false;  ///< a varying return came before
    std::vector<Frame> frames_;
    std::vector<std::size_t> switches_;             ///< depth of frames_ at each enclosing switch
    std::map<const VarDecl*, std::size_t> depths_;  ///< depth of frames_ at the declaration
};

}  // namespace

bool Divergence::is_varying(const Expr* e, const FunctorModel& model) const {
    if (e == nullptr) return false;
    if (const auto* argument = llvm::dyn_cast<CXXDefaultArgExpr>(e))
        return is_varying(argument->getExpr(), model);
    if (const std::optional<Access> access = access_of(e)) {
        const IndexerModel* indexer = model.indexer(access->indexer);
        if (indexer == nullptr || indexer->direction != eInput) return false;
        // All lanes read the same element of a picture that is read anywhere.
        return indexer->freedom != eRandom || !access->sampler.empty() ||
               std::any_of(access->arguments.begin(), access->arguments.end(),
                           [&](const Expr* a) { return is_varying(a, model); });
    }
    // Lanes lie beside one another: only x differs between them.
    if (const std::string place = place_part_of(e); !place.empty()) return place == "X";
    if (const auto* reference = llvm::dyn_cast<DeclRefExpr>(e)) {
        const auto* variable = llvm::dyn_cast<VarDecl>(reference->getDecl());
        return variable != nullptr && varying.count(variable) != 0;
    }
    if (const auto* member = llvm::dyn_cast<MemberExpr>(e)) {
        const FieldDecl* field = own_field(member);
        const MemberModel* m = field != nullptr ? model.member(field) : nullptr;
        return m != nullptr && m->state;
    }
    if (const auto* call = llvm::dyn_cast<CallExpr>(e))
        if (const HelperModel* helper = model.helper(call->getDirectCallee()))
            if (varying_functions.count(helper->function)) return true;
    for (const Stmt* child : e->children())
        if (const auto* inner = llvm::dyn_cast_or_null<Expr>(child); is_varying(inner, model))
            return true;
    return false;
}

Divergence analyse_divergence(const FunctorModel& model) { return Analysis(model).run(); }

}  // namespace weft
