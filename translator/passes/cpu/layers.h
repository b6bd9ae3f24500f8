// Layers of stages: what has to be whole before what.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "passes/cpu/cpu_context.h"
#include "passes/cpu/recurrences.h"

namespace weft {

/// Why a stage, whose elements are `reader`, needs all rows of what it reads at once, or "".
std::string needs_whole_picture(const CpuPlan& plan, const StageInput& input, const Rect& reader);

/// A stage comes after the layer of what it needs whole, else into the same one.
class Layers {
  public:
    /// `cut` are inputs that have to come from another layer, and why.
    Layers(const CpuPlan& plan, const std::map<ReadBy, std::string>& cut);

    Table<int, Stage> level;
    std::map<ReadBy, std::string> materialised;  ///< and why

  private:
    void place(const CpuPlan& plan, Id<Stage> s, const std::map<ReadBy, std::string>& cut);

    Table<int, Stage> scalings_;  ///< most changes of resolution on a path to a stage in its layer
};

/// Stages of a layer that feed one another: the part of each stage, as the first of its stages.
Table<Id<Stage>, Stage> connected(const CpuPlan& plan, const Table<int, Stage>& level);

/// The domains of what the stages of each connected part leave behind, by the part.
std::map<Id<Stage>, std::vector<Rect>> results(const CpuPlan& plan, const Table<int, Stage>& level,
                                               const Table<Id<Stage>, Stage>& part);

/// Inputs at another resolution within parts whose results are of different sizes: tiles of one
/// would be far from tiles of the other. Those of pictures that others read too, if there are any:
/// there the sizes part.
std::map<ReadBy, std::string> unequal_edges(const CpuPlan& plan, const Table<int, Stage>& level);

/// Inputs that have to come from another kernel, and why: unequal_edges() or, where there are none,
/// those of recurrences, and then of windows that are large beside the picture. Once they are cut
/// there may be more.
std::map<ReadBy, std::string> edges_between(const CpuPlan& plan, const CpuContext& context,
                                            const Table<int, Stage>& level);

/// Whether the stages of each kernel may share it, given the numbers of their kernels, but for
/// pictures that are needed whole.
bool can_be_kernels(const CpuPlan& plan, const CpuContext& context,
                    const Table<int, Stage>& kernel_of);

}  // namespace weft
