#include "openfx/render_cuda.h"

#include "openfx/names.h"
#include "openfx/plain_words.h"
#include "runtime/gpu/external_picture.h"

namespace weft::openfx {
namespace {

/// The host's stream. A null one may as well be the default stream, whose users expect to find the
/// work done.
std::optional<void*> stream_of(const Properties& in) {
    const auto stream = in.pointer(prop::kCudaStream);
    return stream && *stream != nullptr ? stream : std::nullopt;
}

Reply refuse_cuda(const Instance& instance, const Error& error) {
    instance.messages.log(
        instance.plugin.label + ": not rendered by CUDA: " +
        in_plain_words(error.message, instance.plugin, library_of(instance), instance.context));
    return error.kind == ErrorKind::kMemory ? kGpuMemory : kGpuFailed;
}

/// How the pictures lie, for kernels that use them there.
std::optional<ExternalPorts> ports_of(const std::vector<PictureView>& inputs,
                                      const PictureView& output) {
    ExternalPorts ports;
    for (const PictureView& input : inputs) {
        const auto layout = external_layout(input);
        if (!layout) return std::nullopt;
        ports.inputs.push_back(*layout);
    }
    const auto layout = external_layout(output);
    if (!layout) return std::nullopt;
    ports.outputs = {*layout};
    return ports;
}

DevicePlans::Outcome new_plan(Instance& instance, const PrepareRequest& request,
                              const ExternalPorts& ports) {
    HostCuda& cuda = *instance.shared.cuda;
    const Result<GpuTarget> target = cuda.target();
    if (!target) return target.error();
    auto program = instance.shared.engine.resident_program(
        request, ports, *target, wanted_threads(instance.suites),
        [&] { return instance.suites.effects->abort(instance.effect) != 0; });
    if (!program) return program.error();
    auto plan = cuda.load(*std::move(program));
    if (!plan) return plan.error();
    return std::shared_ptr<ResidentPlan>(*std::move(plan));
}

/// A plan of an earlier render, or a new one. What cannot be planned is not tried again.
DevicePlans::Outcome plan_for(Instance& instance, const DeviceKey& key) {
    if (auto known = instance.device_plans.find(key)) return *std::move(known);
    const PrepareRequest request{.graph = key.plan.graph,
                                 .library = library_of(instance),
                                 .inputs = key.plan.inputs,
                                 .regions = {key.plan.region}};
    const DevicePlans::Outcome plan = new_plan(instance, request, key.ports);
    if (plan ||
        (plan.error().kind != ErrorKind::kMemory && plan.error().kind != ErrorKind::kCancelled))
        instance.device_plans.keep(key, plan);
    return plan;
}

}  // namespace

Reply render_on_cuda(Instance& instance, const Properties& in, Field field) {
    if (instance.shared.cuda == nullptr)
        return refuse_cuda(instance, {ErrorKind::kDevice, "this bundle holds no kernels for GPUs"});
    // Asked first: a host that stops may hand out no images.
    if (instance.suites.effects->abort(instance.effect) != 0) return kOk;
    const FrameRead read = read_frame(instance, in, field);
    if (read.reply != kOk)
        return refuse_cuda(instance, {ErrorKind::kDevice,
                                      read.why.empty() ? "there is no output image" : read.why});
    if (!read.frame) return kOk;
    const Frame& frame = *read.frame;

    const Result<CudaContext> context = instance.shared.cuda->context();
    if (!context) return refuse_cuda(instance, context.error());
    PlanKey key = frame.key();
    if (key.region.empty()) {  // a plan computes something; where it shows nothing, 0 is written
        const Rect& made = frame.data_window;
        key.region = {made.x0, made.y0, made.x0 + 1, made.y0 + 1};
    }
    std::vector<PictureView> inputs;
    for (const Input& input : frame.inputs.pictures()) inputs.push_back(input.read(input.pixels));
    const PictureView output = crop(frame.output, frame.window);
    const auto ports = ports_of(inputs, output);
    if (!ports) return refuse_cuda(instance, {ErrorKind::kDevice, "rows are too far apart"});
    const auto plan = plan_for(instance, {std::move(key), *ports, *context});
    if (!plan && plan.error().kind == ErrorKind::kCancelled) return kOk;
    if (!plan) return refuse_cuda(instance, plan.error());
    const Status started = (*plan)->enqueue(inputs, {output}, stream_of(in));
    if (started) {
        instance.messages.clear_error();
        return kOk;
    }
    // Whatever the reason, another try begins anew.
    if (started.error().kind != ErrorKind::kMemory) instance.device_plans.drop(**plan);
    return refuse_cuda(instance, started.error());
}

}  // namespace weft::openfx
