#include "runtime/cuda/pacer.h"

#include "runtime/cuda/loaded_launches.h"

namespace weft::cuda {

namespace {

constexpr double kUsualBandwidth = 500e9;  ///< bytes a second, where the target does not say

}  // namespace

Status Pacer::started(int k) {
    const double bandwidth =
        list_.dram_bytes_per_second > 0 ? list_.dram_bytes_per_second : kUsualBandwidth;
    seconds_ +=
        kLaunchSeconds +
        static_cast<double>(list_.launches[static_cast<std::size_t>(k)].bytes_moved) / bandwidth;
    if (seconds_ < half_) return {};
    seconds_ = 0;
    std::swap(older_, newer_);
    Result<Event> mark = create_event(session_.driver);
    if (!mark) return mark.error();
    newer_ = *std::move(mark);
    const DriverApi& api = session_.driver->api();
    if (Status ok = session_.driver->check(api.cuEventRecord(newer_.get(), session_.compute.get()),
                                           "starting kernels");
        !ok)
        return ok;
    if (older_) {
        if (Status ok = session_.driver->check(api.cuEventSynchronize(older_.get()),
                                               "running " + kernel_names(list_, first_, marked_));
            !ok)
            return ok;
        first_ = marked_ + 1;
    }
    marked_ = k;
    return {};
}

}  // namespace weft::cuda
