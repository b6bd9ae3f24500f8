#include "emit/cuda/cuda_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace weft {

const char* cuda_accessor(Freedom freedom) {
    switch (freedom) {
        case e0D: return "Input0D";
        case e1D: return "Input1D";
        case e2D: return "Input2D";
        case eSparse: return "InputSparse";
        case eRandom: break;
    }
    return "InputRandom";
}

std::string with_line_directive(std::string text, const std::string& file) {
    const auto lines = std::count(text.begin(), text.end(), '\n');
    return text + fmt::format("#line {} \"{}\"\n", lines + 2, file);
}

}  // namespace weft
