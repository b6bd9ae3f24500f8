#include "plan/kernel_sections.h"

#include <algorithm>

namespace weft {

std::vector<KernelSection> kernel_sections(const Kernel& kernel) {
    std::vector<KernelSection> sections{RestOfKernel{}};
    for (const Id<Loop> l : kernel.loops.ids()) {
        const std::vector<Id<Stage>>& stages = kernel.loops[l].stages;
        if (stages.empty()) sections.push_back(MovedRows{l});
        for (const Id<Stage> s : stages) sections.push_back(StageOfLoop{l, s});
    }
    return sections;
}

int first_section(const Kernel& kernel, Id<Loop> loop) {
    int section = kRestSection + 1;
    for (const Id<Loop> l : kernel.loops.ids())
        if (l < loop) section += std::max(static_cast<int>(kernel.loops[l].stages.size()), 1);
    return section;
}

}  // namespace weft
