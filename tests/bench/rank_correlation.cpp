#include "bench/rank_correlation.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace weft::bench {

std::vector<double> ranks(const std::vector<double>& values) {
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
    std::vector<double> result(values.size());
    for (std::size_t first = 0; first < order.size();) {
        std::size_t end = first + 1;
        while (end < order.size() && values[order[end]] == values[order[first]]) ++end;
        const double place = static_cast<double>(first + 1 + end) / 2;
        for (; first < end; ++first) result[order[first]] = place;
    }
    return result;
}

double rank_correlation(const std::vector<double>& a, const std::vector<double>& b) {
    const std::vector<double> ra = ranks(a), rb = ranks(b);
    const double mean = (static_cast<double>(a.size()) + 1) / 2;
    double both = 0, of_a = 0, of_b = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        both += (ra[i] - mean) * (rb[i] - mean);
        of_a += (ra[i] - mean) * (ra[i] - mean);
        of_b += (rb[i] - mean) * (rb[i] - mean);
    }
    return of_a > 0 && of_b > 0 ? both / std::sqrt(of_a * of_b) : 0;
}

}  // namespace weft::bench
