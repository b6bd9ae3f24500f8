#include "engine/differential_cases.h"

#include "engine/simt/simt_backend.h"

#include "graph/border_modes.h"

namespace weft {

std::vector<Border> case_borders() {
    std::vector<Border> borders;
    for (const Choice<BorderMode>& choice : ChoicesOf<BorderMode>::kAll)
        borders.push_back({choice.value, choice.value == eConstant ? 0.25f : 0.0f});
    return borders;
}

std::vector<DifferentialCase> strict_and_fast_cases(int lanes, CaseCover cover) {
    std::vector<DifferentialCase> cases = standard_cases(lanes, cover);
    const std::size_t strict = cases.size();
    for (std::size_t i = 0; i < strict; i += 7) {
        cases.push_back(cases[i]);
        cases.back().math = MathMode::kFast;
        cases.back().special_values = false;
    }
    return cases;
}

std::vector<DifferentialCase> unbounded_cases(int lanes) {
    std::vector<DifferentialCase> cases;
    const auto add = [&](DifferentialCase c) {
        c.unbounded = true;
        c.seed = cases.size() + 1;
        cases.push_back(std::move(c));
    };
    for (const Border& border : case_borders()) {
        add({.domain = {0, 0, 1, 1}, .border = border});
        add({.domain = {-4, 7, lanes - 3, 12}, .border = border, .disabled = {"all"}});
        add({.domain = {-3, 5, 98, 66}, .border = border, .threads = 2, .strip_height = 7});
        add({.domain = {11, -20, 138, 41},
             .border = border,
             .region = {16, -17, 77, 20},
             .threads = 2,
             .block_width = 64,
             .planar = false});
    }
    const auto on_gpu = [&](const char* target, DifferentialCase c) {
        c.device = kSimtBackend.name;
        c.target = target;
        add(std::move(c));
    };
    on_gpu("sm_90", {.domain = {0, 0, 1, 1}, .planes = 1, .border = {eClamp, 0}});
    on_gpu("cc-1.0", {.domain = {-4, 7, 3, 8}, .planes = 1, .border = {eMirror, 0}});
    on_gpu("sm_75",
           {.domain = {-9, -9, 10, 6}, .planes = 1, .border = {eRepeat, 0}, .disabled = {"all"}});
    on_gpu("cc-1.3", {.domain = {-9, -9, 30, 20},
                      .border = {eConstant, 0.25f},
                      .region = {-1, -2, 3, 1},
                      .planar = false});
    return cases;
}

}  // namespace weft
