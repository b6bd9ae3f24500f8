#include "cli/code_text.h"

#include <string_view>

#include <fmt/format.h>

#include "support/visible_text.h"
#include "support/words.h"

namespace weft {

std::string code_text(const FunctorTexts& functors) {
    std::string shown;
    for (const auto& [file, text] : functors) {
        shown += fmt::format("{}{}:\n", shown.empty() ? "" : "\n", file);
        int number = 0;
        for (const std::string_view line : lines_of(text))
            shown += fmt::format("{:>5} | {}\n", ++number, visible_text(line));
    }
    return shown;
}

}  // namespace weft
