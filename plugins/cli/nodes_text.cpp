#include "cli/nodes_text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "manual/table.h"

namespace weft {

namespace {

/// What a number of seconds is of the whole.
struct Whole {
    double seconds = 0, pixels = 0;
    double share(double part) const { return seconds > 0 ? part / seconds : 0; }
    double ns_per_pixel(double part) const { return part * 1e9 / pixels; }
};

Whole whole_of(const NodesReport& report) {
    Whole whole{0, static_cast<double>(report.size.width()) * report.size.height()};
    for (const KernelTimes& kernel : report.kernels) whole.seconds += kernel.seconds;
    return whole;
}

std::vector<std::string> row(std::string part, std::string name, std::string functor,
                             double seconds, const Whole& whole) {
    return {std::move(part),
            std::move(name),
            std::move(functor),
            fmt::format("{:>9.3f}", seconds * 1e3),
            fmt::format("{:>5.1f}%", whole.share(seconds) * 100),
            fmt::format("{:>8.3f}", whole.ns_per_pixel(seconds))};
}

nlohmann::json measures(double seconds, const Whole& whole) {
    return {{"ms", seconds * 1e3},
            {"share", whole.share(seconds)},
            {"ns_per_pixel", whole.ns_per_pixel(seconds)}};
}

nlohmann::json to_json(const SectionTime& section, const Whole& whole) {
    nlohmann::json json = measures(section.seconds, whole);
    json["kind"] = name_of(section.kind);
    if (!section.name.empty()) json["name"] = section.name;
    if (section.kind != SectionKind::kNode) return json;
    json["functor"] = section.functor;
    json["node"] = section.node.value;
    json["stage"] = section.stage->number();
    json["elements"] = section.elements;
    return json;
}

}  // namespace

std::string to_text(const NodesReport& report) {
    const Whole whole = whole_of(report);
    TextTable table;
    table.header = {"part", "name", "functor", "       ms", " share", "ns/pixel"};
    table.rows.push_back(table.header);
    for (const KernelTimes& kernel : report.kernels) {
        table.rows.push_back(row("kernel", kernel.name, "", kernel.seconds, whole));
        for (const SectionTime& section : kernel.sections)
            table.rows.push_back(row(std::string("  ") + name_of(section.kind), section.name,
                                     section.functor, section.seconds, whole));
    }
    table.rows.push_back(row("all", "", "", whole.seconds, whole));
    return fmt::format(
               "{} {}x{}x{}, {} threads, median of {} interleaved runs: {:.2f} ms timed by node, "
               "{:.2f} ms not\n",
               report.effect, report.size.width(), report.size.height(), report.planes,
               report.threads, report.runs, report.timed, report.untimed) +
           to_text(table);
}

nlohmann::json to_json(const NodesReport& report) {
    const Whole whole = whole_of(report);
    nlohmann::json kernels = nlohmann::json::array();
    for (const KernelTimes& kernel : report.kernels) {
        nlohmann::json json = measures(kernel.seconds, whole);
        json["name"] = kernel.name;
        json["elapsed_ms"] = kernel.elapsed * 1e3;
        for (const SectionTime& section : kernel.sections)
            json["parts"].push_back(to_json(section, whole));
        kernels.push_back(std::move(json));
    }
    return {{"effect", report.effect},          {"width", report.size.width()},
            {"height", report.size.height()},   {"planes", report.planes},
            {"threads", report.threads},        {"runs", report.runs},
            {"timed_ms", report.timed},         {"untimed_ms", report.untimed},
            {"thread_ms", whole.seconds * 1e3}, {"kernels", std::move(kernels)}};
}

}  // namespace weft
