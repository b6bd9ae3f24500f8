// The wording of the table.
#include "cli/comparison_text.h"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace weft {
namespace {

constexpr double kMegabyte = 1 << 20;

using Cells = std::vector<std::string>;

std::string tile_name(const PlanSummary& plan) {
    if (plan.asked.tile) return name_of(*plan.asked.tile);
    return plan.asked.fusion == FusionStrategy::kNone ? "-" : "auto";
}

std::string way_name(const PlanSummary& plan) {
    const std::string fusion = name_of(plan.asked.fusion);
    return tile_name(plan) == "-" ? fusion : fusion + "/" + tile_name(plan);
}

/// Registers that nobody has compiled are marked.
std::string registers_text(const PlanSummary& plan) {
    return fmt::format("{}{}", plan.compiled ? "" : "~", plan.registers);
}

/// The different reasons for which there is no plan, in order.
Cells reasons(const Comparison& all) {
    Cells result;
    for (const PlanSummary& plan : all.plans)
        if (!plan.why_not.empty() &&
            std::find(result.begin(), result.end(), plan.why_not) == result.end())
            result.push_back(plan.why_not);
    return result;
}

Cells cells_of(const Comparison& all, std::size_t i) {
    const PlanSummary& plan = all.plans[i];
    if (!plan.why_not.empty()) {
        const Cells why = reasons(all);
        const auto at = std::find(why.begin(), why.end(), plan.why_not) - why.begin();
        Cells cells{"", name_of(plan.asked.fusion), tile_name(plan)};
        cells.insert(cells.end(), 9, "-");
        cells.push_back(fmt::format("does not fit [{}]", at + 1));
        return cells;
    }
    return {
        i == all.best() ? "*" : "",
        name_of(plan.asked.fusion),
        tile_name(plan),
        std::to_string(plan.kernels),
        std::to_string(plan.fused),
        fmt::format("{:.1f}", plan.bytes_moved / kMegabyte),
        fmt::format("{:.2f}", plan.redundancy),
        fmt::format("{:.0f} %", plan.occupancy * 100),
        registers_text(plan),
        std::to_string(plan.shared_bytes),
        fmt::format("{:.1f}", plan.seconds * 1e6),
        fmt::format("{:.2f}", all.plans[all.first()].seconds / plan.seconds),
        plan.same_as < 0 ? "" : "= " + way_name(all.plans[static_cast<std::size_t>(plan.same_as)])};
}

/// Words to the left, numbers to the right.
std::string aligned(const std::vector<Cells>& rows) {
    constexpr std::size_t kFirstNumber = 3;
    std::vector<std::size_t> widths(rows.front().size());
    for (const Cells& row : rows)
        for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], row[c].size());
    std::string text;
    for (const Cells& row : rows) {
        std::string line;
        for (std::size_t c = 0; c < row.size(); ++c) {
            const bool number = c >= kFirstNumber && c + 1 < row.size();
            const std::string padding(widths[c] - row[c].size(), ' ');
            line += (number ? padding + row[c] : row[c] + padding) + (c == 0 ? " " : "  ");
        }
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + '\n';
    }
    return text;
}

/// The fastest, and what is planned where nothing is asked for.
std::string best_text(const Comparison& all) {
    const PlanSummary& best = all.plans[all.best()];
    std::string text = fmt::format(
        "\n* the least time by the model: {}, {:.2f} times as fast as {}\n", way_name(best),
        all.plans[all.first()].seconds / best.seconds, way_name(all.plans[all.first()]));
    for (const PlanSummary& plan : all.plans)
        if (plan.asked == FusionAsked{} && plan.why_not.empty())
            text += fmt::format("  what is planned without --fusion and --tile: {}, {:.1f} us\n",
                                way_name(plan), plan.seconds * 1e6);
    return text;
}

std::string registers_note(const Comparison& all) {
    if (!all.why_estimated.empty())
        return fmt::format(";\n            ~ estimates, for nothing was compiled: {}",
                           all.why_estimated);
    for (const PlanSummary& plan : all.plans)
        if (plan.why_not.empty() && !plan.compiled)
            return "; ~ some are estimates:\n            planning by what was compiled had not "
                   "settled";
    return "";
}

}  // namespace

std::string to_text(const Comparison& all, const std::string& pictures) {
    std::string text = fmt::format("{}: {} stage{}, {}, for {} ({}), {}\n\n", all.name, all.stages,
                                   all.stages == 1 ? "" : "s", pictures, all.target.name,
                                   all.target.description, all.fast_math ? "fast" : "strict");
    std::vector<Cells> rows{{"", "fusion", "tile", "kernels", "fused", "MB moved", "redundancy",
                             "occupancy", "registers", "shared", "us", "speed", ""}};
    for (std::size_t i = 0; i < all.plans.size(); ++i) rows.push_back(cells_of(all, i));
    text += aligned(rows);
    text += best_text(all) + "\n";
    const Cells why = reasons(all);
    for (std::size_t i = 0; i < why.size(); ++i)
        text += fmt::format("[{}] {}\n{}", i + 1, why[i], i + 1 == why.size() ? "\n" : "");
    text += fmt::format(
        "fused       kernels of several stages\n"
        "MB moved    read and written by all kernels, each picture once in each; 2^20 bytes\n"
        "redundancy  elements computed for each element of a tile, in the loop with the most\n"
        "occupancy   resident threads, of the most there may be, in the kernel with the fewest\n"
        "registers   of a thread, in the kernel with the most{}\n"
        "shared      bytes of shared memory of a block, in the kernel with the most\n"
        "us          all kernels one after another by the model, {:.1f} us to launch each "
        "included\n"
        "speed       against the first line\n",
        registers_note(all), all.target.launch_seconds * 1e6);
    if (all.target.stands_in())
        text += fmt::format(
            "\nregisters and times of {}.{} stand in: the compiler knows no older "
            "one\n",
            all.target.compiled_for().major, all.target.compiled_for().minor);
    return text;
}

}  // namespace weft
