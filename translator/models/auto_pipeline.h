// A pipeline as paper: gpu-autoscheduler sees it, and the inlining of its trivial stages (4.1).
#pragma once

#include <string>
#include <vector>

namespace weft {

/// Where one element reads around at another resolution: element i around i times / over; both > 0.
struct AutoScale {
    int times = 1, over = 1;

    friend bool operator==(const AutoScale&, const AutoScale&) = default;
};

/// How one element of a stage reads another stage, or an input of the pipeline.
struct AutoRead {
    int stage = -1;                             ///< -1: an input of the pipeline
    int left = 0, right = 0, up = 0, down = 0;  ///< extent of the window on each side, >= 0
    double loads = 1;                           ///< elements, over all planes
    int consecutive = 1;                        ///< of these, how many are contiguous in memory
    AutoScale x = {}, y = {};

    /// Whether elements of the consumer that are neighbours along x (y) read common elements.
    bool reuses_x() const { return (left + right + 1) * x.over > x.times; }
    bool reuses_y() const { return (up + down + 1) * y.over > y.times; }
    bool reuses() const { return reuses_x() || reuses_y(); }
    bool is_pointwise() const { return !reuses() && loads == 1 && x == y && x == AutoScale{}; }
    friend bool operator==(const AutoRead&, const AutoRead&) = default;
};

/// A stage: a picture of `planes` planes, with one read per stage that it reads.
struct AutoStage {
    std::string name;
    double operations = 0;  ///< of one element
    int planes = 1;
    int bytes = 4;  ///< of one element
    int width = 1, height = 1;
    std::vector<AutoRead> reads = {};
    /// A kernel of its own, as a scan is: neither it nor what it reads is inlined.
    bool alone = false;
    bool result = false;            ///< of the pipeline, read or not: it is never inlined
    int number = -1;                ///< of the stage in the plan; -1: of none
    std::vector<int> inlined = {};  ///< the numbers of the stages that have been inlined into it

    friend bool operator==(const AutoStage&, const AutoStage&) = default;
};

/// Stages, producers before consumers. Those that none reads are outputs.
using AutoPipeline = std::vector<AutoStage>;

/// The paper's "low arithmetic cost", which it does not quantify: one operation, cheaper than the
/// load that inlining saves.
inline constexpr double kTrivialOperations = 1;

/// Whether a stage that `reads` read, all of them of one element (`pointwise`) or not, is trivial:
/// read pointwise by a single one, or of at most `trivial_operations` operations per element.
constexpr bool is_trivial(double operations, int reads, bool pointwise,
                          double trivial_operations = kTrivialOperations) {
    return operations <= trivial_operations || (reads == 1 && pointwise);
}

/// Trivial stages, ascending: no results, and neither kernels of their own nor read by one.
std::vector<int> trivial_stages(const AutoPipeline& pipeline,
                                double trivial_operations = kTrivialOperations);

/// The pipeline with stage `index` inlined into its consumers: they read what it reads, over the
/// sum of both windows, and evaluate it once for every load of it. They keep its number, and the
/// numbers of those that had been inlined into it. Later stages move down by one.
AutoPipeline inline_stage(AutoPipeline pipeline, int index);

/// Inlines the first trivial stage until there is none.
AutoPipeline inline_trivial(AutoPipeline pipeline, double trivial_operations = kTrivialOperations);

}  // namespace weft
