#include "models/border_partition.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "models/occupancy.h"
#include "support/integers.h"

namespace weft {

namespace {

constexpr int index_of(BorderRegion region) { return static_cast<int>(region); }

/// 0 before `first`, 2 from `last` on, 1 between.
int third_of(const AxisBounds& bounds, int unit) {
    return unit < bounds.first ? 0 : unit >= bounds.last ? 2 : 1;
}

/// The order in which listing 3 tests for regions; kBody passes all eight tests.
constexpr BorderRegion kOrderOfTests[] = {
    BorderRegion::kTopLeft,    BorderRegion::kTopRight,    BorderRegion::kTop,
    BorderRegion::kBottomLeft, BorderRegion::kBottomRight, BorderRegion::kBottom,
    BorderRegion::kRight,      BorderRegion::kLeft,
};

constexpr bool is_corner(BorderRegion region) {
    return region == BorderRegion::kTopLeft || region == BorderRegion::kTopRight ||
           region == BorderRegion::kBottomLeft || region == BorderRegion::kBottomRight;
}

/// Tests of listing 3 that a thread takes on its way, its own among them.
int tests_until(BorderRegion region) {
    const auto* found = std::find(std::begin(kOrderOfTests), std::end(kOrderOfTests), region);
    const auto position = static_cast<int>(found - std::begin(kOrderOfTests));
    return std::min(position + 1, static_cast<int>(std::size(kOrderOfTests)));
}

/// Different comparisons among the first so many tests: TL has two (x < L, y < T), TR adds x >= R,
/// BL adds y >= B.
constexpr int comparisons_in(int tests) { return tests == 1 ? 2 : tests <= 3 ? 3 : 4; }

std::string refusal(const BorderPartition& partition, const BorderProblem& problem) {
    const bool along_u = !partition.u.splits();
    const BorderAxis& axis = along_u ? problem.u : problem.v;
    return fmt::format("too small: {} elements along {} with {} and {} at the borders, units of {}",
                       axis.extent, along_u ? "u" : "v", axis.before, axis.after,
                       along_u ? partition.unit_u : partition.unit_v);
}

}  // namespace

BorderChecks checks_of(BorderRegion region) {
    if (region == BorderRegion::kChecked) return {true, true, true, true};
    const int row = index_of(region) / 3, column = index_of(region) % 3;
    return {column == 0, column == 2, row == 0, row == 2};
}

AxisBounds axis_bounds(const BorderAxis& axis, int unit) {
    AxisBounds bounds;
    bounds.count = divide_up(axis.extent, unit);
    bounds.first = divide_up(std::max(axis.before, 0), unit);
    bounds.last = axis.after <= 0 ? bounds.count : divide_down(axis.extent - axis.after, unit);
    return bounds;
}

BorderRegion BorderPartition::region_of(int unit_index_u, int unit_index_v) const {
    if (falls_back()) return BorderRegion::kChecked;
    const auto region =
        static_cast<BorderRegion>(3 * third_of(v, unit_index_v) + third_of(u, unit_index_u));
    return body_only && region != BorderRegion::kBody ? BorderRegion::kChecked : region;
}

BorderPartition partition_borders(const BorderAxis& u, const BorderAxis& v, BlockShape block,
                                  BorderScheme scheme, int warp_size) {
    BorderPartition partition;
    partition.unit_u = block.u;
    partition.unit_v = block.v;
    if (scheme == BorderScheme::kWarp && block.u % warp_size == 0) partition.unit_u = warp_size;
    partition.body_only = scheme == BorderScheme::kBody;
    partition.u = axis_bounds(u, partition.unit_u);
    partition.v = axis_bounds(v, partition.unit_v);
    // Whole blocks are launched: warps to the right of the region count too.
    partition.u.count = divide_up(u.extent, block.u) * (block.u / partition.unit_u);
    if (u.after <= 0) partition.u.last = partition.u.count;
    if (scheme == BorderScheme::kNaive) {
        partition.u.first = partition.u.count;
        partition.u.last = -1;
    }
    return partition;
}

std::array<long long, kBorderRegions> units_by_region(const BorderPartition& partition) {
    std::array<long long, kBorderRegions> units{};
    if (partition.falls_back()) {
        units[index_of(BorderRegion::kChecked)] = partition.units();
        return units;
    }
    const auto thirds = [](const AxisBounds& b) {
        return std::array<long long, 3>{b.first, b.last - b.first, b.count - b.last};
    };
    const auto across = thirds(partition.u), down = thirds(partition.v);
    for (int row = 0; row < 3; ++row)
        for (int column = 0; column < 3; ++column)
            units[3 * row + column] = down[row] * across[column];
    if (partition.body_only) {
        const long long body = units[index_of(BorderRegion::kBody)];
        units = {};
        units[index_of(BorderRegion::kBody)] = body;
        units[index_of(BorderRegion::kChecked)] = partition.units() - body;
    }
    return units;
}

int switch_conjunctions(BorderRegion region) {
    const int tests = tests_until(region);
    return static_cast<int>(std::count_if(kOrderOfTests, kOrderOfTests + tests,
                                          [](BorderRegion r) { return is_corner(r); }));
}

double switch_instructions(BorderScheme scheme, BorderRegion region) {
    constexpr int kBodyTest = 4 + 3 + 1;  // four comparisons, joined, and a branch
    switch (scheme) {
        case BorderScheme::kNaive: return 0;
        case BorderScheme::kBody: return kBodyTest;
        case BorderScheme::kNine:
        case BorderScheme::kWarp: break;
    }
    if (region == BorderRegion::kChecked) return 0;  // the host launches it when nothing else fits
    const int tests = tests_until(region);
    return comparisons_in(tests) + switch_conjunctions(region) + tests +
           (scheme == BorderScheme::kWarp ? 1 : 0);
}

double region_instructions(const BorderCosts& costs, BorderRegion region) {
    return costs.check * checks_of(region).count() + costs.kernel;
}

double naive_instructions(const BorderCosts& costs, double threads) {
    return region_instructions(costs, BorderRegion::kChecked) * costs.taps * threads;
}

double partitioned_instructions(const BorderPartition& partition,
                                const std::array<double, kBorderRegions>& per_thread) {
    const auto units = units_by_region(partition);
    double total = 0;
    for (int r = 0; r < kBorderRegions; ++r)
        total +=
            per_thread[r] * static_cast<double>(units[r]) * partition.unit_u * partition.unit_v;
    return total;
}

double partitioned_instructions(const BorderPartition& partition, BorderScheme scheme,
                                const BorderCosts& costs) {
    std::array<double, kBorderRegions> per_thread{};
    for (int r = 0; r < kBorderRegions; ++r) {
        const auto region = static_cast<BorderRegion>(r);
        const bool alone = partition.falls_back();  // no switch: the host knows
        per_thread[r] = (alone ? 0 : switch_instructions(scheme, region)) +
                        region_instructions(costs, region) * costs.taps;
    }
    return partitioned_instructions(partition, per_thread);
}

double switch_of_thread(const BorderPartition& partition, BorderScheme scheme) {
    const double threads = partition.threads();
    return threads > 0 ? partitioned_instructions(partition, scheme, {}) / threads : 0;
}

double border_gain(double naive_instructions, double partitioned_instructions,
                   double naive_occupancy, double partitioned_occupancy) {
    if (partitioned_instructions <= 0 || naive_occupancy <= 0) return 0;
    return naive_instructions / partitioned_instructions * partitioned_occupancy / naive_occupancy;
}

double share_of_checks(const BorderPartition& partition) {
    const auto units = units_by_region(partition);
    double checks = 0;
    for (int r = 0; r < kBorderRegions; ++r)
        checks += static_cast<double>(units[r]) * checks_of(static_cast<BorderRegion>(r)).count();
    return checks / (4.0 * static_cast<double>(std::max(partition.units(), 1ll)));
}

BorderVariants variants_of(BorderScheme scheme) {
    switch (scheme) {
        case BorderScheme::kNaive: return {1, 1};
        case BorderScheme::kBody: return {2, 1};
        case BorderScheme::kNine:
        case BorderScheme::kWarp: break;
    }
    return {kBorderRegions, 4 * 0.25 + 4 * 0.5 + 1};
}

double code_growth(BorderScheme scheme, const BorderCosts& costs) {
    const double naive = region_instructions(costs, BorderRegion::kChecked);
    if (naive <= 0) return 1;
    const BorderVariants variants = variants_of(scheme);
    return (variants.count * costs.kernel + variants.checked * 4 * costs.check) / naive;
}

namespace {

struct Candidate {
    BorderChoice choice;
    double gain = 0, code = 0;
};

BorderPartition partition_for(const GpuTarget& target, const BorderProblem& problem,
                              const BorderCandidate& candidate) {
    if (candidate.partition) return *candidate.partition;
    return partition_borders(problem.u, problem.v, problem.block, candidate.scheme,
                             target.warp_size);
}

double code_of(const BorderProblem& problem, BorderScheme scheme) {
    return problem.naive_code * code_growth(scheme, problem.costs);
}

/// Whether the code of all variants is longer than it may be.
bool is_too_long(const BorderProblem& problem, BorderScheme scheme) {
    return code_of(problem, scheme) > problem.max_code &&
           code_growth(scheme, problem.costs) > kAnyBorderGrowth;
}

/// Gains and code of those that may be taken; the best refused one says why in `refused`.
std::vector<Candidate> taken_candidates(const GpuTarget& target, const BorderProblem& problem,
                                        std::span<const BorderCandidate> candidates,
                                        std::string& refused) {
    const auto occupied = [&](int registers) {
        const int threads = problem.threads > 0 ? problem.threads : problem.block.threads();
        return occupancy(target, {threads, registers, problem.shared_bytes});
    };
    const double naive_occupancy = occupied(problem.naive_registers);
    std::vector<Candidate> taken;
    double best_refused = -1;
    for (const BorderCandidate& candidate : candidates) {
        if (candidate.scheme == BorderScheme::kNaive) continue;
        const char* name = name_of(candidate.scheme);
        const auto refuse = [&](double gain, std::string why) {
            if (gain <= best_refused) return;
            best_refused = gain;
            refused = fmt::format("{}: {}", name, why);
        };
        const BorderPartition partition = partition_for(target, problem, candidate);
        if (partition.falls_back()) {
            refuse(0, refusal(partition, problem));
            continue;
        }
        const double reduced =
            border_gain(naive_instructions(problem.costs, partition.threads()),
                        partitioned_instructions(partition, candidate.scheme, problem.costs), 1, 1);
        const double occupancy = occupied(candidate.registers);
        const double gain = border_gain(reduced, 1, naive_occupancy, occupancy);
        const double code = code_of(problem, candidate.scheme);
        const std::string numbers =
            fmt::format("G {:.3f} = instructions {:.3f} x occupancy {:.0f}/{:.0f} %", gain, reduced,
                        100 * occupancy, 100 * naive_occupancy);
        if (gain <= 1)
            refuse(gain, numbers + ", not above 1");
        else if (is_too_long(problem, candidate.scheme))
            refuse(gain, fmt::format("{:.0f} instructions of code, at most {:.0f}; {}", code,
                                     problem.max_code, numbers));
        else
            taken.push_back({{candidate.scheme, fmt::format("{}: {}", name, numbers)}, gain, code});
    }
    return taken;
}

BorderChoice choose_by_gain(const GpuTarget& target, const BorderProblem& problem,
                            std::span<const BorderCandidate> candidates) {
    std::string refused = "no partitioned form was offered";
    const std::vector<Candidate> taken = taken_candidates(target, problem, candidates, refused);
    if (taken.empty()) return {BorderScheme::kNaive, std::move(refused)};
    double best = 0;
    for (const Candidate& c : taken) best = std::max(best, c.gain);
    const Candidate* least = nullptr;
    for (const Candidate& c : taken)
        if (c.gain >= best * (1 - kSameBorderGain) && (least == nullptr || c.code < least->code))
            least = &c;
    return least->choice;
}

double seconds_of(const BorderProblem& problem, std::span<const BorderCandidate> candidates,
                  BorderScheme scheme) {
    for (const BorderCandidate& candidate : candidates)
        if (candidate.scheme == scheme) return candidate.seconds;
    return problem.naive_seconds;
}

/// The fastest of those that may be taken, and the naive kernel.
BorderScheme fastest_scheme(const GpuTarget& target, const BorderProblem& problem,
                            std::span<const BorderCandidate> candidates) {
    BorderScheme fastest = BorderScheme::kNaive;
    double least = problem.naive_seconds;
    for (const BorderCandidate& candidate : candidates) {
        if (partition_for(target, problem, candidate).falls_back() ||
            is_too_long(problem, candidate.scheme) || candidate.seconds >= least)
            continue;
        fastest = candidate.scheme;
        least = candidate.seconds;
    }
    return fastest;
}

}  // namespace

BorderChoice choose_borders(const GpuTarget& target, const BorderProblem& problem,
                            std::span<const BorderCandidate> candidates, BorderRule rule) {
    constexpr double kMicroseconds = 1e6;
    BorderChoice paper = choose_by_gain(target, problem, candidates);
    if (problem.naive_seconds <= 0) return paper;
    const double naive = problem.naive_seconds * kMicroseconds;
    const double its = seconds_of(problem, candidates, paper.scheme) * kMicroseconds;
    const BorderScheme fastest = fastest_scheme(target, problem, candidates);
    const double least = seconds_of(problem, candidates, fastest) * kMicroseconds;
    const bool near = its <= least * (1 + kSameBorderGain);
    if (near || rule == BorderRule::kPaper) {
        paper.reason += fmt::format(
            "; by the model {:.3f} us, naive {:.3f}, {}", its, naive,
            near ? "and none is faster by a hundredth: G decides"
                 : fmt::format("and {} {:.3f}: G decides, as asked", name_of(fastest), least));
        return paper;
    }
    return {
        fastest,
        fmt::format("the model decides: {:.3f} us, naive {:.3f}; the paper has {} with {:.3f} ({})",
                    least, naive, name_of(paper.scheme), its, paper.reason)};
}

}  // namespace weft
