// The three calls that every front end makes: build a graph, prepare, run.
//
//   Engine engine(options);
//   Result<std::unique_ptr<Prepared>> p = engine.prepare({graph, library, shapes, regions});
//   Status s = (*p)->run(inputs, outputs, control);
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/backend.h"
#include "engine/compare.h"
#include "engine/emitted_source.h"
#include "engine/options.h"
#include "engine/pass_step.h"
#include "plan/plan.h"
#include "runtime/gpu/gpu_program.h"

namespace weft {

struct ResidentProgram;

/// The planner's passes that can be turned off, in order, with what each does: for the CPU, and for
/// a GPU.
struct PassInfo {
    std::string name, summary;
};
std::vector<PassInfo> pass_names();
std::vector<PassInfo> gpu_pass_names();

/// An error unless options.device is a name of backends() and options.disabled_passes name passes
/// that can be turned off, or "all".
Status check_names(const EngineOptions& options);

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
                                             const ExternalPorts& ports, const GpuTarget& target);

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
    /// The GPU that is planned for; nothing where it is this machine's processors.
    Result<std::optional<GpuTarget>> planned_for() const;
    /// The same, where it must be a GPU.
    Result<GpuTarget> gpu_planned_for() const;

    std::shared_ptr<EngineParts> parts_;
    Result<std::unique_ptr<Backend>> backend_;  ///< the error: no device has the name
};

}  // namespace weft
