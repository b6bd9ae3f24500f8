// Kernels that are loaded in other programs' contexts, shared by all plans that use them at a time.
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

/// Unloaded from its context when nobody uses it any more; not where the context is gone.
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

/// May be used by several threads.
class KernelCache {
  public:
    /// Code `code` of `list`, loaded in `context`, which must be current.
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
