// The text of runtime/cpu/profiler.h, embedded at build time: what kernels that are timed count by.
#pragma once

namespace weft {

const char* profiler_text();

}  // namespace weft
