#include "runtime/cuda/loaded_launches.h"

#include <fmt/format.h>

#include <algorithm>

namespace weft::cuda {

namespace {

/// What a kernel gets without asking.
constexpr std::size_t kOrdinaryShared = 48u << 10;

/// The kernel that first uses code `code`, for messages.
std::string user_of(const LaunchList& list, std::size_t code) {
    for (const Launch& launch : list.launches)
        if (launch.code == static_cast<int>(code)) return launch.kernel;
    return list.code[code].symbol;
}

/// Of all launches with code `code`.
std::size_t most_shared(const LaunchList& list, std::size_t code) {
    std::size_t most = 0;
    for (const Launch& launch : list.launches)
        if (launch.code == static_cast<int>(code)) most = std::max(most, launch.shared_bytes);
    return most;
}

}  // namespace

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
        const std::string user = user_of(list, c);
        Result<Module> module = load_module(driver, list.code[c].cubin.data(), user);
        if (!module) return module.error();
        FunctionHandle function = nullptr;
        if (Status ok = driver->check(driver->api().cuModuleGetFunction(
                                          &function, module->get(), list.code[c].symbol.c_str()),
                                      fmt::format("looking for '{}' in the code of kernel '{}'",
                                                  list.code[c].symbol, user));
            !ok)
            return ok.error();
        const std::size_t shared = most_shared(list, c);
        if (shared > kOrdinaryShared)
            if (Status ok = driver->check(
                    driver->api().cuFuncSetAttribute(function, kMaxDynamicSharedSize,
                                                     static_cast<int>(shared)),
                    fmt::format("asking for {} bytes of shared memory for kernel '{}'", shared,
                                user));
                !ok)
                return ok.error();
        loaded.modules_.push_back(*std::move(module));
        loaded.functions_.push_back(function);
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
    void* parameters[] = {args_[frame][index].data()};
    return driver_->check(
        driver_->api().cuLaunchKernel(
            functions_[static_cast<std::size_t>(launch.code)], launch.grid[0], launch.grid[1],
            launch.grid[2], launch.block[0], launch.block[1], launch.block[2],
            static_cast<unsigned>(launch.shared_bytes), stream, parameters, nullptr),
        fmt::format("launching kernel '{}'", launch.kernel));
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
