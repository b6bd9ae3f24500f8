// Layers of stages: what has to be whole before what.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "passes/cpu/recurrences.h"

namespace weft {

/// Why a stage, whose elements are `reader`, needs all rows of what it reads at once, or "".
std::string needs_whole_picture(const CpuPlan& plan, const StageInput& input, const Rect& reader);

/// A stage comes after the layer of what it needs whole, else into the same one.
class Layers {
  public:
    /// `cut` are inputs that have to come from another layer, and why.
    Layers(const CpuPlan& plan, const std::map<Edge, std::string>& cut);

    std::vector<int> level;                    ///< of each stage
    std::map<Edge, std::string> materialised;  ///< and why

  private:
    void place(const CpuPlan& plan, int s, const std::map<Edge, std::string>& cut);

    std::vector<int> scalings_;  ///< most changes of resolution on a path to a stage in its layer
};

/// Stages of a layer that feed one another: a number for each stage, the lowest of its stages.
std::vector<int> connected(const CpuPlan& plan, const std::vector<int>& level);

/// The domains of what the stages of each connected part leave behind, by the part's number.
std::map<int, std::vector<Rect>> results(const CpuPlan& plan, const std::vector<int>& level,
                                         const std::vector<int>& part);

/// Inputs at another resolution within parts whose results are of different sizes: tiles of one
/// would be far from tiles of the other. Those of pictures that others read too, if there are any:
/// there the sizes part.
std::map<Edge, std::string> unequal_edges(const CpuPlan& plan, const std::vector<int>& level);

/// Whether the stages of each kernel may share it, given the numbers of their kernels, but for
/// pictures that are needed whole.
bool can_be_kernels(const CpuPlan& plan, const std::vector<int>& kernel_of);

}  // namespace weft
