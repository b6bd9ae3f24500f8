// Differential testing: runs a graph on a device and on the reference, and compares bit for bit.
//
// Used by `weft check`, by the differential tests and by anyone who writes a functor.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/engine.h"

namespace weft {

/// One comparison: pictures of one shape under one plan.
struct DifferentialCase {
    Rect domain{0, 0, 16, 16};  ///< of every input that fills its frame
    /// Which inputs do not: 0 none. From 1 to kWindowKinds - 1 they reach beyond the frame, fill a
    /// part of it, or lie beside it, from input to input in turn.
    int windows = 0;
    int planes = 3;  ///< of every input; 1 where a node that sees whole pixels reads it by planes
    Border border = {};  ///< given to every input of every node; ignored with keep_borders
    bool keep_borders = false;
    bool unbounded = false;  ///< makes the graph's intermediates unbounded
    Rect region = {};        ///< of every output; empty: all of it
    std::string device = "cpu";
    std::string target = {};  ///< of a simt device: the GPU that is planned for
    GpuChoices gpu = {};      ///< of a simt device
    int threads = 1, strip_height = 0, block_width = 0, batch_rows = 0;
    std::vector<std::string> disabled = {};
    bool plane_by_plane = false;  ///< EngineOptions::plane_by_plane
    bool in_range = false;  ///< with kernels that serve other radii too (PrepareRequest::range)
    bool special_values = true;  ///< NaN, infinities, denormals, negative zero among the samples
    bool planar = true;          ///< padded planar pictures, else interleaved ones
    MathMode math = MathMode::kStrict;
    std::uint64_t seed = 1;
};

inline constexpr int kWindowKinds = 4;

/// The windows of the nth case of many: those of every second one differ, in turn.
constexpr int windows_of_case(std::size_t n) {
    return n % 2 == 0 ? 0 : 1 + static_cast<int>(n / 2) % (kWindowKinds - 1);
}

std::string to_string(const DifferentialCase& c);

/// The tolerance of fast mode: |difference| <= absolute + relative * |value| for all samples but a
/// fraction `outliers` of them.
struct Tolerance {
    double absolute = 0, relative = 0, outliers = 0;
};

struct DifferentialOutcome {
    bool agrees = false;
    std::string difference;  ///< the first: which output, plane, pixel, both values
    double largest = 0;  ///< largest |difference| / (absolute + relative * |value|) in fast mode
};

/// Runs `graph` on the case's device and on the reference, and compares: bit for bit in strict
/// mode, within `tolerance` in fast mode. What the reference has beyond an output's window is zero,
/// or that is the difference. Errors are those of preparing and running.
Result<DifferentialOutcome> compare_devices(const Graph& graph, const Library& library,
                                            const DifferentialCase& c, const Tolerance& tolerance,
                                            const std::shared_ptr<HostCompiler>& compiler);

/// A picture of seeded noise on gradients within 0 ... 1, with one sample in sixteen outside; with
/// `special_values` one sample in sixteen is NaN, infinite, denormal or negative zero.
Picture test_picture(Rect domain, int planes, std::uint64_t seed, bool special_values);

}  // namespace weft
