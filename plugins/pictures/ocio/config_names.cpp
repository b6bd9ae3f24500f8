// Spaces, roles, displays, views.
#include "pictures/ocio/config_names.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "pictures/oiio/oiio_io.h"
#include "pictures/oiio/open_picture.h"
#include "support/nearest.h"
#include "support/words.h"

namespace weft {
namespace {

namespace ocio = OCIO_NAMESPACE;

/// Those that the configuration hides from menus, too.
std::vector<std::string> spaces_of(const ocio::Config& config) {
    constexpr auto kReference = ocio::SEARCH_REFERENCE_SPACE_ALL;
    std::vector<std::string> names;
    for (int i = 0; i < config.getNumColorSpaces(kReference, ocio::COLORSPACE_ALL); ++i)
        names.emplace_back(config.getColorSpaceNameByIndex(kReference, ocio::COLORSPACE_ALL, i));
    return names;
}

/// Roles, and other names of `spaces`.
std::vector<std::string> aliases_of(const ocio::Config& config,
                                    const std::vector<std::string>& spaces) {
    std::vector<std::string> names;
    for (int i = 0; i < config.getNumRoles(); ++i) names.emplace_back(config.getRoleName(i));
    for (const std::string& name : spaces) {
        const auto space = config.getColorSpace(name.c_str());
        for (std::size_t a = 0; space && a < space->getNumAliases(); ++a)
            names.emplace_back(space->getAlias(a));
    }
    return names;
}

std::vector<std::string> displays_of(const ocio::Config& config) {
    std::vector<std::string> names;
    for (int i = 0; i < config.getNumDisplays(); ++i) names.emplace_back(config.getDisplay(i));
    return names;
}

std::vector<std::string> views_of(const ocio::Config& config, const std::string& display) {
    std::vector<std::string> names;
    for (int i = 0; i < config.getNumViews(display.c_str()); ++i)
        names.emplace_back(config.getView(display.c_str(), i));
    return names;
}

/// " (did you mean ...?)": names that hold the word, or the one that is spelt most like it.
std::string near_to(const std::string& word, const std::vector<std::string>& names) {
    constexpr std::size_t kMost = 5;
    std::vector<std::string> found;
    for (const std::string& name : names)
        if (lower_case(name).find(lower_case(word)) != std::string::npos && found.size() < kMost)
            found.push_back(name);
    if (found.empty()) return did_you_mean(word, names);
    return fmt::format(" (did you mean \"{}\"?)", fmt::join(found, "\", \""));
}

/// "A, B, C and 7 others".
std::string list_of(const std::vector<std::string>& names) {
    constexpr std::size_t kMost = 12;
    if (names.size() <= kMost) return fmt::format("{}", fmt::join(names, ", "));
    return fmt::format("{} and {} others", fmt::join(names.begin(), names.begin() + kMost, ", "),
                       names.size() - kMost);
}

}  // namespace

std::string trouble_with(const std::string& name, const std::string& owner, const std::string& what,
                         const std::vector<std::string>& names,
                         const std::vector<std::string>& others) {
    std::vector<std::string> all = names;
    all.insert(all.end(), others.begin(), others.end());
    if (std::any_of(all.begin(), all.end(), [&](const std::string& known) {
            return lower_case(known) == lower_case(name);
        }))
        return {};
    const std::string near = near_to(name, all);
    return fmt::format("{} has no {} '{}'{}", owner, what, name,
                       near.empty() ? "; it has " + list_of(names) : near);
}

Status check_name(const std::string& name, const std::string& owner, const std::string& what,
                  const std::vector<std::string>& names, const std::vector<std::string>& others,
                  const std::string& path) {
    const std::string trouble = trouble_with(name, owner, what, names, others);
    return trouble.empty() ? Status() : Status(input_error(path, trouble));
}

Result<ocio::ConstConfigRcPtr> open_config(const ColourTransform& transform,
                                           const std::string& path) {
    const std::string file = file_behind(transform);
    if (file.empty())
        return input_error(path,
                           "there is no configuration: $OCIO is not set; set it to a config.ocio, "
                           "or add :config=PATH");
    const bool inside = file.starts_with("ocio://");  // one that newer libraries bring with them
    if (!inside)
        if (Status s = check_file(file, "a configuration of OpenColorIO"); !s)
            return input_error(path,
                               fmt::format("{}: {}", transform.config.empty() ? "$OCIO" : "config",
                                           s.error().message));
    try {
        return ocio::Config::CreateFromFile(file.c_str());
    } catch (const std::exception& e) {
        return input_error(path, fmt::format("the configuration '{}' cannot be read: {}", file,
                                             first_line(e.what())));
    }
}

Status resolve_names(const ocio::Config& config, ColourTransform& transform,
                     const std::string& path) {
    const std::string owner = "the configuration";
    const std::vector<std::string> spaces = spaces_of(config);
    const std::vector<std::string> aliases = aliases_of(config, spaces);
    for (const std::string& name : {transform.from, transform.to})
        if (!name.empty())
            if (Status s = check_name(name, owner, "colour space", spaces, aliases, path); !s)
                return s;
    if (!transform.to.empty()) return {};
    if (transform.display.empty()) transform.display = config.getDefaultDisplay();
    if (Status s = check_name(transform.display, owner, "display", displays_of(config), {}, path);
        !s)
        return s;
    if (transform.view.empty()) transform.view = config.getDefaultView(transform.display.c_str());
    return check_name(transform.view, fmt::format("the display '{}'", transform.display), "view",
                      views_of(config, transform.display), {}, path);
}

}  // namespace weft
