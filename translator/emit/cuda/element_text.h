// The words of a kernel of one stage: names of what it is launched with, and the calls of its
// functor. Used by the printers of what a thread does with one element, a segment of a scan, or a
// reduction.
#pragma once

#include <string>
#include <vector>

#include "emit/writer.h"
#include "plan/gpu_plan.h"

namespace weft {

class ElementText {
  public:
    ElementText(const GpuPlan& plan, const GpuKernel& kernel, std::string symbol);

    const GpuPlan& plan;
    const GpuKernel& kernel;
    const Stage& stage;
    const std::string symbol;  ///< of the kernel
    const std::vector<const IndexerFacts*> inputs, outputs;

    /// The type of the kernel's arguments.
    std::string args() const { return symbol + "_Args"; }
    /// The functor's Members, as its functions take them.
    const char* members() const;
    /// Types and, where the functor has no members, an empty set of them.
    void declare_types(Writer& out) const;
    void declare_state(Writer& out) const;
    /// A variable for each output's value at the element.
    void declare_values(Writer& out) const;
    /// Calls a function of the functor at element `e`.
    void call(const char* function, Writer& out) const;
    /// The accessor of an input at element `e`, in place or in a tile of shared memory.
    std::string accessor(const IndexerFacts& indexer, const GpuInput& in, GpuAccess access) const;
    /// Writes the outputs' values to element `e`.
    void store_values(Writer& out) const;
    /// Whether the functions of an element are templates of the sides that its reads may leave.
    bool has_variants() const { return kernel.borders != BorderScheme::kNaive; }
    /// The last argument of functions that watch how long they run.
    const char* watch() const { return stage.facts.watched ? ", weft::Watch{}" : ""; }

  private:
    std::vector<std::string> accessors() const;
};

}  // namespace weft
