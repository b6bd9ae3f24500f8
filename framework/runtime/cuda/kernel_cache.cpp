#include "runtime/cuda/kernel_cache.h"

namespace weft::cuda {

SharedKernel::~SharedKernel() {
    const ContextScope current(driver_->api(), context_);
    if (current.is_current())
        kernel_.module = {};
    else
        kernel_.module.forget();
}

Result<std::shared_ptr<const SharedKernel>> KernelCache::get(const DriverPtr& driver,
                                                             ContextHandle context,
                                                             const LaunchList& list, int code) {
    const LaunchCode& held = list.code[static_cast<std::size_t>(code)];
    const std::lock_guard lock(mutex_);
    std::erase_if(loaded_, [](const auto& entry) { return entry.second.expired(); });
    std::weak_ptr<SharedKernel>& entry = loaded_[{context, held.symbol, held.cubin}];
    std::shared_ptr<SharedKernel> kernel = entry.lock();
    if (kernel != nullptr) {
        if (Status ok = allow_shared(driver, kernel->kernel_, list, code); !ok) return ok.error();
        return std::shared_ptr<const SharedKernel>(std::move(kernel));
    }
    Result<LoadedKernel> loaded = load_kernel(driver, list, code);
    if (!loaded) return loaded.error();
    kernel = std::make_shared<SharedKernel>(driver, context, *std::move(loaded));
    entry = kernel;
    return std::shared_ptr<const SharedKernel>(std::move(kernel));
}

}  // namespace weft::cuda
