// A pipeline as paper: gpu-autoscheduler sees it, and the inlining of its trivial stages (4.1).
#pragma once

#include <string>
#include <vector>

namespace weft {

/// How each element of a stage reads another stage, or an input of the pipeline.
struct AutoRead {
    int stage = -1;                             ///< -1: an input of the pipeline
    int left = 0, right = 0, up = 0, down = 0;  ///< reaches of the window, at least 0
    double loads = 1;                           ///< elements, over all planes
    int consecutive = 1;                        ///< of these, how many lie next to each other

    /// Elements of the producer serve several elements of the consumer along x, y.
    bool reuses_x() const { return left + right > 0; }
    bool reuses_y() const { return up + down > 0; }
    bool reuses() const { return reuses_x() || reuses_y(); }
    bool is_pointwise() const { return !reuses() && loads == 1; }
    friend bool operator==(const AutoRead&, const AutoRead&) = default;
};

/// A stage: so many planes of a picture. One read for each stage that it reads.
struct AutoStage {
    std::string name;
    double operations = 0;  ///< of one element
    int planes = 1;
    int bytes = 4;  ///< of one element
    int width = 1, height = 1;
    std::vector<AutoRead> reads;

    friend bool operator==(const AutoStage&, const AutoStage&) = default;
};

/// Numbered with producers before consumers. Stages that none reads are outputs.
using AutoPipeline = std::vector<AutoStage>;

/// What "low arithmetic cost" is taken for: one operation, less than the load that it saves.
inline constexpr double kTrivialOperations = 1;

/// Trivial stages, ascending: not outputs, and either read pointwise and by a single stage, or of
/// at most so many operations an element.
std::vector<int> trivial_stages(const AutoPipeline& pipeline,
                                double trivial_operations = kTrivialOperations);

/// The pipeline with a stage concatenated into its consumers, which then read what it reads, over
/// both windows, and compute it once for every load of it. Later stages move down by one.
AutoPipeline inline_stage(AutoPipeline pipeline, int index);

/// Inlines the first trivial stage until there is none.
AutoPipeline inline_trivial(AutoPipeline pipeline, double trivial_operations = kTrivialOperations);

}  // namespace weft
