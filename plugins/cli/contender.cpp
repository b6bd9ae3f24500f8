#include "cli/contender.h"

#include <algorithm>
#include <chrono>

#include "cli/interrupt.h"

namespace weft {

double Contender::median() const {
    std::vector<double> sorted = milliseconds;
    std::sort(sorted.begin(), sorted.end());
    return sorted.empty() ? 0 : sorted[sorted.size() / 2];
}

double Contender::best() const {
    return milliseconds.empty() ? 0 : *std::min_element(milliseconds.begin(), milliseconds.end());
}

Contender taking_turns(std::string name, const std::vector<Contender>& contenders,
                       std::size_t first) {
    return {std::move(name), [contenders, next = first]() mutable {
                return contenders[next++ % contenders.size()].run();
            }};
}

Status measure_in_turn(std::vector<Contender>& contenders, int rounds) {
    using Clock = std::chrono::steady_clock;
    constexpr int kWarming = 2;
    for (int round = -kWarming; round < rounds; ++round)
        for (Contender& contender : contenders) {
            if (interrupt_flag()) return Error{ErrorKind::kCancelled, "cancelled"};
            const auto start = Clock::now();
            if (Status ok = contender.run(); !ok) return ok.error();
            const std::chrono::duration<double, std::milli> taken = Clock::now() - start;
            if (round >= 0) contender.milliseconds.push_back(taken.count());
        }
    return {};
}

}  // namespace weft
