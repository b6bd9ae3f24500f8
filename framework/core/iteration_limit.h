// The iteration limit of loops in kernels.
#pragma once

namespace weft {

/// Iterations of a loop for one element, far more than any kernel needs: a loop that exceeds it is
/// taken never to end, and is left. It is looked at every few thousand iterations.
inline constexpr int kMaxIterations = 1 << 24;

}  // namespace weft
