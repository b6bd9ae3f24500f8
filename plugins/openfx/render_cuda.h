// Rendering where the host's pictures lie on a GPU: in its CUDA context, on its stream.
#pragma once

#include "openfx/frame.h"

namespace weft::openfx {

/// kGpuMemory, or kGpuFailed for whatever else goes wrong: the host may then render on the CPU, so
/// the user is told nothing; the host's log is. With a stream, kOk says that the work is on it.
Reply render_on_cuda(Instance& instance, const Properties& in, Field field);

}  // namespace weft::openfx
