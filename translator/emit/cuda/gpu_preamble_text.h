// The texts of the GPU preambles, embedded at build time from core/, runtime/ and emit/preamble.
#pragma once

namespace weft {

const char* cuda_preamble_text();
const char* simt_preamble_text();
const char* external_pictures_text();
/// Before groups with several levels.
const char* group_levels_text();
/// Before functors whose facts say that they are watched.
const char* gpu_watch_text();

}  // namespace weft
