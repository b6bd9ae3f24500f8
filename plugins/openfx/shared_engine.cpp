#include "openfx/shared_engine.h"

namespace weft::openfx {

Result<std::unique_ptr<Prepared>> SharedEngine::prepare(const PrepareRequest& request,
                                                        int threads) {
    const std::lock_guard lock(mutex_);
    if (engine_ == nullptr) {
        EngineOptions options;
        options.threads = threads;
        engine_ = std::make_unique<Engine>(options);
    }
    return engine_->prepare(request);
}

void SharedEngine::hold() {
    const std::lock_guard lock(mutex_);
    ++holders_;
}

void SharedEngine::release() {
    const std::lock_guard lock(mutex_);
    if (--holders_ == 0) engine_.reset();
}

}  // namespace weft::openfx
