#include "plan/kernel_sections.h"

#include <algorithm>

namespace weft {

std::vector<KernelSection> kernel_sections(const Kernel& kernel) {
    std::vector<KernelSection> sections{KernelSection{}};
    for (int l = 0; l < static_cast<int>(kernel.loops.size()); ++l) {
        const std::vector<int>& stages = kernel.loops[static_cast<std::size_t>(l)].stages;
        if (stages.empty()) sections.push_back({l, -1});
        for (int s : stages) sections.push_back({l, s});
    }
    return sections;
}

int first_section(const Kernel& kernel, int loop) {
    int section = kRestSection + 1;
    for (int l = 0; l < loop; ++l)
        section +=
            std::max(static_cast<int>(kernel.loops[static_cast<std::size_t>(l)].stages.size()), 1);
    return section;
}

}  // namespace weft
