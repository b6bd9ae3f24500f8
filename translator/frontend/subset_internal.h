// The checker of kernel bodies, shared by its files: subset.cpp, subset_source.cpp,
// subset_statements.cpp, subset_expressions.cpp, subset_calls.cpp.
#pragma once

#include "frontend/ast_query.h"
#include "frontend/loops.h"
#include "frontend/subset.h"

namespace weft {

/// Walks bodies; every node is supported, ignored with a reason, or refused.
class SubsetChecker {
  public:
    SubsetChecker(FunctorModel& model, Reporter& reporter)
        : model_(model), reporter_(reporter), context_(model.record->getASTContext()) {}

    /// Checks one body and, before returning, all functions it calls.
    void function(const clang::FunctionDecl* function);
    /// Once it is known which members are state: refuses what Combine() reads of its argument that
    /// is none.
    void check_combined();

  private:
    // subset_source.cpp
    bool source(const clang::Stmt* body);

    // subset_statements.cpp
    void statement(const clang::Stmt* s);
    void declaration(const clang::VarDecl* variable);
    void effect(const clang::Expr* e, bool may_be_list);
    void assignment(const clang::Expr* whole, const Assignment& a);
    void switch_statement(const clang::SwitchStmt* s);
    void loop_ends(const clang::Stmt* loop, const clang::Expr* condition, const clang::Stmt* body);

    // subset_expressions.cpp: true where nothing was refused below
    bool expression(const clang::Expr* e);
    bool children(const clang::Expr* e);
    bool cast(const clang::CastExpr* e);
    bool unary(const clang::UnaryOperator* e);
    bool binary(const clang::BinaryOperator* e);
    bool arithmetic(const clang::BinaryOperator* e, clang::BinaryOperatorKind op);
    bool subscript(const clang::ArraySubscriptExpr* e);
    bool reference(const clang::DeclRefExpr* e);
    bool own_member(const clang::Expr* e, const clang::FieldDecl* field);
    bool metadata_here(const clang::Expr* e, const IndexerMetadata& m);
    bool of_other(const clang::Expr* e, const OtherField& other);
    bool constant(const clang::Expr* e, const clang::VarDecl* variable);
    bool value_type(const clang::Expr* e);

    // subset_calls.cpp
    bool call(const clang::CallExpr* e);
    bool helper_call(const clang::CallExpr* e, const clang::FunctionDecl* callee);
    bool access(const clang::CallExpr* e, const Access& a, bool writes);
    bool access_here(const clang::CallExpr* e, const IndexerModel& indexer, bool writes);
    bool place(const clang::CallExpr* e);
    void offset(const clang::Expr* e, const IndexerModel& indexer, const char* radius_name);

    /// Reports at `place`; always false, for `return refuse(...)`.
    bool refuse(clang::SourceLocation place, std::string message, std::string remedy);
    /// True (and reported) where `s` comes out of a macro.
    bool macro(const clang::Stmt* s);
    std::string text(const clang::Stmt* s) const;
    void use(const clang::FieldDecl* field, MemberShape shape, ScalarType type,
             std::vector<int> extents);
    bool in_helper() const { return stack_.size() > 1; }

    FunctorModel& model_;
    Reporter& reporter_;
    clang::ASTContext& context_;
    std::vector<const clang::FunctionDecl*> stack_;  ///< from the entry point inwards
    std::vector<Dataflow> flows_;                    ///< one per function of stack_
    /// Members of Combine()'s argument, and where they are read.
    std::vector<std::pair<const clang::FieldDecl*, clang::SourceLocation>> combined_;
};

}  // namespace weft
