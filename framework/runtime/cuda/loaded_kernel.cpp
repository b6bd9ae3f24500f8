#include "runtime/cuda/loaded_kernel.h"

#include <fmt/format.h>

#include <algorithm>

namespace weft::cuda {

namespace {

/// What a kernel gets without asking.
constexpr std::size_t kOrdinaryShared = 48u << 10;

/// The kernel that first uses code `code`, for messages.
std::string user_of(const LaunchList& list, int code) {
    for (const Launch& launch : list.launches)
        if (launch.code == code) return launch.kernel;
    return list.code[static_cast<std::size_t>(code)].symbol;
}

/// Of all launches with code `code`.
std::size_t most_shared(const LaunchList& list, int code) {
    std::size_t most = 0;
    for (const Launch& launch : list.launches)
        if (launch.code == code) most = std::max(most, launch.shared_bytes);
    return most;
}

}  // namespace

Result<LoadedKernel> load_kernel(const DriverPtr& driver, const LaunchList& list, int code) {
    const LaunchCode& held = list.code[static_cast<std::size_t>(code)];
    const std::string user = user_of(list, code);
    Result<Module> module = load_module(driver, held.cubin.data(), user);
    if (!module) return module.error();
    LoadedKernel kernel{*std::move(module), nullptr, kOrdinaryShared};
    if (Status ok = driver->check(
            driver->api().cuModuleGetFunction(&kernel.function, kernel.module.get(),
                                              held.symbol.c_str()),
            fmt::format("looking for '{}' in the code of kernel '{}'", held.symbol, user));
        !ok)
        return ok.error();
    if (Status ok = allow_shared(driver, kernel, list, code); !ok) return ok.error();
    return kernel;
}

Status allow_shared(const DriverPtr& driver, LoadedKernel& kernel, const LaunchList& list,
                    int code) {
    const std::size_t shared = most_shared(list, code);
    if (shared <= kernel.shared_bytes) return {};
    if (Status ok =
            driver->check(driver->api().cuFuncSetAttribute(kernel.function, kMaxDynamicSharedSize,
                                                           static_cast<int>(shared)),
                          fmt::format("asking for {} bytes of shared memory for kernel '{}'",
                                      shared, user_of(list, code)));
        !ok)
        return ok;
    kernel.shared_bytes = shared;
    return {};
}

Status start_kernel(const DriverPtr& driver, FunctionHandle function, const Launch& launch,
                    const std::vector<std::byte>& args, StreamHandle stream) {
    // The driver copies what it is given, and takes it as not constant.
    void* parameters[] = {const_cast<std::byte*>(args.data())};
    return driver->check(
        driver->api().cuLaunchKernel(function, launch.grid[0], launch.grid[1], launch.grid[2],
                                     launch.block[0], launch.block[1], launch.block[2],
                                     static_cast<unsigned>(launch.shared_bytes), stream, parameters,
                                     nullptr),
        fmt::format("launching kernel '{}'", launch.kernel));
}

}  // namespace weft::cuda
