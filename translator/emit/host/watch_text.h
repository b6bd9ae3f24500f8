// The text of runtime/cpu/watch.h, embedded at build time: how kernels leave loops that do not end.
#pragma once

namespace weft {

const char* watch_text();

}  // namespace weft
