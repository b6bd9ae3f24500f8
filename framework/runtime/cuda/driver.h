// The CUDA driver, found at run time: loaded once per executor, with its errors as Errors.
#pragma once

#include <memory>
#include <string>

#include "runtime/cuda/driver_api.h"
#include "support/result.h"

namespace weft::cuda {

class Driver {
  public:
    /// Loads `library` (empty: libcuda.so.1, by the system's search path) and initialises it.
    /// Errors, all kDevice, say which it is: the library is missing, lacks a call, is older than
    /// kOldestDriver, or found no device.
    static Result<std::shared_ptr<const Driver>> load(const std::string& library);

    /// Whether the driver is missing or finds no device: see cuda_is_absent().
    static bool is_absent(const std::string& library);

    ~Driver();
    Driver(const Driver&) = delete;
    Driver& operator=(const Driver&) = delete;

    const DriverApi& api() const { return api_; }
    int version() const { return version_; }  ///< 13000 for CUDA 13.0

    /// Success for kSuccess, else the Error for `code`, which `action` ("launching kernel 'x'")
    /// met.
    Status check(Code code, const std::string& action) const {
        if (code == kSuccess) return {};
        return error(code, action);
    }
    Error error(Code code, const std::string& action) const;

  private:
    explicit Driver(void* library) : library_(library) {}

    void* library_;
    DriverApi api_;
    int version_ = 0;
};

/// Whether memory ran out; computing the picture in bands may then succeed.
inline bool is_out_of_memory(const Error& error) { return error.kind == ErrorKind::kMemory; }

/// "13.0" for 13000.
std::string version_text(int version);

}  // namespace weft::cuda
