#include "openfx/shared_engine.h"

namespace weft::openfx {

Result<std::unique_ptr<Prepared>> SharedEngine::prepare(const PrepareRequest& request,
                                                        int threads) {
    const std::lock_guard lock(mutex_);
    if (preparer_ == nullptr) preparer_ = make_(threads);
    return preparer_->prepare(request);
}

Result<ResidentProgram> SharedEngine::resident_program(const PrepareRequest& request,
                                                       const GpuTarget& target, int threads) {
    const std::lock_guard lock(mutex_);
    if (preparer_ == nullptr) preparer_ = make_(threads);
    return preparer_->resident_program(request, target);
}

void SharedEngine::hold() {
    const std::lock_guard lock(mutex_);
    ++holders_;
}

void SharedEngine::release() {
    const std::lock_guard lock(mutex_);
    if (--holders_ == 0) preparer_.reset();
}

}  // namespace weft::openfx
