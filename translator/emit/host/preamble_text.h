// The text of the host preamble, embedded at build time from core/math.h and emit/preamble.
#pragma once

namespace weft {

const char* host_preamble_text();

}  // namespace weft
