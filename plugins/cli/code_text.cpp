#include "cli/code_text.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "support/visible_text.h"

namespace weft {

std::string code_text(const FunctorTexts& functors) {
    std::string shown;
    for (const auto& [file, text] : functors) {
        shown += fmt::format("{}{}:\n", shown.empty() ? "" : "\n", file);
        int number = 0;
        for (std::size_t begin = 0; begin < text.size();) {
            const std::size_t end = std::min(text.find('\n', begin), text.size());
            const std::string_view line = std::string_view(text).substr(begin, end - begin);
            shown += fmt::format("{:>5} | {}\n", ++number, visible_text(line));
            begin = end + 1;
        }
    }
    return shown;
}

}  // namespace weft
