#include "manual/functor_catalogue.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <tuple>

#include "manual/functor_tables.h"
#include "manual/functor_words.h"
#include "plan/functor_text.h"
#include "support/words.h"

namespace weft {
namespace {

/// "Box blur" of "BoxBlur", "DWT 1D" of "DWT1D".
std::string spaced(const std::string& name) {
    const auto is_upper = [&](std::size_t i) {
        return std::isupper(static_cast<unsigned char>(name[i])) != 0;
    };
    std::string text;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const bool begins = i > 0 && is_upper(i) && !is_upper(i - 1);
        const bool in_capitals = i + 1 >= name.size() || is_upper(i + 1);
        if (begins) text += ' ';
        text += begins && !in_capitals
                    ? static_cast<char>(std::tolower(static_cast<unsigned char>(name[i])))
                    : name[i];
    }
    return text;
}

struct Place {
    std::size_t shelf = 0, at = 0;
};

/// Where a functor stands in the table; those that do not, behind it.
Place place_of(const std::string& functor) {
    static const std::map<std::string, Place> places = [] {
        std::map<std::string, Place> all;
        for (std::size_t shelf = 0; shelf < shelves().size(); ++shelf)
            for (std::size_t at = 0; at < shelves()[shelf].functors.size(); ++at)
                all[shelves()[shelf].functors[at].functor] = {shelf, at};
        return all;
    }();
    const auto found = places.find(functor);
    return found == places.end() ? Place{shelves().size(), 0} : found->second;
}

}  // namespace

std::vector<std::string> words_of(const std::string& list) {
    std::vector<std::string> words;
    for (const std::string_view word : split(list, ','))
        if (!word.empty()) words.push_back(lower_case(std::string(word)));
    return words;
}

std::vector<std::string> categories() {
    std::vector<std::string> names;
    for (const Shelf& shelf : shelves()) names.push_back(shelf.category);
    names.insert(names.end() - 1, kOthers);  // what is written by hand before building blocks
    return names;
}

CatalogueEntry catalogue_entry(const Library& library, const std::string& functor) {
    CatalogueEntry entry{functor, {}, {}, {}, functor_summary(library, functor)};
    const Place place = place_of(functor);
    if (place.shelf < shelves().size()) {
        const Shelf& shelf = shelves()[place.shelf];
        entry.title = shelf.functors[place.at].title;
        entry.category = shelf.category;
        entry.words = words_of(shelf.functors[place.at].also);
    } else {
        entry.title = functor_tag(library, functor, "title");
        entry.category = functor_tag(library, functor, "category");
        entry.words = words_of(functor_tag(library, functor, "also"));
    }
    if (entry.title.empty()) entry.title = spaced(functor);
    if (entry.category.empty()) entry.category = kOthers;
    return entry;
}

std::vector<CatalogueEntry> catalogue(const Library& library) {
    const std::vector<std::string> order = categories();
    const auto rank = [&](const CatalogueEntry& entry) {
        const auto category = std::find(order.begin(), order.end(), entry.category);
        // A category of a stranger's own before the building blocks.
        const auto at =
            category == order.end() ? order.end() - 2 - order.begin() : category - order.begin();
        const Place place = place_of(entry.functor);
        const bool is_listed = place.shelf < shelves().size();
        return std::tuple(at, category == order.end() ? entry.category : std::string(), !is_listed,
                          place.at, entry.functor);
    };
    std::vector<CatalogueEntry> all;
    for (const std::string& name : library.names()) all.push_back(catalogue_entry(library, name));
    std::stable_sort(all.begin(), all.end(), [&](const CatalogueEntry& a, const CatalogueEntry& b) {
        return rank(a) < rank(b);
    });
    return all;
}

}  // namespace weft
