#include "emit/cuda/region_text.h"

namespace weft {

void print_regions(BorderScheme scheme, const std::function<std::string(int sides)>& call,
                   Writer& out) {
    if (scheme == BorderScheme::kBody) {
        out.line("if (sides == 0)");
        out.line("    {}", call(0));
        out.line("else");
        out.line("    {}", call(kAllSides));
        return;
    }
    out.open("switch (sides) {{");
    for (int sides : {0, 1, 2, 4, 8, 5, 6, 9, 10})
        out.line("case {}: {} break;", sides, call(sides));
    out.line("default: {}", call(kAllSides));
    out.close();
}

}  // namespace weft
