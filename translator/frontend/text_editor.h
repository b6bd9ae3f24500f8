// Edits the source of one function into kernel text: names replaced, and in the simd form value
// types and masks put where lanes differ. What needs no edit stays as it was written, line by line.
#pragma once

#include <functional>

#include "frontend/divergence.h"
#include "frontend/kernel_names.h"
#include "frontend/loops.h"

namespace weft {

/// One per function and form. `divergence` null: the scalar form.
class TextEditor {
  public:
    TextEditor(const FunctorModel& model, const Divergence* divergence, Names& names,
               const clang::FunctionDecl* function);

    /// The body with its braces, and what comes before and after it.
    std::string body();
    /// One of the body's statements.
    std::string statement(const clang::Stmt* s);
    /// The function's return type and its own parameters: "typename S::F", "typename S::F x, int
    /// n".
    std::string result_type() const;
    std::vector<std::string> parameters() const;
    /// Why the simd form could not be made; "" where it could.
    const std::string& failure() const { return failure_; }

  private:
    /// Lanes of which later statements must be told when they are gone.
    struct Region {
        enum Kind { kFunction, kBranch, kLoop, kBody } kind;
        const clang::Stmt* loop;
        std::string mask;
    };
    using ChildText = std::function<std::string(const clang::Stmt*)>;

    // text_editor.cpp
    static bool stands_as_statement(const clang::Stmt* parent, const clang::Stmt* child);
    std::string splice(const clang::Stmt* s, unsigned begin, unsigned end, const ChildText& text);
    std::string spliced_expression(const clang::Expr* e, const ChildText& text);
    unsigned begin_of(const clang::Stmt* s) const;
    unsigned end_of(const clang::Stmt* s, bool with_semicolon) const;
    bool varying(const clang::Expr* e) const;
    bool masked(const clang::Stmt* s) const;
    bool partial(const clang::Stmt* s) const;
    std::string type_text(clang::QualType type, bool varying, const char* prefix) const;

    // expression_text.cpp
    std::string expression(const clang::Expr* e);
    std::string operand(const clang::Expr* e);
    std::string wide(const clang::Expr* e, ScalarType as);
    std::string cast(const clang::CastExpr* e);
    bool element_per_lane(const clang::Expr* e) const;
    std::string converted(const std::string& text, ScalarType from, ScalarType to) const;
    std::string unary(const clang::UnaryOperator* e);
    std::string binary(const clang::BinaryOperator* e);
    bool wraps(const clang::Expr* e) const;
    std::string wrapping(const clang::Expr* e);
    std::string choice(const clang::ConditionalOperator* e);
    std::string subscript(const clang::ArraySubscriptExpr* e);
    std::string moved_column(const Access& access);
    std::string call(const clang::CallExpr* e);
    bool decides_overload(const clang::CallExpr* e, const clang::Expr* a) const;
    std::string helper_call(const clang::CallExpr* e, const HelperModel& helper);
    std::string initialiser(const clang::Expr* e, clang::QualType type, bool varying);
    std::string mask_here() const;

    // statement_text.cpp
    std::string edited(const clang::Stmt* s);
    std::string spliced(const clang::Stmt* s);
    std::string without_break(const clang::Stmt* s);
    std::string declaration(const clang::DeclStmt* s, bool with_semicolon);
    std::string effect(const clang::Expr* e);
    std::string assignment(const clang::Expr* whole);
    std::string branch(const clang::IfStmt* s);
    std::string cases(const clang::SwitchStmt* s);
    std::string loop(const clang::Stmt* s);
    std::string watched(const clang::Stmt* loop, const std::function<std::string()>& text);
    std::string look(const clang::Stmt* loop) const;
    std::string loop_body(const clang::Stmt* loop, const clang::Stmt* body);
    std::string jump(const clang::Stmt* s, const std::string& lanes);
    std::string leave(const clang::ReturnStmt* s);
    bool ends_apart(const clang::Stmt* s) const;
    const std::string& lanes() const { return regions_.back().mask; }

    const FunctorModel& model_;
    const Divergence* divergence_;
    Names& names_;
    const clang::FunctionDecl* function_;
    const HelperModel* helper_;
    const clang::ASTContext& context_;
    const clang::SourceManager& sources_;
    std::optional<Dataflow> flow_;  ///< in the scalar form
    std::vector<Region> regions_;
    std::map<const clang::Stmt*, std::string> counters_;  ///< what counts those of a watched loop
    std::vector<std::string> guards_;  ///< conditions of the choices around an expression
    std::string failure_;
};

}  // namespace weft
