#include "runtime/cuda/bandwidth.h"

#include <algorithm>

#include "runtime/cuda/cuda_devices.h"
#include "runtime/cuda/device_session.h"

namespace weft {

namespace {

constexpr int kCopies = 20;

/// Seconds that one copy takes.
Result<double> time_copy(const cuda::DeviceSession& session, cuda::DevicePtr to,
                         cuda::DevicePtr from, std::size_t bytes) {
    const cuda::DriverApi& api = session.driver->api();
    const cuda::StreamHandle stream = session.compute.get();
    Result<cuda::Event> first = cuda::create_event(session.driver, true);
    if (!first) return first.error();
    Result<cuda::Event> last = cuda::create_event(session.driver, true);
    if (!last) return last.error();
    float milliseconds = 0;
    cuda::Code code = api.cuEventRecord(first->get(), stream);
    if (code == cuda::kSuccess) code = api.cuMemcpyDtoDAsync_v2(to, from, bytes, stream);
    if (code == cuda::kSuccess) code = api.cuEventRecord(last->get(), stream);
    if (code == cuda::kSuccess) code = api.cuStreamSynchronize(stream);
    if (code == cuda::kSuccess)
        code = api.cuEventElapsedTime(&milliseconds, first->get(), last->get());
    if (Status ok = session.driver->check(code, "measuring bandwidth"); !ok) return ok.error();
    return 1e-3 * static_cast<double>(milliseconds);
}

}  // namespace

Result<double> measure_copy_bandwidth(const CudaOptions& options, std::size_t bytes) {
    Result<cuda::DeviceSession> session =
        cuda::DeviceSession::open(cuda_driver_library(options.driver_library), options.device);
    if (!session) return session.error();
    const cuda::ContextScope current = session->scope();
    auto from = cuda::allocate_device(session->driver, bytes, "measuring bandwidth");
    if (!from) return from.error();
    auto to = cuda::allocate_device(session->driver, bytes, "measuring bandwidth");
    if (!to) return to.error();
    double best = 0;
    for (int i = 0; i < kCopies; ++i) {
        Result<double> seconds = time_copy(*session, to->get(), from->get(), bytes);
        if (!seconds) return seconds.error();
        if (*seconds > 0) best = std::max(best, 2.0 * static_cast<double>(bytes) / *seconds);
    }
    return best;
}

}  // namespace weft
