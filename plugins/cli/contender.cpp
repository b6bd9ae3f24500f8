#include "cli/contender.h"

#include <algorithm>
#include <chrono>

#include "cli/interrupt.h"

namespace weft {

namespace {

double median_of(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values.empty() ? 0 : values[values.size() / 2];
}

}  // namespace

double Contender::median() const { return median_of(milliseconds); }

double Contender::best() const {
    return milliseconds.empty() ? 0 : *std::min_element(milliseconds.begin(), milliseconds.end());
}

double median_ratio(const Contender& one, const Contender& other) {
    std::vector<double> ratios;
    const std::size_t rounds = std::min(one.milliseconds.size(), other.milliseconds.size());
    for (std::size_t i = 0; i < rounds; ++i)
        ratios.push_back(one.milliseconds[i] / other.milliseconds[i]);
    return median_of(std::move(ratios));
}

Contender taking_turns(std::string name, const std::vector<Contender>& contenders,
                       std::size_t first) {
    return {std::move(name), [contenders, next = first]() mutable {
                return contenders[next++ % contenders.size()].run();
            }};
}

Status measure_in_turn(std::vector<Contender>& contenders, int rounds, double seconds) {
    using Clock = std::chrono::steady_clock;
    using Seconds = std::chrono::duration<double>;
    constexpr int kWarming = 2;
    auto begun = Clock::now();
    for (int round = -kWarming; round < rounds || Seconds(Clock::now() - begun).count() < seconds;
         ++round) {
        if (round == 0) begun = Clock::now();
        for (Contender& contender : contenders) {
            if (interrupt_flag()) return Error{ErrorKind::kCancelled, "cancelled"};
            const auto start = Clock::now();
            if (Status ok = contender.run(); !ok) return ok.error();
            const Seconds taken = Clock::now() - start;
            if (round >= 0) contender.milliseconds.push_back(1e3 * taken.count());
        }
    }
    return {};
}

}  // namespace weft
