#include "plan/kernel_parts.h"

#include <algorithm>

namespace weft {

std::vector<KernelPart> kernel_parts(const Kernel& kernel) {
    std::vector<KernelPart> parts{KernelPart{}};
    for (int l = 0; l < static_cast<int>(kernel.loops.size()); ++l) {
        const std::vector<int>& stages = kernel.loops[static_cast<std::size_t>(l)].stages;
        if (stages.empty()) parts.push_back({l, -1});
        for (int s : stages) parts.push_back({l, s});
    }
    return parts;
}

int first_part(const Kernel& kernel, int loop) {
    int part = kRestPart + 1;
    for (int l = 0; l < loop; ++l)
        part +=
            std::max(static_cast<int>(kernel.loops[static_cast<std::size_t>(l)].stages.size()), 1);
    return part;
}

}  // namespace weft
