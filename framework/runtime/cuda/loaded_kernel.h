// Loads and starts single kernels.
#pragma once

#include <cstddef>
#include <vector>

#include "runtime/cuda/handles.h"
#include "runtime/cuda/launch_list.h"

namespace weft::cuda {

struct LoadedKernel {
    Module module;
    FunctionHandle function = nullptr;
    std::size_t shared_bytes = 0;  ///< dynamic shared memory that a block may have
};

/// Loads code `code` of `list`, with shared memory for all its launches. The device's context must
/// be current, here and below. Errors name the first of these launches' kernels.
Result<LoadedKernel> load_kernel(const DriverPtr& driver, const LaunchList& list, int code);

/// Raises a loaded kernel's limit of shared memory to what code `code` of another list needs.
Status allow_shared(const DriverPtr& driver, LoadedKernel& kernel, const LaunchList& list,
                    int code);

/// Starts `launch` with these arguments. Errors name its kernel.
Status start_kernel(const DriverPtr& driver, FunctionHandle function, const Launch& launch,
                    const std::vector<std::byte>& args, StreamHandle stream);

}  // namespace weft::cuda
