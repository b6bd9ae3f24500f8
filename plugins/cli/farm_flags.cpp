#include "cli/farm_flags.h"

#include <algorithm>

#include <fmt/format.h>

#include "cli/parse_values.h"

namespace weft {

std::vector<std::string> render_arguments(const CLI::App& command) {
    std::vector<std::string> effect, options;
    for (const CLI::Option* option : command.get_options()) {
        if (option->count() == 0 || option->get_group() == "Farm") continue;
        if (option->get_lnames().empty()) {
            effect = option->results();
            continue;
        }
        const std::string name = "--" + option->get_lnames().front();
        const bool is_flag = option->get_items_expected_max() == 0;
        // In one word, so that no value is taken for a flag.
        for (const std::string& value : option->results())
            options.push_back(is_flag ? name : fmt::format("{}={}", name, value));
    }
    effect.insert(effect.end(), options.begin(), options.end());
    return effect;
}

Result<RenderFlags> parse_render_arguments(const std::vector<std::string>& arguments) {
    CLI::App parser;
    RenderFlags flags;
    add_render_flags(parser, flags);
    try {
        parser.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
    } catch (const CLI::ParseError& error) {
        return Error{ErrorKind::kUsage,
                     fmt::format("the job was made by another version of Weft: {}",
                                 single_line(error.what()))};
    }
    return flags;
}

}  // namespace weft
