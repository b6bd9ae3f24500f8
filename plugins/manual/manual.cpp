#include "manual/manual.h"

#include <algorithm>
#include <set>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "graph/border_modes.h"
#include "graph/descriptor.h"
#include "graph/parameter_value.h"
#include "graph/total_reach.h"
#include "manual/functor_tables.h"
#include "plan/functor_text.h"

namespace weft {
namespace {

constexpr Rect kUsualSize{0, 0, 1920, 1080};
constexpr int kUsualPlanes = 3;

/// "1 pixel", "2 pixels".
std::string counted(double count, const char* one, const char* several) {
    return fmt::format("{:.0f} {}", count, count == 1 ? one : several);
}

/// Of what reads around its element; what does not ends where a picture ends.
std::string borders_of(const Graph& graph, const Library& library) {
    std::set<std::string> borders;
    for (const Node& node : graph.nodes) {
        const FunctorDescriptor functor = describe(*library.find(node.functor));
        for (std::size_t i = 0; i < node.borders.size(); ++i)
            if (functor.inputs[i].freedom != e0D || node.borders[i] != kNothing)
                borders.insert(name_of(node.borders[i].mode));
    }
    return borders.empty() ? "" : fmt::format("; at borders: {}", fmt::join(borders, ", "));
}

std::string reads_of(const Graph& graph, const Library& library) {
    if (graph.inputs.empty()) return "nothing";
    const TotalReach reach = total_reach(graph, library);
    if (reach.anywhere) return "anywhere in the picture" + borders_of(graph, library);
    std::vector<std::string> distances;
    const auto add = [&](bool whole, int one_way, int other, const char* directions) {
        const int pixels = std::max(one_way, other);
        if (whole || pixels == 0) return;
        distances.push_back(counted(pixels, "pixel", "pixels") + " " + directions);
    };
    add(reach.rows, reach.left, reach.right, "left and right");
    add(reach.columns, reach.above, reach.below, "above and below");
    std::vector<std::string> parts;
    if (reach.rows || reach.columns)
        parts.push_back(fmt::format("whole {}{}{}", reach.rows ? "rows" : "",
                                    reach.rows && reach.columns ? " and " : "",
                                    reach.columns ? "columns" : ""));
    if (!distances.empty()) parts.push_back(fmt::format("up to {}", fmt::join(distances, ", ")));
    if (parts.empty()) return "the pixel itself";
    std::vector<std::string> begun;
    if (reach.begun_left > 0)
        begun.push_back(counted(reach.begun_left, "pixel", "pixels") + " farther left");
    if (reach.begun_above > 0)
        begun.push_back(counted(reach.begun_above, "pixel", "pixels") + " farther above");
    std::string text = fmt::format("{}", fmt::join(parts, ", "));
    if (!begun.empty()) text += fmt::format("; averages begin up to {}", fmt::join(begun, ", "));
    return text + borders_of(graph, library);
}

std::vector<ImageShape> usual_shapes(const Graph& graph, const Library& library) {
    return usual_input_shapes(graph, library, kUsualSize, kUsualPlanes);
}

/// "a, b (one plane)".
std::vector<std::string> inputs_of(const Graph& graph, const Library& library) {
    const std::vector<ImageShape> shapes = usual_shapes(graph, library);
    std::vector<std::string> names;
    if (shapes.empty()) names.push_back("no picture");
    for (std::size_t i = 0; i < shapes.size(); ++i)
        names.push_back(graph.inputs[i].name + (shapes[i].planes == 1 ? " (one plane)" : ""));
    for (const OptionalInput& input : graph.optional_inputs)
        names.push_back(input.name + " (may be left out)");
    return names;
}

std::string cost_of(const Graph& graph, const Library& library, Engine& engine) {
    const Result<Plan> plan = engine.plan({graph, library, usual_shapes(graph, library), {}});
    if (!plan) return {};
    double simple = 0, special = 0;
    const BoundGraph& planned = bound(*plan);
    for (const Stage& stage : planned.stages) {
        const StageOperations& o = stage.operations;
        simple += stage.planes * o.fp;
        special += stage.planes * o.special;
    }
    std::string text = counted(simple, "operation", "operations");
    if (special > 0)
        text += " and " + counted(special, "division or function", "divisions or functions");
    return fmt::format("{} a pixel of {} planes", text, kUsualPlanes);
}

std::string inline_range(const Setting& s) {
    return s.type.empty() ? std::string() : fmt::format("{}; {} if not set", s.takes, s.value);
}

std::string example_text(const Manual& manual) {
    const std::string& set = manual.example_setting;
    return fmt::format("![A plate, and what {} makes of it]({})\n\n", manual.name, manual.example) +
           (set.empty() ? "" : fmt::format("The plate, and what it is with {}.\n\n", set));
}

}  // namespace

Manual manual_of(const Graph& graph, const Library& library, Engine& engine) {
    Manual manual;
    manual.name = graph.name;
    manual.text = graph.summary;
    if (graph.nodes.size() == 1 && graph.nodes.front().functor == graph.name)
        manual.found = found_text(catalogue_entry(library, graph.name));
    if (manual.text.empty() && graph.nodes.size() == 1)
        manual.text = functor_text(library, graph.nodes.front().functor);
    manual.inputs = inputs_of(graph, library);
    for (const GraphOutput& output : graph.outputs) manual.outputs.push_back(output.name);
    manual.reads = reads_of(graph, library);
    manual.cost = cost_of(graph, library, engine);
    // Effects of many nodes have too many parameters to show beside their controls.
    manual.settings = graph.controls.empty() ? parameter_settings(graph, library)
                                             : control_settings(graph, library);
    return manual;
}

std::string found_text(const CatalogueEntry& entry) {
    return fmt::format("in {} as {}{}{}", entry.category, entry.title,
                       entry.words.empty() ? "" : ", by ", fmt::join(entry.words, ", "));
}

std::string wrap(const std::string& text, int indent, int width) {
    std::istringstream words(text);
    const std::string margin(static_cast<std::size_t>(indent), ' ');
    std::string lines, line;
    for (std::string word; words >> word;) {
        if (!line.empty() && line.size() + 1 + word.size() > static_cast<std::size_t>(width)) {
            lines += line + '\n';
            line.clear();
        }
        line += line.empty() ? margin + word : ' ' + word;
    }
    return line.empty() ? lines : lines + line + '\n';
}

std::string to_text(const Manual& manual) {
    std::string text = manual.name + '\n' + wrap(manual.text, 2) + '\n';
    text += fmt::format("  takes  {}\n  gives  {}\n  reads  {}\n", fmt::join(manual.inputs, ", "),
                        fmt::join(manual.outputs, ", "), manual.reads);
    if (!manual.cost.empty()) text += fmt::format("  costs  {}\n", manual.cost);
    if (!manual.found.empty()) text += fmt::format("  found  {}\n", manual.found);
    if (manual.settings.empty()) return text;
    text += "\nTo set, by --set NAME=VALUE:\n";
    for (const Setting& s : manual.settings) {
        text += fmt::format("\n  {}  ({})\n", s.name, s.label);
        text += wrap(s.help, 6) + wrap(inline_range(s), 6);
    }
    return text;
}

std::string to_markdown(const Manual& manual) {
    std::string text = fmt::format("### {}\n\n", manual.name);
    if (!manual.text.empty()) text += manual.text + "\n\n";
    if (!manual.example.empty()) text += example_text(manual);
    text += fmt::format("- takes {}\n- gives {}\n- reads {}\n", fmt::join(manual.inputs, ", "),
                        fmt::join(manual.outputs, ", "), manual.reads);
    if (!manual.cost.empty()) text += fmt::format("- costs {}\n", manual.cost);
    if (!manual.found.empty()) text += fmt::format("- is found {}\n", manual.found);
    if (manual.settings.empty()) return text;
    TextTable table{{"name", "label", "default", "takes", "meaning"}, {}};
    for (const Setting& s : manual.settings)
        table.rows.push_back({s.name, s.label, s.value, s.takes, s.help});
    return text + '\n' + to_markdown(table);
}

}  // namespace weft
