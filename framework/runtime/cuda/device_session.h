// A device in use: its driver, its primary context, and streams for uploads, kernels and downloads.
#pragma once

#include "runtime/cuda/handles.h"

namespace weft::cuda {

struct DeviceSession {
    /// Opens device `ordinal` of the driver `library` (empty: the system's). Errors: those of
    /// cuda_devices(), or there is no such ordinal.
    static Result<DeviceSession> open(const std::string& library, int ordinal);

    DeviceSession() = default;
    DeviceSession(DeviceSession&&) = default;
    DeviceSession& operator=(DeviceSession&&) = delete;
    ~DeviceSession();

    ContextScope scope() const { return {driver->api(), context}; }
    /// Waits for all streams. Returns the first error that one reports, in `action`.
    Status wait(const std::string& action) const;

    DriverPtr driver;
    PrimaryContext primary;  ///< released after the streams
    ContextHandle context = nullptr;
    Stream upload, compute, download;
};

}  // namespace weft::cuda
