// The processor this worker runs on, as Clang wants to hear it.
#pragma once

#include <string>
#include <vector>

namespace weft::worker {

struct CpuTarget {
    std::string name;                   ///< for -target-cpu
    std::vector<std::string> features;  ///< for -target-feature: "+avx2", "-amx-tile"
};

/// "native" becomes this machine's processor with exactly the features it shows (a hypervisor may
/// hide some that the name implies); any other name is taken as it is.
CpuTarget resolve_cpu(const std::string& cpu);

}  // namespace weft::worker
