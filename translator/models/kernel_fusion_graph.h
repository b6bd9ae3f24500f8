// The graph that kernel fusion partitions (paper: kernel-fusion, section II), as a value.
//
//   FusionGraph = images + vertices
//   FusionVertex = a kernel of the unfused program: what it reads, by which windows, at what cost
//
// Edges are not stored: one runs from the producer of an image to each of its readers.
#pragma once

#include <string>
#include <vector>

#include "plan/gpu_plan.h"

namespace weft {

/// Size of the window that one output pixel reads: the hull of the taps. 1 × 1: the element itself.
struct WindowSize {
    int width = 1, height = 1;

    long long area() const { return static_cast<long long>(width) * height; }
    bool is_point() const { return width == 1 && height == 1; }
    friend bool operator==(const WindowSize&, const WindowSize&) = default;
};

/// A picture between kernels, or an input of the program.
struct FusionImage {
    std::string name;
    int producer = -1;  ///< vertex, or -1 for an input of the program
    double size = 1;    ///< iteration space IS(i); 1 where all are alike, as in the paper's example
    bool live_out = false;  ///< an output of the program: it is written whatever is fused

    friend bool operator==(const FusionImage&, const FusionImage&) = default;
};

/// All that one kernel reads of one image.
struct FusionRead {
    int image = -1;
    WindowSize window;
    bool transposed = false;  ///< by way of a transposed copy, for which the image must be whole
    bool far = false;         ///< not around the element: anywhere, or at another resolution

    friend bool operator==(const FusionRead&, const FusionRead&) = default;
};

/// What kernels must have in common to be fused: the iteration space, evaluations per element (one
/// per plane, or one: the access granularity), and the layout.
struct FusionHeader {
    Rect domain = {0, 0, 1, 1};
    int evaluations = 1;
    Layout layout = Layout::kRows;

    friend bool operator==(const FusionHeader&, const FusionHeader&) = default;
};

/// Operations of one evaluation: n_ALU and n_SFU.
struct FusionOperations {
    double alu = 0, sfu = 0;

    friend bool operator==(const FusionOperations&, const FusionOperations&) = default;
};

struct FusionVertex {
    std::string name;
    FusionHeader header;
    FusionOperations operations;
    std::vector<FusionRead> reads;  ///< one for each image
    bool fusible = true;            ///< a point or local operator; moving averages are neither

    friend bool operator==(const FusionVertex&, const FusionVertex&) = default;
};

/// `to` reads `image`, which `from` produces.
struct FusionEdge {
    int from = -1, to = -1;
    int image = -1;
    WindowSize window;  ///< by which `to` reads it
    bool transposed = false;

    friend bool operator==(const FusionEdge&, const FusionEdge&) = default;
};

struct FusionGraph {
    std::vector<FusionImage> images;
    std::vector<FusionVertex> vertices;  ///< producers before readers; none is dead

    friend bool operator==(const FusionGraph&, const FusionGraph&) = default;
};

/// All edges, by reader, then in the order of its reads.
std::vector<FusionEdge> edges(const FusionGraph& graph);

/// The hull of a kernel's windows: the size of its mask.
WindowSize mask(const FusionVertex& vertex);

/// The graph of a plan: vertex s is stage s, which computes operations[s] (one entry a stage;
/// counts of a bound body, additions and integer arithmetic as alu). Images are those of the plan,
/// index by index; transposed copies have no producer, and reading one is reading its original
/// transposed. Sizes are relative to the largest image, so that weights are cycles an element.
FusionGraph fusion_graph(const GpuPlan& plan, const Table<FusionOperations, Stage>& operations);

}  // namespace weft
