#include "runtime/cpu/host_target.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <string>

#include "support/cores.h"

namespace weft {

namespace {

/// The size of the first core's data cache of a level, from the kernel's own table: unlike
/// sysconf(), it tells what this core shares, not what the whole package has.
std::size_t cache_bytes(int level, std::size_t otherwise) {
    for (int index = 0; index < 8; ++index) {
        const std::string folder =
            "/sys/devices/system/cpu/cpu0/cache/index" + std::to_string(index) + "/";
        int found = 0;
        std::string type, size;
        if (!(std::ifstream(folder + "level") >> found)) break;
        std::ifstream(folder + "type") >> type;
        if (found != level || type == "Instruction") continue;
        std::ifstream(folder + "size") >> size;
        const std::size_t count = std::strtoull(size.c_str(), nullptr, 10);
        if (count > 0) return count << (size.back() == 'M' ? 20 : size.back() == 'K' ? 10 : 0);
    }
    return otherwise;
}

/// Of the last level, what these cores can count on. A virtual machine of a few cores is told of
/// the cache of the whole package, which other machines fill: no processor in wide use has more
/// than 16 MB of it for each core.
std::size_t share_of_last_level(std::size_t bytes) {
    constexpr std::size_t kMaxPerCore = std::size_t{16} << 20;
    const long cores = std::max(sysconf(_SC_NPROCESSORS_ONLN), 1L);
    return std::min(bytes, kMaxPerCore * static_cast<std::size_t>(cores));
}

int vector_lanes() {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
        return 16;
    if (__builtin_cpu_supports("avx2")) return 8;
#endif
    return 4;
}

}  // namespace

Target host_target(int threads) {
    Target target;
    target.name = "this machine";
    target.cpu = "native";
    target.cores = threads > 0 ? threads : available_cores();
    target.vector_width = vector_lanes();
    target.l1_bytes = cache_bytes(1, target.l1_bytes);
    target.l2_bytes = cache_bytes(2, target.l2_bytes);
    target.llc_bytes = share_of_last_level(cache_bytes(3, target.llc_bytes));
    return target;
}

}  // namespace weft
