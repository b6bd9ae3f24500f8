// The command before the document, names before all.
#include "cli/colour_choices.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "pictures/file_colour.h"
#include "support/nearest.h"
#include "support/refusal.h"

namespace weft {
namespace {

std::vector<std::string> names_of(const Graph& graph) {
    std::vector<std::string> names;
    for (const GraphInput& input : graph.inputs) names.push_back(input.name);
    for (const GraphOutput& output : graph.outputs) names.push_back(output.name);
    return names;
}

}  // namespace

Result<ColourChoices> colour_choices(const std::vector<std::string>& texts, const Graph& graph) {
    const std::vector<std::string> names = names_of(graph);
    std::map<std::string, std::string> named;
    std::string all;
    for (const std::string& text : texts) {
        const std::size_t equals = text.find('=');
        const std::string name = text.substr(0, equals);
        if (equals == std::string::npos) {
            all = text == kAutoColour ? std::string() : text;
            continue;
        }
        if (std::find(names.begin(), names.end(), name) == names.end())
            return usage_error(fmt::format(
                "'--colour {}': {} has no input or output '{}'{}; it "
                "has {}",
                text, graph.name, name, did_you_mean(name, names), fmt::join(names, ", ")));
        named[name] = text.substr(equals + 1);
    }
    const auto choice = [&](const std::string& name, const std::string& of_document) {
        if (const auto at = named.find(name); at != named.end()) return at->second;
        return all.empty() ? of_document : all;
    };
    ColourChoices choices;
    for (const GraphInput& input : graph.inputs)
        choices.inputs.push_back(colour_for_input(input.name, choice(input.name, input.colour)));
    for (const GraphOutput& output : graph.outputs) {
        const std::string chosen = choice(output.name, output.colour);
        choices.outputs.push_back(chosen.empty() ? kAutoColour : chosen);
    }
    return choices;
}

std::string record_of(const ColourChoices& choices) {
    std::string text =
        fmt::format("{} to {}", fmt::join(choices.inputs, "|"), fmt::join(choices.outputs, "|"));
    const char* const config = std::getenv("OCIO");
    if (config == nullptr || *config == '\0') return text;
    std::error_code ignored;
    const auto written = std::filesystem::last_write_time(config, ignored).time_since_epoch();
    return text + fmt::format(" by {} {}", config, written.count());
}

}  // namespace weft
