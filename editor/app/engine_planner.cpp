#include "app/engine_planner.h"

#include <algorithm>
#include <map>

#include "engine/engine.h"
#include "engine/plan_report.h"
#include "plan/gpu_target.h"

namespace weft::editor {
namespace {

constexpr const char* kThisMachine = "cpu";
constexpr ImageShape kUsualPicture{{0, 0, 1920, 1080}, 3};

/// Sources by the kernels that they are of; equal kernels have one source.
std::map<std::string, std::string> sources_by_kernel(const EmittedSource& source) {
    std::map<std::string, std::string> by_name;
    for (const EmittedSource::Unit& unit : source.units)
        for (const std::string& kernel : unit.kernels) by_name[kernel] = unit.text;
    return by_name;
}

class EnginePlanner final : public Planner {
  public:
    explicit EnginePlanner(Library library) : library_(std::move(library)) {}

    std::vector<PlanTarget> targets() const override {
        std::vector<PlanTarget> targets;
        for (const GpuTarget& gpu : gpu_targets())
            targets.push_back({gpu.name, gpu.name + ": " + gpu.description});
        targets.push_back({kThisMachine, "This machine's processors"});
        std::reverse(targets.begin(), targets.end());
        return targets;
    }

    Result<PlannedEffect> plan(const PlanRequest& request,
                               const std::atomic<bool>& cancel) override {
        EngineOptions options = interactive_options();  // as pictures are computed
        if (request.target != kThisMachine) options.target = request.target;
        Engine engine(options);
        std::vector<ImageShape> inputs = request.inputs;
        if (inputs.empty()) inputs.assign(request.graph.inputs.size(), kUsualPicture);
        const PrepareRequest asked{
            request.graph, request.library ? *request.library : library_, inputs, {}};
        Result<Plan> plan = engine.plan(asked, &cancel);
        if (!plan) return plan.error();
        Result<EmittedSource> source = engine.emit(asked, &cancel);
        if (!source) return source.error();
        const std::map<std::string, std::string> code = sources_by_kernel(*source);
        const PlanReport made = report(*plan);
        PlannedEffect effect;
        effect.title = made.title;
        for (const KernelReport& kernel : made.kernels) {
            const auto text = code.find(kernel.name);
            effect.kernels.push_back({kernel.name, kernel.text,
                                      text == code.end() ? std::string() : text->second,
                                      kernel.nodes});
        }
        for (const EdgeReport& edge : made.edges)
            effect.edges.push_back({edge.from, edge.to, edge.way == EdgeWay::kMemory, edge.text});
        return effect;
    }

  private:
    const Library library_;
};

}  // namespace

std::unique_ptr<Planner> make_engine_planner(Library library) {
    return std::make_unique<EnginePlanner>(std::move(library));
}

}  // namespace weft::editor
