#include "plan/intermediate_bytes.h"

namespace weft {

std::size_t intermediate_bytes(const CpuPlan& plan) {
    std::size_t bytes = 0;
    for (const std::size_t buffer : plan.buffer_bytes) bytes += buffer;
    for (int i = 0; i < static_cast<int>(plan.images.size()); ++i)
        if (const KeptInBuffer* place = kept(plan, i); place && place->output && place->buffer)
            bytes -= plan.buffer_bytes[static_cast<std::size_t>(*place->buffer)];
    return bytes;
}

}  // namespace weft
