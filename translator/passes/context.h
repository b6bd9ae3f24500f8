// What every pass may know, and what it leaves behind for people to read.
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "passes/compiled_forms.h"
#include "passes/gpu/fusion/found_groups.h"
#include "plan/gpu_choices.h"
#include "plan/plan.h"

namespace weft {

/// The question that a plan answers. Passes read it and never change it.
struct PlanContext {
    const Graph& graph;
    const Library& library;
    std::vector<ImageShape> inputs;  ///< one per graph input
    std::vector<Rect> regions;       ///< one per graph output; empty: its whole domain
    std::vector<bool> native_inputs, native_outputs;  ///< Picture's own layout; empty: all
    Target target;
    bool fast_math = false;
    int strip_height = 0, block_width = 0;  ///< 0: chosen by the tile pass
    int batch_rows = 0;                     ///< 0: chosen by the batch pass
    /// Graphs that the plan's kernels should serve as well (passes/dynamic_stencil.h); null: none.
    const std::vector<Graph>* range = nullptr;
    std::optional<GpuTarget> gpu = {};  ///< plan for this GPU instead of `target`
    GpuChoices choices = {};
    /// What is known of GPU kernels that have been compiled already.
    CompiledForms compiled = {};
    /// What an earlier search for the same question found: applied instead of searching.
    std::optional<FoundFusion> found = {};
    /// Once set, searches end with what they have, and make_plan() with kCancelled. May be null.
    const std::atomic<bool>* cancel = nullptr;
    /// Kernels are to serve pictures of any size: nothing that shows in their text follows from it.
    bool any_size = false;
    /// Kernels that can go plane by plane do so, however small their buffers are.
    bool plane_by_plane = false;

    bool is_cancelled() const { return cancel != nullptr && *cancel; }

    bool native_input(int i) const { return native_inputs.empty() || native_inputs[i]; }
    bool native_output(int i) const { return native_outputs.empty() || native_outputs[i]; }
};

/// Collects decisions under one pass's name.
class Decisions {
  public:
    Decisions(std::vector<Decision>& list, std::string pass)
        : list_(list), pass_(std::move(pass)) {}
    void add(std::string subject, std::string text) {
        list_.push_back({pass_, std::move(subject), std::move(text)});
    }

  private:
    std::vector<Decision>& list_;
    std::string pass_;
};

}  // namespace weft
