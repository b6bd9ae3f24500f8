// The driver's entry points for code, launches and graphs.
#include <dlfcn.h>

#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>

#include "fake_driver/fake_call.h"
#include "fake_driver/fake_launch.h"
#include "fake_driver/fake_module.h"

using namespace weft::cuda;
using weft::SimtHooks;
using weft::fake::Call;
using weft::fake::contexts;
using weft::fake::kImageMagic;
using weft::fake::State;
using weft::fake::stream_of;

namespace {

struct Module {
    void* object = nullptr;
    std::size_t args_bytes = 0;
    ContextHandle context = nullptr;
    int in_flight = 0;  ///< launches that are queued
    std::vector<std::unique_ptr<struct Function>> functions;
};

struct Function {
    void (*kernel)(const void*) = nullptr;
    const SimtHooks** hooks = nullptr;
    Module* module = nullptr;
    int shared_limit = 48 << 10;
};

// Handles are these objects.
Function* of(FunctionHandle h) { return reinterpret_cast<Function*>(h); }
weft::fake::WorkList* of(GraphHandle h) { return reinterpret_cast<weft::fake::WorkList*>(h); }
weft::fake::WorkList* of(GraphExecHandle h) { return reinterpret_cast<weft::fake::WorkList*>(h); }

}  // namespace

extern "C" {

Code cuModuleLoadDataEx(ModuleHandle* module, const void* image, unsigned, int*, void**) {
    Call call;
    if (call.lost()) return call.end();
    const std::size_t magic = std::strlen(kImageMagic);
    const std::string made = weft::fake::image_of_text(static_cast<const char*>(image));
    const char* text = made.empty() ? static_cast<const char*>(image) : made.c_str();
    if (std::strncmp(text, kImageMagic, magic) != 0) return call.end(kInvalidImage);
    char* path = nullptr;
    const auto args_bytes = static_cast<std::size_t>(std::strtoull(text + magic, &path, 10));
    void* const object = dlopen(path + 1, RTLD_NOW | RTLD_LOCAL);
    if (object == nullptr) return call.end(kInvalidImage);
    ++call.s.counts.modules;
    *module = reinterpret_cast<ModuleHandle>(
        new Module{object, args_bytes, contexts().empty() ? nullptr : contexts().back(), 0, {}});
    return call.end();
}
Code cuModuleUnload(ModuleHandle module) {
    Call call;
    auto* const m = reinterpret_cast<Module*>(module);
    if (m->in_flight > 0) ++call.s.counts.misuses;
    dlclose(m->object);
    delete m;
    --call.s.counts.modules;
    return call.end();
}
Code cuModuleGetFunction(FunctionHandle* function, ModuleHandle module, const char* name) {
    Call call;
    auto* const m = reinterpret_cast<Module*>(module);
    auto made = std::make_unique<Function>();
    made->module = m;
    made->kernel = reinterpret_cast<void (*)(const void*)>(
        dlsym(m->object, (std::string(name) + "_simt").c_str()));
    made->hooks = static_cast<const SimtHooks**>(dlsym(m->object, "weft_simt_hooks"));
    if (made->kernel == nullptr || made->hooks == nullptr) return call.end(kNotFound);
    *function = reinterpret_cast<FunctionHandle>(made.get());
    m->functions.push_back(std::move(made));
    return call.end();
}
Code cuFuncSetAttribute(FunctionHandle function, int attribute, int value) {
    Call call;
    if (attribute != kMaxDynamicSharedSize || value > 232448) return call.end(1);
    of(function)->shared_limit = value;
    return call.end();
}
Code cuLaunchKernel(FunctionHandle function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                    unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes,
                    StreamHandle stream, void** parameters, void**) {
    Call call;
    State& s = call.s;
    if (call.lost()) return call.end();
    const Function& f = *of(function);
    Module& module = *f.module;
    if (contexts().empty() || contexts().back() != module.context) {
        ++s.counts.misuses;
        return call.end(kInvalidContext);
    }
    const unsigned long long threads = 1ull * block_x * block_y * block_z;
    if (threads == 0 || threads > 1024 || grid_x == 0 || grid_y == 0 || grid_z == 0 ||
        grid_y > 65535 || grid_z > 65535 || shared_bytes > static_cast<unsigned>(f.shared_limit))
        return call.end(1);
    const bool fails = ++s.counts.launches == s.config.fail_launch;
    const auto* bytes = static_cast<const std::byte*>(parameters[0]);
    const weft::fake::Grid grid{
        {grid_x, grid_y, grid_z}, {block_x, block_y, block_z}, shared_bytes};
    const bool queued = stream_of(stream)->captured == nullptr;
    if (queued) ++module.in_flight;
    // Arguments are read now, as by the real one.
    return call.end(
        stream_of(stream)->add([&f, &module, grid, fails, queued,
                                args = std::vector<std::byte>(bytes, bytes + module.args_bytes)] {
            if (queued) --module.in_flight;
            return fails ? kLaunchFailed
                         : weft::fake::run_launch(f.kernel, f.hooks, args.data(), grid);
        }));
}

Code cuGraphInstantiateWithFlags(GraphExecHandle* executable, GraphHandle graph,
                                 unsigned long long) {
    Call call;
    if (call.lost()) return call.end();
    ++call.s.counts.graphs;
    *executable = reinterpret_cast<GraphExecHandle>(new weft::fake::WorkList(*of(graph)));
    return call.end();
}
Code cuGraphLaunch(GraphExecHandle executable, StreamHandle stream) {
    Call call;
    if (call.lost()) return call.end();
    ++call.s.counts.graph_launches;
    Code code = kSuccess;
    for (const weft::fake::Work& work : *of(executable))
        if (code == kSuccess) code = stream_of(stream)->add(work);
    return call.end(code);
}
Code cuGraphExecDestroy(GraphExecHandle executable) {
    Call call;
    delete of(executable);
    --call.s.counts.graphs;
    return call.end();
}
Code cuGraphDestroy(GraphHandle graph) {
    Call call;
    delete of(graph);
    --call.s.counts.graphs;
    return call.end();
}

}  // extern "C"
