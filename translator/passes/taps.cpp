// Exact tap sets: the offsets that a body reads, enumerated from its facts.
#include <algorithm>
#include <cstdlib>
#include <iterator>

#include "passes/bind.h"

namespace weft {

namespace {

constexpr std::size_t kMaxEnumerated = 1u << 18;

/// Whether a tap comes first in a list: by y, then by x.
bool before(const Offset& a, const Offset& b) { return a.y != b.y ? a.y < b.y : a.x < b.x; }

std::vector<Offset> sorted_unique(std::vector<Offset> taps) {
    std::sort(taps.begin(), taps.end(), before);
    taps.erase(std::unique(taps.begin(), taps.end()), taps.end());
    return taps;
}

std::vector<Offset> whole_window(const StageInput& input) {
    switch (input.freedom) {
        case e0D: return {Offset{}};
        case eSparse: return sorted_unique(input.offsets);
        case eRandom: return {Offset{}};  // no offset: nobody looks at it
        case e1D:
        case e2D: break;
    }
    int rx = input.radius_x, ry = input.radius_y;
    if (input.freedom == e1D) {
        rx = input.axis == eHorizontal ? input.radius : 0;
        ry = input.axis == eVertical ? input.radius : 0;
    }
    std::vector<Offset> taps;
    for (int y = -ry; y <= ry; ++y)
        for (int x = -rx; x <= rx; ++x) taps.push_back({x, y});
    return taps;
}

/// The displacement that an access with these arguments lands on, bounded as indexers bound it.
Offset landed(const StageInput& input, std::int64_t x, std::int64_t y) {
    auto bounded = [](std::int64_t v, int r) {
        return static_cast<int>(std::clamp<std::int64_t>(v, -r, r));
    };
    switch (input.freedom) {
        case e1D: {
            const int d = bounded(x, input.radius);
            return input.axis == eHorizontal ? Offset{d, 0} : Offset{0, d};
        }
        case e2D: return {bounded(x, input.radius_x), bounded(y, input.radius_y)};
        case e0D:
        case eSparse:
        case eRandom: break;
    }
    return {};
}

/// Enumerates the loops around a tap. False when it cannot be done.
bool enumerate(const Tap& tap, std::size_t depth, const StageInput& input, Bindings& bindings,
               std::vector<Offset>& out) {
    if (depth == tap.loops.size()) {
        const Result<std::int64_t> x = evaluate(tap.x, bindings);
        const Result<std::int64_t> y = evaluate(tap.y, bindings);
        if (!x || !y || out.size() >= kMaxEnumerated) return false;
        out.push_back(landed(input, *x, *y));
        return true;
    }
    const TapLoop& loop = tap.loops[depth];
    const Result<std::int64_t> first = evaluate(loop.first, bindings);
    const Result<std::int64_t> last = evaluate(loop.last, bindings);
    if (!first || !last || loop.step == 0) return false;
    bool exact = true;
    if (loop.step > 0) {
        for (std::int64_t i = *first; exact && i <= *last; i += loop.step) {
            bindings[loop.variable] = i;
            exact = enumerate(tap, depth + 1, input, bindings, out);
        }
    } else {
        for (std::int64_t i = *first; exact && i >= *last; i += loop.step) {
            bindings[loop.variable] = i;
            exact = enumerate(tap, depth + 1, input, bindings, out);
        }
    }
    bindings.erase(loop.variable);
    return exact;
}

}  // namespace

std::vector<Offset> united_taps(const std::vector<Offset>& taps,
                                const std::vector<Offset>& others) {
    if (taps == others) return taps;
    std::vector<Offset> united;
    std::set_union(taps.begin(), taps.end(), others.begin(), others.end(),
                   std::back_inserter(united), before);
    return united;
}

std::vector<Offset> resolve_taps(const IndexerFacts& facts, const StageInput& input,
                                 const Bindings& bindings) {
    if (input.freedom == eSparse && input.offsets.empty()) return {Offset{}};
    // A list is its own tap set: every entry keeps a row pointer.
    if (facts.dense || input.freedom == e0D || input.freedom == eSparse) return whole_window(input);
    std::vector<Offset> taps;
    Bindings scope = bindings;
    for (const Tap& tap : facts.taps)
        if (!enumerate(tap, 0, input, scope, taps)) return whole_window(input);
    if (taps.empty()) taps.push_back({});  // never read: the element itself stands in
    return sorted_unique(std::move(taps));
}

}  // namespace weft
