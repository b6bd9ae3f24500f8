// Integer expressions of the source as the plan's IntExpr text.
#pragma once

#include "frontend/loops.h"
#include "frontend/model.h"
#include "plan/facts.h"

namespace weft {

/// Translates expressions of one function; remembers which loops they run over.
class IntText {
  public:
    /// What an expression may depend on, besides counted loops.
    enum class Of {
        kStructure,  ///< what a kernel is compiled for
        kMembers,    ///< and members and edges of domains
        kPlaces,     ///< and where the element lies: X, Y, Plane
    };
    IntText(const FunctorModel& model, const Dataflow& flow, Of of = Of::kStructure)
        : model_(model), flow_(flow), of_(of) {}

    /// The text of `e`, or nothing where it depends on more than structure and counted loops.
    std::optional<std::string> of(const clang::Expr* e);

    /// The loops that the expressions so far run over, outer ones first.
    const std::vector<TapLoop>& loops() const { return loops_; }

    /// First and last value of a loop's variable, both included, in ascending order.
    struct Bounds {
        std::string first, last;
        int step = 1;
    };
    std::optional<Bounds> bounds(const CountedLoop& loop);

    /// The name of a counted loop's variable, which is then among loops().
    std::optional<std::string> of_local(const clang::VarDecl* variable);

  private:
    std::optional<std::string> of_run(const clang::Expr* e) const;

    const FunctorModel& model_;
    const Dataflow& flow_;
    const Of of_;
    std::vector<TapLoop> loops_;
    std::map<const clang::VarDecl*, std::string> names_;
};

/// (a op b), with constants folded.
std::string combine(char op, const std::string& a, const std::string& b);
/// (max a b) or (min a b), with constants folded.
std::string combine(const char* function, const std::string& a, const std::string& b);

}  // namespace weft
