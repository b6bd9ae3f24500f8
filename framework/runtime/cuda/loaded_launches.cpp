#include "runtime/cuda/loaded_launches.h"

#include <fmt/format.h>

namespace weft::cuda {

std::string kernel_names(const LaunchList& list, int first, int last) {
    const auto name = [&](int k) { return list.launches[static_cast<std::size_t>(k)].kernel; };
    if (first == last) return fmt::format("kernel '{}'", name(first));
    return fmt::format("one of the kernels '{}' to '{}'", name(first), name(last));
}

Result<LoadedLaunches> LoadedLaunches::load(const DriverPtr& driver, LaunchList list,
                                            std::vector<Placement> placements) {
    LoadedLaunches loaded;
    loaded.driver_ = driver;
    for (std::size_t c = 0; c < list.code.size(); ++c) {
        Result<LoadedKernel> kernel = load_kernel(driver, list, static_cast<int>(c));
        if (!kernel) return kernel.error();
        loaded.kernels_.push_back(*std::move(kernel));
    }
    for (const Placement& placement : placements) {
        auto& args = loaded.args_.emplace_back();
        for (const Launch& launch : list.launches)
            args.push_back(bind_addresses(launch, placement.arena, placement.pictures));
    }
    loaded.graphs_.resize(placements.size());
    loaded.list_ = std::move(list);
    loaded.placements_ = std::move(placements);
    return loaded;
}

Status LoadedLaunches::start(int k, std::size_t frame, StreamHandle stream) {
    const auto index = static_cast<std::size_t>(k);
    const Launch& launch = list_.launches[index];
    return start_kernel(driver_, kernels_[static_cast<std::size_t>(launch.code)].function, launch,
                        args_[frame][index], stream);
}

bool LoadedLaunches::start_graph(std::size_t frame, StreamHandle stream) {
    const DriverApi& api = driver_->api();
    if (graphs_refused_) return false;
    if (!graphs_[frame]) {
        graphs_refused_ = true;  // unless all of this works
        if (api.cuStreamBeginCapture_v2(stream, kCaptureThreadLocal) != kSuccess) return false;
        bool captured = true;
        for (int k = 0; k < count() && captured; ++k)
            captured = static_cast<bool>(start(k, frame, stream));
        GraphHandle handle = nullptr;
        if (api.cuStreamEndCapture(stream, &handle) != kSuccess || handle == nullptr) return false;
        const Graph graph(driver_, handle);
        GraphExecHandle executable = nullptr;
        if (!captured || api.cuGraphInstantiateWithFlags(&executable, handle, 0) != kSuccess)
            return false;
        graphs_[frame] = GraphExec(driver_, executable);
        graphs_refused_ = false;
    }
    if (api.cuGraphLaunch(graphs_[frame].get(), stream) == kSuccess) return true;
    graphs_refused_ = true;
    return false;
}

}  // namespace weft::cuda
