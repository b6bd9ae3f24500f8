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
#include "plan/plan.h"
#include "runtime/executor.h"

namespace weft {

struct EngineOptions {
    std::string device = "cpu";  ///< "cpu" or "reference"
    int threads = 0;             ///< 0: one per core this process may use
    MathMode math = MathMode::kStrict;
    std::vector<std::string> disabled_passes;  ///< names of pass_names()
    int strip_height = 0;   ///< 0: chosen; otherwise forced (for tests)
    int block_width = 0;    ///< 0: chosen; otherwise forced (for tests)
    int batch_rows = 0;     ///< 0: chosen; otherwise forced on every loop that can (for tests)
    CompilerOptions compiler;
    /// Shared with other engines, its workers with it; null: this engine's own, by `compiler`.
    std::shared_ptr<HostCompiler> shared_compiler;
};

/// The devices that prepare() accepts, and one line on each.
struct DeviceInfo {
    std::string name, description;
};
std::vector<DeviceInfo> devices();

/// The planner's passes in order, with what each does.
struct PassInfo {
    std::string name, summary;
};
std::vector<PassInfo> pass_names();

class Engine {
  public:
    explicit Engine(EngineOptions options);
    ~Engine();

    /// Plans, compiles and loads. Errors: an unknown device or pass, shapes that do not fit, what
    /// the compiler says.
    Result<std::unique_ptr<Prepared>> prepare(const PrepareRequest& request);

    /// The plan alone: nothing is compiled.
    Result<Plan> plan(const PrepareRequest& request);

    /// For people: kernels, loops, rings, bytes, and each pass's decisions with its reason.
    Result<std::string> explain(const PrepareRequest& request);

    /// The generated C++ of all kernels of the plan, one text per kernel.
    Result<std::vector<std::string>> emit(const PrepareRequest& request);

    HostCompiler& compiler();
    const EngineOptions& options() const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace weft
