// Kernels loaded in the CUDA contexts of a host program, shared by all plans that use them.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "runtime/cuda/loaded_kernel.h"

namespace weft::cuda {

/// A loaded kernel; unloaded with its last user, unless its context is gone by then.
class SharedKernel {
  public:
    SharedKernel(DriverPtr driver, ContextHandle context, LoadedKernel kernel)
        : driver_(std::move(driver)), context_(context), kernel_(std::move(kernel)) {}
    ~SharedKernel();
    SharedKernel(const SharedKernel&) = delete;
    SharedKernel& operator=(const SharedKernel&) = delete;

    FunctionHandle function() const { return kernel_.function; }

  private:
    friend class KernelCache;
    const DriverPtr driver_;
    const ContextHandle context_;
    LoadedKernel kernel_;
};

/// Thread-safe.
class KernelCache {
  public:
    /// Code `code` of `list`, loaded in `context`, which must be current in this thread. Loads it
    /// unless a plan uses it already.
    Result<std::shared_ptr<const SharedKernel>> get(const DriverPtr& driver, ContextHandle context,
                                                    const LaunchList& list, int code);

  private:
    struct Key {
        ContextHandle context;
        std::string symbol;
        std::vector<std::byte> cubin;
        friend auto operator<=>(const Key&, const Key&) = default;
    };
    std::mutex mutex_;
    std::map<Key, std::weak_ptr<SharedKernel>> loaded_;
};

}  // namespace weft::cuda
