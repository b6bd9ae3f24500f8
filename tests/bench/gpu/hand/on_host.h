// Running a hand-written kernel on the host, block after block and warp after warp.
#pragma once

#include <array>
#include <functional>

namespace hand {

/// Calls `body` for each thread of so many blocks of 32 by hand::kWarps threads, with threadIdx and
/// blockIdx set. False where lanes of a warp shuffled or voted unequally often.
bool run_on_host(const std::array<unsigned, 3>& grid, const std::function<void()>& body);

}  // namespace hand
