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

/// The names of things that have `name` and `help`, each with its help, as a sentence has them:
/// "auto (the fastest), mincut or none".
template <class Things>
std::string list_of(const Things& things) {
    std::string text;
    const std::size_t count = std::size(things);
    for (std::size_t i = 0; i < count; ++i) {
        text += i == 0 ? "" : i + 1 < count ? ", " : " or ";
        text += things[i].name;
        if (*things[i].help != '\0') text += std::string(" (") + things[i].help + ")";
    }
    return text;
}

/// All alternatives of a set.
template <HasChoices T>
std::string choice_list() {
    return list_of(ChoicesOf<T>::kAll);
}

}  // namespace weft
