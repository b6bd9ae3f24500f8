// The texts of the GPU preambles, and of the kernel that no plan has, embedded at build time from
// core/, runtime/ and emit/preamble.
#pragma once

namespace weft {

const char* cuda_preamble_text();
const char* simt_preamble_text();
const char* exchange_kernel_text();

}  // namespace weft
