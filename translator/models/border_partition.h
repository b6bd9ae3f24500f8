// The model of paper: border-partitioning: which blocks, or warps, of a kernel must check which
// borders, and whether a variant of the code for each region pays.
//
// Bounds follow the paper with one correction: left and top round up, right and bottom down. With
// floors throughout (equation 2 as printed) a radius less than a block leaves no left region.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>

#include "models/active_library.h"
#include "plan/gpu_choices.h"
#include "plan/gpu_target.h"

namespace weft {

/// The regions of figure 1, row by row, and the fallback, which checks every border.
enum class BorderRegion {
    kTopLeft,
    kTop,
    kTopRight,
    kLeft,
    kBody,
    kRight,
    kBottomLeft,
    kBottom,
    kBottomRight,
    kChecked,
};
inline constexpr int kBorderRegions = 10;

/// Which borders a region must check.
struct BorderChecks {
    bool left = false, right = false, top = false, bottom = false;

    int count() const { return left + right + top + bottom; }
    friend bool operator==(const BorderChecks&, const BorderChecks&) = default;
};
BorderChecks checks_of(BorderRegion region);

/// One axis of a kernel's region, in elements from its first.
struct BorderAxis {
    int extent = 1;             ///< > 0
    int before = 0, after = 0;  ///< leading and trailing elements whose reads may leave the domain

    friend bool operator==(const BorderAxis&, const BorderAxis&) = default;
};

/// Of the `count` units (blocks, or warps) along an axis, [0, first) check the leading border and
/// [last, count) the trailing one (BH_L and BH_R, W_L and W_R).
struct AxisBounds {
    int count = 0, first = 0, last = 0;

    /// No unit needs both checks. Otherwise the picture is too small to be partitioned.
    bool splits() const { return first <= last; }
    friend bool operator==(const AxisBounds&, const AxisBounds&) = default;
};

/// first = ceil(before / unit), last = floor((extent - after) / unit): equation 2 as corrected.
/// Where nothing is read beyond the trailing border, last = count: a unit that is only partly full
/// needs no check. `unit` > 0.
AxisBounds axis_bounds(const BorderAxis& axis, int unit);

/// A kernel's region cut into units, each of which belongs to one region.
struct BorderPartition {
    AxisBounds u, v;
    int unit_u = 1, unit_v = 1;  ///< elements of a unit
    bool body_only = false;      ///< kBody: what is not body is kChecked

    /// Too small: everything is kChecked.
    bool falls_back() const { return !u.splits() || !v.splits(); }
    long long units() const { return static_cast<long long>(u.count) * v.count; }
    double threads() const { return static_cast<double>(units()) * unit_u * unit_v; }
    /// 0 <= unit_index_u < u.count, likewise v.
    BorderRegion region_of(int unit_index_u, int unit_index_v) const;
    friend bool operator==(const BorderPartition&, const BorderPartition&) = default;
};

/// The partition of a region of u by v elements for blocks of `block` under `scheme`. kNaive has
/// none: it falls back everywhere. Units of kWarp are warps of `warp_size` columns where that
/// divides the block's width, otherwise blocks.
BorderPartition partition_borders(const BorderAxis& u, const BorderAxis& v, BlockShape block,
                                  BorderScheme scheme, int warp_size = 32);

/// Equations 7 and 8: units of each region, by BorderRegion. In closed form; they sum to units().
std::array<long long, kBorderRegions> units_by_region(const BorderPartition& partition);

/// What one thread executes.
struct BorderCosts {
    double check = 0;   ///< n_check: instructions that check one border of one access
    double kernel = 0;  ///< n_kernel: all others, per access of the window
    double taps = 1;    ///< m * n: accesses of the window

