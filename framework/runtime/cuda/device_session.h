// A device in use: its driver, its context, and a stream for each direction of work.
#pragma once

#include "runtime/cuda/handles.h"

namespace weft::cuda {

struct DeviceSession {
    /// Opens device `ordinal` of the driver `library` (empty: the system's). Errors as for
    /// cuda_devices(), or an ordinal that there is not.
    static Result<DeviceSession> open(const std::string& library, int ordinal);

    DeviceSession() = default;
    DeviceSession(DeviceSession&&) = default;
    DeviceSession& operator=(DeviceSession&&) = delete;
    ~DeviceSession();

    ContextScope scope() const { return {driver->api(), context}; }
    /// Waits for all streams. The error is the first that any of them reports.
    Status wait(const std::string& action) const;

    DriverPtr driver;
    PrimaryContext primary;  ///< released after the streams
    ContextHandle context = nullptr;
    Stream upload, compute, download;
};

}  // namespace weft::cuda
