#include "models/dependence_scaling.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "support/integers.h"

namespace weft {

namespace {

struct Fraction {
    long long n = 0, d = 1;  // n = 0: not known yet
};

Fraction scaled_by(Fraction f, long long n, long long d) {
    const long long g = std::gcd(f.n, d), h = std::gcd(n, f.d);
    return {f.n / g * (n / h), f.d / h * (d / g)};
}

int divided(long long n, int by) { return static_cast<int>(divide_down<long long>(n, by)); }

/// Whole numbers in the same proportions, without a common divisor.
std::vector<long long> whole(const std::vector<Fraction>& fractions) {
    long long common = 1, divisor = 0;
    for (const Fraction& f : fractions) common = std::lcm(common, f.d);
    std::vector<long long> numbers;
    for (const Fraction& f : fractions) numbers.push_back(f.n * (common / f.d));
    for (const long long n : numbers) divisor = std::gcd(divisor, n);
    if (divisor > 1)
        for (long long& n : numbers) n /= divisor;
    return numbers;
}

void extend(StageRange& range, int first, int last) {
    if (last < first) return;
    range = range.count() == 0
                ? StageRange{first, last}
                : StageRange{std::min(range.first, first), std::max(range.last, last)};
}

/// Indices of reads, consumers last to first: an order in which ranges propagate backwards.
std::vector<std::size_t> backwards(std::span<const AxisRead> reads) {
    std::vector<std::size_t> order(reads.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [&](std::size_t l, std::size_t r) { return reads[l].consumer > reads[r].consumer; });
    return order;
}

}  // namespace

Result<ScaledGroup> scale_dependences(int stages, std::span<const AxisRead> reads) {
    std::vector<Fraction> scale(static_cast<std::size_t>(stages));
    if (stages > 0) scale.back() = {1, 1};
    // An element of the producer spans d / a of the consumer's: s_p = s_c d / a. Spread until every
    // stage that is connected has its scale.
    for (bool changed = true; changed;) {
        changed = false;
        for (const AxisRead& r : reads) {
            Fraction& c = scale[static_cast<std::size_t>(r.consumer)];
            Fraction& p = scale[static_cast<std::size_t>(r.producer)];
            if (c.n != 0 && p.n == 0)
                p = scaled_by(c, r.d, r.a);
            else if (p.n != 0 && c.n == 0)
                c = scaled_by(p, r.a, r.d);
            else
                continue;
            changed = true;
        }
    }
    for (std::size_t s = 0; s < scale.size(); ++s)
        if (scale[s].n == 0)
            return Error{ErrorKind::kInternal,
                         fmt::format("no read connects stage {} with stage {}", s, stages - 1)};
    ScaledGroup group;
    group.scale = whole(scale);
    for (const AxisRead& r : reads) {
        const long long c = group.scale[static_cast<std::size_t>(r.consumer)];
        const long long p = group.scale[static_cast<std::size_t>(r.producer)];
        if (c * r.d != p * r.a)
            return Error{
                ErrorKind::kInternal,
                fmt::format("stage {} reads stage {} at {} i / {}, other reads need {} i / {}: no "
                            "scaling makes both distances constant",
                            r.consumer, r.producer, r.a, r.d, c / std::gcd(c, p),
                            p / std::gcd(c, p))};
        // p (floor((a i + b) / d) + t) - c i = p (b / d + t - fraction), fraction <= (d - 1) / d.
        const double offset = static_cast<double>(r.b) / r.d;
        const double fraction = static_cast<double>(r.d - 1) / r.d;
        const auto step = static_cast<double>(p);
        group.distances.push_back({step * (offset + r.lo - fraction), step * (offset + r.hi)});
    }
    return group;
}

std::vector<StageRange> ranges_needed(std::span<const AxisRead> reads,
                                      std::vector<StageRange> demanded) {
    for (const std::size_t i : backwards(reads)) {
        const AxisRead& r = reads[i];
        const StageRange c = demanded[static_cast<std::size_t>(r.consumer)];
        if (c.count() == 0) continue;
        extend(demanded[static_cast<std::size_t>(r.producer)],
               divided(static_cast<long long>(r.a) * c.first + r.b, r.d) + r.lo,
               divided(static_cast<long long>(r.a) * c.last + r.b, r.d) + r.hi);
    }
    return demanded;
}

}  // namespace weft