    friend bool operator==(const BorderCosts&, const BorderCosts&) = default;
};

/// n_switch: comparisons, conjunctions and branches of listing 3 on the way to a region, common
/// subexpressions computed once and conjunctions not cut short, as table I has it ("and"). Of kBody
/// one test; of kWarp one more instruction, for the column of the warp. Nothing for kNaive.
double switch_instructions(BorderScheme scheme, BorderRegion region);
/// Of these, conjunctions: the row "and" of table I.
int switch_conjunctions(BorderRegion region);

/// Equation 6, and the naive kernel's four checks in kChecked: instructions of one thread for one
/// access.
double region_instructions(const BorderCosts& costs, BorderRegion region);

/// Equation 3: instructions of all `threads` threads of the naive kernel.
double naive_instructions(const BorderCosts& costs, double threads);

/// Equations 4 and 5 for measured kernels: instructions of one thread by region, switch included.
double partitioned_instructions(const BorderPartition& partition,
                                const std::array<double, kBorderRegions>& per_thread);
/// The same from equation 6, with n_switch paid once by each thread. (As printed, equation 5 would
/// pay it for every access.)
double partitioned_instructions(const BorderPartition& partition, BorderScheme scheme,
                                const BorderCosts& costs);

/// n_switch that a thread pays on average, of equation 4; 0 where nothing is told apart.
double switch_of_thread(const BorderPartition& partition, BorderScheme scheme);

/// Checks that a thread makes on average, of the four of the naive kernel: 0 ... 1.
double share_of_checks(const BorderPartition& partition);

/// The text of a kernel under a scheme: how often what is computed is printed, and the checks of
/// all variants together, of the naive kernel's four.
struct BorderVariants {
    double count = 1, checked = 1;
};
/// Of kNine and kWarp the middle, four edges, four corners, and all sides for small pictures.
BorderVariants variants_of(BorderScheme scheme);

/// Equations 9 and 10: R_reduced times the ratio of occupancies. 0 where nothing is resident.
double border_gain(double naive_instructions, double partitioned_instructions,
                   double naive_occupancy, double partitioned_occupancy);

/// Code size of all variants over the naive kernel's, in instructions; at least 1.
double code_growth(BorderScheme scheme, const BorderCosts& costs);

/// The most instructions that all variants of a kernel may have: 64 KB of 16 bytes each, half of
/// what the instruction cache of a multiprocessor of compute capability 7.0 and later holds.
inline constexpr double kMaxBorderCode = 4096;
/// A kernel may grow so many times whatever its size: a body beside what checks everything.
inline constexpr double kAnyBorderGrowth = 2;
/// Gains that are within this of the largest count as equal: the variant with less code is taken.
inline constexpr double kSameBorderGain = 0.01;

/// A scheme, with the registers per thread of its kernel, compiled or estimated.
struct BorderCandidate {
    BorderScheme scheme = BorderScheme::kNaive;
    int registers = 0;
    std::optional<BorderPartition> partition = {};  ///< nothing: partition_borders() of the block
    double seconds = 0;                             ///< of the whole kernel, by any model of time
};

/// A kernel that reads beyond borders.
struct BorderProblem {
    BorderAxis u, v;
    BlockShape block;              ///< in elements
    std::size_t shared_bytes = 0;  ///< of a block
    BorderCosts costs;
    int naive_registers = 0;
    double naive_code = 0;             ///< instructions of the naive kernel
    double max_code = kMaxBorderCode;  ///< of schemes that more than double it (kAnyBorderGrowth)
    int threads = 0;                   ///< of a block; 0: one for each element
    double naive_seconds = 0;          ///< of the whole kernel; 0: times are not known
};

struct BorderChoice {
    BorderScheme scheme = BorderScheme::kNaive;
    std::string reason;

    friend bool operator==(const BorderChoice&, const BorderChoice&) = default;
};

/// By kPaper the candidate with the largest gain G above 1 (equation 10), of about equal ones
/// (kSameBorderGain) that with the least code; kNaive where there is none, or the picture is too
/// small. Both sides of G count launched threads, idle ones included, so that a partly filled last
/// block counts alike. By kTime the same unless another, or the naive kernel, takes less time by
/// more than a hundredth: then the fastest. The reason has the numbers of both.
BorderChoice choose_borders(const GpuTarget& target, const BorderProblem& problem,
                            std::span<const BorderCandidate> candidates,
                            BorderRule rule = BorderRule::kPaper);

}  // namespace weft
