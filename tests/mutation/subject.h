// A kernel under mutation: planned and printed as for users, changed in one place, run by the SIMT
// checker, and compared with the reference.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "effects/builtin.h"
#include "passes/pipeline.h"
#include "runtime/picture.h"
#include "support/result.h"

namespace weft::test {

/// What is planned. One graph input and output.
struct Subject {
    std::string functor;  ///< by itself, with its own defaults
    std::vector<std::pair<std::string, std::string>> settings{};  ///< control and value
    std::string target = "gtx-680";
    Rect domain{-3, 5, 74, 58};
    Rect region{};  ///< of the output; empty: all of it
    Border border{};
    std::vector<std::string> disabled{};
    /// A graph instead of the functor, with borders of its own.
    std::function<Graph()> build{};
    std::function<Library()> library = builtin_library;
    /// Stages are grouped into one kernel where a graph is given; the tile's team, and its borders.
    GpuChoices choices{};
    /// A last word on the plan, which stays one that users could have: forced shapes.
    std::function<void(GpuPlan&)> force{};
};

/// A change of one place in a text: `from` must be there exactly once. Empty: no change.
struct Mutation {
    std::string from, to;
};

Result<std::string> mutate(std::string text, const Mutation& mutation);

struct Verdict {
    Status status;        ///< of the run: kFault is what a check found
    bool agrees = false;  ///< with the reference, bit for bit; where the run came to its end
    std::string check;    ///< the name of the check that found a fault, or ""
};

/// The plan; fails the test when there is none.
GpuPlan plan_of(const Subject& subject);

/// Compiles and runs the plan's kernels, of which that whose name contains `kernel` has been
/// mutated. An error is one of the test itself: no or several such kernels or places, a text that
/// does not compile.
Result<Verdict> run(const Subject& subject, const std::string& kernel, const Mutation& mutation);

/// The check that an Error of kind kFault names in its first line.
std::string check_of(const Error& error);

}  // namespace weft::test
