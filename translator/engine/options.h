// The options of an engine.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "compile/host_compiler.h"
#include "compile/nvrtc/device_compiler.h"
#include "plan/gpu_choices.h"
#include "runtime/executor.h"
#include "support/assertions.h"

namespace weft {

struct EngineOptions {
    std::string device = "cpu";  ///< a name of backends()
    /// The GPU to plan for, by a name of gpu_targets(): what explain(), emit() and gpu_program()
    /// are about, and what simt pretends to be (empty: sm_90). The cuda device plans for what it
    /// finds.
    std::string target = {};
    GpuChoices gpu = {};  ///< GPU plans: settings that override the planner's choices
    int threads = 0;      ///< 0: one per core this process may use
    MathMode math = MathMode::kStrict;
    std::vector<std::string> disabled_passes = {};  ///< names of pass_names()
    int strip_height = 0;                           ///< 0: chosen; otherwise forced (for tests)
    int block_width = 0;                            ///< 0: chosen; otherwise forced (for tests)
    int batch_rows = 0;  ///< 0: chosen; otherwise forced on every loop that can (for tests)
    bool plane_by_plane = false;  ///< forced on every kernel that can; else chosen (for tests)
    /// Compile kernels with a profiler, for Prepared::kernel_times(), on devices with
    /// BackendInfo::times_nodes; others ignore it. In strict arithmetic results are the same bits.
    bool timed = false;
    /// Check what each pass of the planner leaves (plan/verify.h); builds with assertions always
    /// do.
    bool verify = kAssertions;
    CompilerOptions compiler = {};
    std::string cuda_driver =
        {};                  ///< library of the CUDA driver; empty: $WEFT_CUDA_DRIVER, the system's
    int simt_schedules = 3;  ///< orders in which the SIMT checker runs the threads of each launch
    /// A compiler shared with other engines, with its workers; null: this engine makes its own,
    /// from `compiler`.
    std::shared_ptr<HostCompiler> shared_compiler = {};
    std::shared_ptr<DeviceCompiler> shared_device_compiler = {};
};

/// Options of whoever changes values between runs, as editors and hosts do: stages that only copy
/// at the present values are computed all the same, so that no change of a value waits for a
/// compiler.
inline EngineOptions interactive_options() {
    EngineOptions options;
    options.disabled_passes = {"forward"};
    return options;
}

}  // namespace weft
