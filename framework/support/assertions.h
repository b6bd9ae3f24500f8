// Whether this build has assertions.
#pragma once

namespace weft {

#ifdef NDEBUG
inline constexpr bool kAssertions = false;
#else
inline constexpr bool kAssertions = true;
#endif

}  // namespace weft
