// Closed sets of alternatives, each as one table: commands, documents, messages and tests take
// names, lists and help from it.
#pragma once

#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weft {

template <class T>
struct Choice {
    T value;
    const char* name;       ///< on command lines, in documents and in messages
    const char* help = "";  ///< a few words; "": the name says it
};

/// Specialised for each set with `static constexpr Choice<T> kAll[]`, in the order of lists for
/// people.
template <class T>
struct ChoicesOf;

template <class T>
concept HasChoices = requires { ChoicesOf<T>::kAll; };

/// The name of `value`; "?" where it is none of the alternatives.
template <HasChoices T>
constexpr const char* name_of(T value) {
    for (const Choice<T>& choice : ChoicesOf<T>::kAll)
        if (choice.value == value) return choice.name;
    return "?";
}

/// The alternative of that name; nothing where none has it.
template <HasChoices T>
constexpr std::optional<T> find_choice(std::string_view name) {
    for (const Choice<T>& choice : ChoicesOf<T>::kAll)
        if (choice.name == name) return choice.value;
    return std::nullopt;
}

/// All names, in the table's order.
template <HasChoices T>
std::vector<std::string> choice_names() {
    std::vector<std::string> names;
    for (const Choice<T>& choice : ChoicesOf<T>::kAll) names.emplace_back(choice.name);
    return names;
}

/// All names, each with its help, as a sentence has them: "auto (the fastest), mincut or none".
template <HasChoices T>
std::string choice_list() {
    std::string text;
    const std::size_t count = std::size(ChoicesOf<T>::kAll);
    for (std::size_t i = 0; i < count; ++i) {
        const Choice<T>& choice = ChoicesOf<T>::kAll[i];
        text += i == 0 ? "" : i + 1 < count ? ", " : " or ";
        text += choice.name;
        if (*choice.help != '\0') text += std::string(" (") + choice.help + ")";
    }
    return text;
}

}  // namespace weft
