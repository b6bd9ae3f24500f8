#include "engine/pass_step.h"

#include <fmt/format.h>

#include <algorithm>

namespace weft {

namespace {

std::string effect_of(const PassStep& step) {
    std::string text;
    for (std::size_t i = 0; i < step.before.size(); ++i) {
        const auto& [name, before] = step.before[i];
        const long long after = step.after[i].second;
        if (before != after)
            text += fmt::format("{}{} {} -> {}", text.empty() ? "" : ", ", name, before, after);
    }
    return text.empty() ? "how, not how many" : text;
}

}  // namespace

bool equal_but_for_decisions(Plan a, const Plan& b) {
    std::visit([&](BoundGraph& graph) { graph.decisions = bound(b).decisions; }, a);
    return a == b;
}

std::string to_text(const std::vector<PassStep>& steps) {
    std::size_t width = 0;
    double all = 0.0;
    for (const PassStep& step : steps) {
        width = std::max(width, step.name.size());
        all += step.seconds;
    }
    std::string text, unchanged;
    for (const PassStep& step : steps) {
        if (!step.changed) {
            unchanged += (unchanged.empty() ? "" : ", ") + step.name;
            continue;
        }
        text += fmt::format("{:<{}} {:9.3f} ms  {}{}\n", step.name, width, step.seconds * 1e3,
                            effect_of(step), step.off ? " (off: the plain way)" : "");
    }
    text += fmt::format("{:<{}} {:9.3f} ms\n", "all", width, all * 1e3);
    if (!unchanged.empty()) text += "changed nothing: " + unchanged + "\n";
    return text;
}

}  // namespace weft
