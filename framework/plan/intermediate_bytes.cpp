#include "plan/intermediate_bytes.h"

namespace weft {

std::size_t intermediate_bytes(const CpuPlan& plan) {
    std::size_t bytes = 0;
    for (const Buffer& buffer : plan.buffers) bytes += buffer.bytes;
    for (const Id<PlanImage> i : plan.images.ids())
        if (const KeptInBuffer* place = kept(plan, i); place && place->output && place->buffer)
            bytes -= plan.buffers[*place->buffer].bytes;
    return bytes;
}

}  // namespace weft
