// How often a loop of a kernel may go round.
#pragma once

namespace weft {

/// Far more than any kernel needs for one element. A loop that goes on for longer is taken for one
/// that does not end; it may be noticed some thousands of iterations later.
inline constexpr int kMaxIterations = 1 << 24;

}  // namespace weft
