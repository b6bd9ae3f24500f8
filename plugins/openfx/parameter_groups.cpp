#include "openfx/parameter_groups.h"

#include <algorithm>

namespace weft::openfx {
namespace {

/// All but the last word; empty where there is one.
std::string leading_words(const std::string& label) {
    const std::size_t blank = label.rfind(' ');
    return blank != std::string::npos ? label.substr(0, blank) : std::string();
}

std::string name_of(const std::string& label) {
    std::string name = "group_";
    for (const char c : label) {
        const bool capital = c >= 'A' && c <= 'Z';
        const bool kept = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        name += capital ? static_cast<char>(c - 'A' + 'a') : kept ? c : '_';
    }
    return name;
}

}  // namespace

std::vector<ParameterGroupDescription> groups_of(
    const std::vector<ParameterDescription>& parameters) {
    std::vector<ParameterGroupDescription> groups;
    const auto is_taken = [&](const std::string& name) {
        const auto has_name = [&](const auto& other) { return other.name == name; };
        return std::any_of(groups.begin(), groups.end(), has_name) ||
               std::any_of(parameters.begin(), parameters.end(), has_name);
    };
    for (std::size_t first = 0, end = 0; first < parameters.size(); first = end) {
        const std::string label = leading_words(parameters[first].label);
        end = first + 1;
        while (end < parameters.size() && leading_words(parameters[end].label) == label) ++end;
        const std::string name = name_of(label);
        if (!label.empty() && end - first > 1 && !is_taken(name))
            groups.push_back({name, label, first, end - first});
    }
    return groups;
}

}  // namespace weft::openfx
