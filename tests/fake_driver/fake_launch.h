// Runs one launch of a kernel in its SIMT form: block after block, a fibre for each thread.
#pragma once

#include <array>
#include <cstddef>

#include "runtime/cuda/driver_api.h"
#include "runtime/simt/hooks.h"

namespace weft::fake {

struct Grid {
    std::array<unsigned, 3> blocks{}, threads{};
    std::size_t shared_bytes = 0;
};

/// `hooks` is the kernel object's weft_simt_hooks. kLaunchFailed where threads wait for each other
/// for ever.
cuda::Code run_launch(void (*kernel)(const void*), const SimtHooks** hooks, const void* args,
                      const Grid& grid);

}  // namespace weft::fake
