// A functor as the analyses see it: its declarations sorted into indexers, members and functions.
#pragma once

#include "core/types.h"
#include "frontend/clang_ast.h"

namespace weft {

/// The types of kernel values. Enumerations count as the int or unsigned beneath them.
enum class ScalarType { kFloat, kInt, kUnsigned, kBool };

/// The scalar that `type` (without references and const) is, if it is one.
std::optional<ScalarType> scalar_of(clang::QualType type);
/// The scalar at the bottom of `type`, through arrays and references.
std::optional<ScalarType> element_of(clang::QualType type);
/// "float", "int", "unsigned", "bool".
const char* name_of(ScalarType scalar);
/// The letter of its value type: F, I, U, M.
const char* letter_of(ScalarType scalar);

struct IndexerModel {
    const clang::FieldDecl* field = nullptr;
    std::string name;
    Direction direction = eInput;
    Granularity granularity = eComponent;
    Freedom freedom = e0D;
    bool asks_planes = false;  ///< some body asks for `Planes`
    bool asks_roles = false;   ///< some body asks for `Colours` or `Alpha`
};

/// What shape a data member has.
enum class MemberShape { kScalar, kArray, kList, kBaked, kDomain };

struct MemberModel {
    const clang::FieldDecl* field = nullptr;
    std::string name;
    ScalarType type = ScalarType::kFloat;
    MemberShape shape = MemberShape::kScalar;
    std::vector<int> extents;  ///< of an array; the capacity of a list; of a domain its four edges
    bool state = false;        ///< written by Kernel() or Initialise()
};

/// A function that Kernel() or Initialise() calls, directly or not.
struct HelperModel {
    const clang::FunctionDecl* function = nullptr;  ///< its definition
    std::string name;                               ///< unique within the functor's text
    bool uses_members = false;                      ///< itself or through what it calls
    bool uses_state = false;
    bool uses_place = false;
    bool loops = false;
    bool watched = false;    ///< has watched loops, itself or through what it calls
    std::set<int> indexers;  ///< positions in FunctorModel::indexers
};

/// Kernel() of an eAccumulation functor, in parts: locals, a nest of loops that add terms to some
/// of them, and what follows; all that within a loop over planes where it has one.
struct AccumulationModel {
    const clang::ForStmt* planes = nullptr;        ///< or none
    std::vector<const clang::Stmt*> begin;         ///< before the terms
    std::vector<const clang::ForStmt*> loops;      ///< of terms, the outermost first
    const clang::Stmt* term = nullptr;             ///< the body of the innermost
    std::vector<const clang::Stmt*> end;           ///< after the terms
    std::vector<const clang::VarDecl*> kept;       ///< locals of begin that term or end use
    std::vector<const clang::VarDecl*> variables;  ///< of planes and loops
};

struct FunctorModel {
    const clang::CXXRecordDecl* record = nullptr;
    std::string name;
    Dependence dependence = eParallel;
    std::vector<IndexerModel> indexers;  ///< in the order of mFunctorIndexers, of inputs
                                         ///< those that kernels use
    std::vector<MemberModel> members;    ///< those that kernels use, in declaration order;
                                         ///< an indexer stands for its domain
    std::vector<HelperModel> helpers;    ///< callees before callers
    std::vector<const clang::VarDecl*> constants;   ///< of namespaces and classes, in order of use
    bool uses_place = false;                        ///< some function asks for X(), Y() or Plane()
    bool uses_position = false;                     ///< some function asks for X() or Y()
    std::set<const clang::Stmt*> watched_loops;     ///< they look at each turn whether to stop
    std::set<const clang::Stmt*> tap_loops;         ///< innermost ones over what an indexer reads
    std::set<const clang::Stmt*> plane_loops;       ///< over the planes that one writes, without
                                                    ///< loops in them
    std::set<const clang::Stmt*> array_loops;       ///< few turns, over a local array's elements
    std::optional<AccumulationModel> accumulation;  ///< of an eAccumulation functor
    const clang::CXXMethodDecl* kernel = nullptr;
    const clang::CXXMethodDecl* initialise = nullptr;  ///< null for parallel functors
    const clang::CXXMethodDecl* combine = nullptr;     ///< of a reduction
    const clang::CXXMethodDecl* result = nullptr;      ///< of a reduction

    const IndexerModel* indexer(const clang::ValueDecl* field) const;
    const MemberModel* member(const clang::ValueDecl* field) const;
    const HelperModel* helper(const clang::FunctionDecl* function) const;
    /// Kernel, Initialise, Combine, Result, then the helpers: every body to look into.
    std::vector<const clang::FunctionDecl*> functions() const;
};

}  // namespace weft
