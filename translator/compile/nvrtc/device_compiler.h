// Compiling CUDA C++ into cubins with NVRTC, which is loaded when the first text is compiled: Weft
// is built and starts without it. Results are kept in the same disk cache as kernels of the CPU.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "compile/host_compiler.h"
#include "support/result.h"

namespace weft {

/// Everything that decides the compiled bits, and so the cache key, together with NVRTC itself.
struct DeviceSource {
    std::string name;    ///< for messages and the file name in diagnostics: "degrain.03 hDWT"
    std::string symbol;  ///< the kernel whose resources are reported
    std::string text;    ///< self-contained CUDA C++20: no headers
    int capability = 0;  ///< 90 for 9.0
    /// Contraction, and division and square root to within 2 units in the last place. NaN, infinity
    /// and denormals are respected.
    bool fast_math = false;
};

/// A compiled kernel and what it uses.
struct DeviceCode {
    std::vector<std::byte> cubin;
    int registers = 0;                              ///< of a thread
    int instructions = 0;                           ///< of the machine code
    std::size_t shared_bytes = 0;                   ///< static, of a block
    std::size_t stack_bytes = 0;                    ///< local memory of a thread
    std::size_t spill_stores = 0, spill_loads = 0;  ///< bytes
    int warnings = 0;                               ///< that the compiler gave
};

class DeviceCompiler {
  public:
    virtual ~DeviceCompiler() = default;
    /// Errors: NVRTC is missing (says where it was looked for) or does not know the capability, of
    /// kind kDevice; it refuses the text (in the functor's own lines), of kind kCompile.
    virtual Result<std::shared_ptr<const DeviceCode>> compile(const DeviceSource& source) = 0;
    /// What decides, beside the source, how many registers a kernel takes: differs between NVRTCs;
    /// empty where there is none. Loads it.
    virtual std::string identity() const = 0;
    virtual CompileStatistics statistics() const = 0;
};

/// Nothing is loaded yet. `options`: the cache's part of them; `worker` is not used.
std::unique_ptr<DeviceCompiler> make_device_compiler(const CompilerOptions& options);

/// Whether NVRTC's library is there, as a file: nothing is loaded.
bool nvrtc_is_installed();

/// What was found of NVRTC: its version, or why there is none. Loads it.
Result<std::string> nvrtc_version();

}  // namespace weft
