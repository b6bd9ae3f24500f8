#include "plan/kept_bytes.h"

namespace weft {

std::size_t kept_bytes(const Plan& plan) {
    std::size_t bytes = 0;
    for (const std::size_t buffer : plan.buffer_bytes) bytes += buffer;
    for (const PlanImage& image : plan.images)
        if (image.aliased_output >= 0 && image.buffer >= 0)
            bytes -= plan.buffer_bytes[static_cast<std::size_t>(image.buffer)];
    return bytes;
}

}  // namespace weft
