// The code of one kernel on a device, and its being started.
#pragma once

#include <cstddef>
#include <vector>

#include "runtime/cuda/handles.h"
#include "runtime/cuda/launch_list.h"

namespace weft::cuda {

struct LoadedKernel {
    Module module;
    FunctionHandle function = nullptr;
    std::size_t shared_bytes = 0;  ///< that a block of it may ask for
};

/// Loads code `code` of `list`, for all launches that it has there. The device's context must be
/// current, here and below. Errors name the first of them.
Result<LoadedKernel> load_kernel(const DriverPtr& driver, const LaunchList& list, int code);

/// Lets blocks of a kernel that is loaded ask for as much shared memory as those of code `code` of
/// another list.
Status allow_shared(const DriverPtr& driver, LoadedKernel& kernel, const LaunchList& list,
                    int code);

/// Starts `launch` with these arguments. Errors name its kernel.
Status start_kernel(const DriverPtr& driver, FunctionHandle function, const Launch& launch,
                    const std::vector<std::byte>& args, StreamHandle stream);

}  // namespace weft::cuda
