#include "model/grouped_parameters.h"

#include <algorithm>

#include "graph/parameter_types.h"

namespace weft::editor {
namespace {

/// How many of the first characters are words that both begin with.
std::size_t shared_words(const std::string& a, const std::string& b) {
    const auto [at, other] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
    const auto same = static_cast<std::size_t>(at - a.begin());
    const std::size_t blank = a.rfind(' ', same);
    return blank == std::string::npos || blank >= same ? 0 : blank + 1;
}

/// "start-" of "start-red"; none where the name does not end so.
std::optional<std::string> stem_of(const std::string& name, const std::string& word) {
    if (!name.ends_with(word)) return std::nullopt;
    return name.substr(0, name.size() - word.size());
}

/// Whether what follows the three numbers from `first` on is their alpha.
bool alpha_follows(const FunctorDescriptor& functor, std::size_t first) {
    if (first + 3 >= functor.parameters.size()) return false;
    const ParameterRef& alpha = functor.parameters[first + 3].ref;
    if (form_of(alpha.type) != ValueForm::kNumber || alpha.group != ParameterGroup::eNone)
        return false;
    const std::optional<std::string> shared = stem_of(functor.parameters[first].name, "red");
    return shared && functor.parameters[first + 1].name == *shared + "green" &&
           functor.parameters[first + 2].name == *shared + "blue" &&
           functor.parameters[first + 3].name == *shared + "alpha";
}

}  // namespace

std::optional<WholeGroup> group_at(const FunctorDescriptor& functor, int parameter) {
    const auto first = static_cast<std::size_t>(parameter);
    const ParameterRef& ref = functor.parameters[first].ref;
    int size = 0;
    switch (ref.group) {
        case ParameterGroup::eNone:
        case ParameterGroup::eCurve: return std::nullopt;
        case ParameterGroup::ePoint:
        case ParameterGroup::eShift: size = 2; break;
        case ParameterGroup::eColour:
            if (form_of(ref.type) == ValueForm::kNumberList)
                return ref.capacity == 3 ? std::optional(WholeGroup{ref.group, 1}) : std::nullopt;
            size = 3;
            break;
    }
    for (int i = 0; i < size; ++i) {
        const std::size_t at = first + static_cast<std::size_t>(i);
        if (at >= functor.parameters.size()) return std::nullopt;
        const ParameterRef& p = functor.parameters[at].ref;
        if (form_of(p.type) != ValueForm::kNumber) return std::nullopt;
        if (i > 0 && p.group != ParameterGroup::eNone) return std::nullopt;
    }
    const bool alpha = ref.group == ParameterGroup::eColour && alpha_follows(functor, first);
    return WholeGroup{ref.group, size, alpha};
}

SharedLabel shared_label(const std::vector<std::string>& labels) {
    std::size_t same = labels.empty() ? 0 : labels.front().size();
    for (const std::string& label : labels)
        for (const std::string& other : labels)
            if (&label != &other) same = std::min(same, shared_words(label, other));
    SharedLabel result;
    if (labels.size() > 1 && same > 0) result.shared = labels.front().substr(0, same - 1);
    for (const std::string& label : labels)
        result.rest.push_back(result.shared.empty() ? label : label.substr(same));
    return result;
}

}  // namespace weft::editor
