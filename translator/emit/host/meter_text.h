// The text of runtime/cpu/meter.h, embedded at build time: what kernels that are timed count by.
#pragma once

namespace weft {

const char* meter_text();

}  // namespace weft
