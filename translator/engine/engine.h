// The three calls that every front end makes: build a graph, prepare, run.
//
//   Engine engine(options);
//   Result<std::unique_ptr<Prepared>> p = engine.prepare({graph, library, shapes, regions});
//   Status s = (*p)->run(inputs, outputs, control);
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "compile/host_compiler.h"
#include "compile/nvrtc/device_compiler.h"
#include "engine/compare.h"
#include "engine/devices.h"
#include "engine/pass_step.h"
#include "plan/gpu_choices.h"
#include "plan/plan.h"
#include "runtime/executor.h"
#include "runtime/gpu/gpu_program.h"

namespace weft {

struct ResidentProgram;

struct EngineOptions {
    std::string device = "cpu";  ///< one of devices()
    /// The GPU to plan for, by a name of gpu_targets(): what explain(), emit() and gpu_program()
    /// are about, and what simt pretends to be (empty: sm_90). The cuda device plans for what it
    /// finds.
    std::string target = {};
    GpuChoices gpu = {};  ///< of GPU plans: what is asked for instead of chosen
    int threads = 0;      ///< 0: one per core this process may use
    MathMode math = MathMode::kStrict;
    std::vector<std::string> disabled_passes = {};  ///< names of pass_names()
    int strip_height = 0;                           ///< 0: chosen; otherwise forced (for tests)
    int block_width = 0;                            ///< 0: chosen; otherwise forced (for tests)
    int batch_rows = 0;  ///< 0: chosen; otherwise forced on every loop that can (for tests)
    bool plane_by_plane = false;  ///< forced on every kernel that can; else chosen (for tests)
    /// Prepare kernels that count what each node takes, for Prepared::kernel_times(): those of the
    /// device cpu, others run as they are. In strict arithmetic results are the same bits.
    bool timed = false;
    CompilerOptions compiler = {};
    std::string cuda_driver =
        {};                  ///< library of the CUDA driver; empty: $WEFT_CUDA_DRIVER, the system's
    int simt_schedules = 3;  ///< orders in which the SIMT checker runs the threads of each launch
    /// Shared with other engines, its workers with it; null: this engine's own, by `compiler`.
    std::shared_ptr<HostCompiler> shared_compiler = {};
    std::shared_ptr<DeviceCompiler> shared_device_compiler = {};
};

/// The planner's passes that can be turned off, in order, with what each does: for the CPU, and for
/// a GPU.
struct PassInfo {
    std::string name, summary;
};
std::vector<PassInfo> pass_names();
std::vector<PassInfo> gpu_pass_names();

/// An error unless options.device is one of devices() and options.disabled_passes name passes that
/// can be turned off, or "all".
Status check_names(const EngineOptions& options);

/// A plan's kernels as source text.
struct EmittedSource {
    struct Unit {
        std::vector<std::string> kernels;  ///< names of the plan's kernels that it is the text of
        std::string text;
    };
    std::string preamble;  ///< accessors and mathematics: C++ for Clang, or CUDA C++ for NVRTC
    std::vector<Unit> units;
};

class Engine {
  public:
    explicit Engine(EngineOptions options);
    ~Engine();

    /// Plans, compiles and loads. May be called by several threads at once: of kernels that more
    /// than one wants, each is compiled once. Errors: an unknown device or pass, shapes that do not
    /// fit, what the compiler says; kCancelled soon after `cancel`, if not null, has become true,
    /// where that is not while a plan is made.
    Result<std::unique_ptr<Prepared>> prepare(const PrepareRequest& request,
                                              const std::atomic<bool>* cancel = nullptr);

    /// Plans and compiles for pictures that lie like that on a GPU like that
    /// (runtime/cuda/resident.h), whatever options().device says. kDevice: there is no NVRTC, or it
    /// does not know the GPU.
    Result<ResidentProgram> resident_program(const PrepareRequest& request,
                                             const ForeignPorts& ports, const GpuTarget& target);

    /// The plan alone. For the CPU nothing is compiled; for a GPU kernels are, where NVRTC is
    /// found, since their registers decide the launch. kCancelled soon after `cancel`, if not null,
    /// has become true.
    Result<Plan> plan(const PrepareRequest& request, const std::atomic<bool>* cancel = nullptr);

    /// The plan for options().target with its cubins. The error says why there are none.
    Result<GpuProgram> gpu_program(const PrepareRequest& request);

    /// For people: kernels, loops, line buffers, bytes, and each pass's decisions with its reason.
    Result<std::string> explain(const PrepareRequest& request);

    /// What each pass made of the plan, in order. Of a GPU plan, as it is made again from what the
    /// search for it found. Errors: those of plan().
    Result<std::vector<PassStep>> trace(const PrepareRequest& request,
                                        const std::atomic<bool>* cancel = nullptr);

    /// The GPU plans that every strategy of fusion makes of the graph, side by side; of those that
    /// do not fit the GPU why. Errors: those of plan(), where nothing fits; kUsage where the device
    /// is no GPU and no target is named, and where the pass that fuses is turned off; kCancelled.
    Result<Comparison> compare(const PrepareRequest& request, const RunControl& control = {});

    /// The plan as a graph for people, in Graphviz's language.
    Result<std::string> dot(const PrepareRequest& request);

    /// The generated source of all kernels of the plan, each distinct one once. Each is compiled
    /// behind the preamble by itself. Cancelled as plan().
    Result<EmittedSource> emit(const PrepareRequest& request,
                               const std::atomic<bool>* cancel = nullptr);

    HostCompiler& compiler();
    const EngineOptions& options() const;
    /// Of all compilers; among the notes, a GPU that failed and was replaced.
    CompileStatistics statistics() const;

  private:
    class State;
    std::shared_ptr<State> state_;
};

}  // namespace weft
