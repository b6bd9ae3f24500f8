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

/// The passes of the CPU planner and of the GPU planner that can be turned off, in order, with what
/// each does.
struct PassInfo {
    std::string name, summary;
};
std::vector<PassInfo> pass_names();
std::vector<PassInfo> gpu_pass_names();

/// A kUsage error unless options.device is a name of backends() and options.disabled_passes are
/// names of passes that can be turned off, or "all".
Status check_names(const EngineOptions& options);

class Engine {
  public:
    explicit Engine(EngineOptions options);
    ~Engine();

    /// Plans, compiles and loads. Thread-safe: a kernel that several threads want is compiled once.
    /// Errors: an unknown device or pass, shapes that do not fit, compiler errors; kCancelled soon
    /// after `cancel`, which may be null, has become true, except while a plan is made.
    Result<std::unique_ptr<Prepared>> prepare(const PrepareRequest& request,
                                              const std::atomic<bool>* cancel = nullptr);

    /// Plans and compiles for external pictures of the layouts `ports` on `target`
    /// (runtime/cuda/resident.h), whatever options().device says. kDevice error: there is no NVRTC,
    /// or it does not know the GPU.
    Result<ResidentProgram> resident_program(const PrepareRequest& request,
                                             const ExternalPorts& ports, const GpuTarget& target);

    /// The plan alone. For the CPU nothing is compiled; for a GPU kernels are, where NVRTC is
    /// found, since the launch depends on their registers. kCancelled error soon after `cancel`,
    /// which may be null, has become true.
    Result<Plan> plan(const PrepareRequest& request, const std::atomic<bool>* cancel = nullptr);

    /// The plan for options().target with its cubins. Errors: those of plan(), or why it has none.
    Result<GpuProgram> gpu_program(const PrepareRequest& request);

    /// The plan as text for people: kernels, loops, line buffers, bytes, and each pass's decisions
    /// with their reasons.
    Result<std::string> explain(const PrepareRequest& request);

    /// The plan after each pass, in order. A GPU plan is first searched for, then made again from
    /// what the search found. Errors: those of plan().
    Result<std::vector<PassStep>> trace(const PrepareRequest& request,
                                        const std::atomic<bool>* cancel = nullptr);

    /// The GPU plans of every strategy of fusion, or why they do not fit the GPU. Errors: those of
    /// plan(), where none fits; kUsage where the device is no GPU and no target is named, or the
    /// pass that fuses is turned off; kCancelled.
    Result<Comparison> compare(const PrepareRequest& request, const RunControl& control = {});

    /// The plan as a digraph in Graphviz's language (plan_dot.h).
    Result<std::string> dot(const PrepareRequest& request);

    /// The source of all kernels of the plan, each distinct text once. Each is compiled by itself,
    /// after the preamble. Errors: those of plan().
    Result<EmittedSource> emit(const PrepareRequest& request,
                               const std::atomic<bool>* cancel = nullptr);

    HostCompiler& compiler();
    const EngineOptions& options() const;
    /// Statistics of all compilers. Its notes also say that a GPU failed and was replaced.
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
