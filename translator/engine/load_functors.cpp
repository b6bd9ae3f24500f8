#include "engine/load_functors.h"

#include <fmt/format.h>

#include "graph/host_error.h"

namespace weft {
namespace {

/// What cannot even be made as it is by default is no functor.
Status try_default(const FunctorType& type) {
    HostFault fault;
    try {
        fault = std::unique_ptr<FunctorBase>(type.create())->fault();
    } catch (const HostFault& thrown) {
        fault = thrown;
    } catch (...) {
        fault = {HostFault::kException, "the constructor"};
    }
    return host_status(fault, type.name);
}

}  // namespace

Status load_functors(const FunctorSource& source, HostCompiler& compiler, Library& library,
                     const std::atomic<bool>* cancel) {
    Result<std::shared_ptr<LoadedObject>> object = compiler.compile_functors(source, cancel);
    if (!object) return object.error();
    using Entry = const FunctorModule* (*)();
    const auto entry = reinterpret_cast<Entry>((*object)->symbol(kModuleSymbol));
    if (entry == nullptr)
        return Error{ErrorKind::kInternal, fmt::format("the module made of '{}' has no '{}'",
                                                       source.name, kModuleSymbol)};
    const FunctorModule& module = *entry();
    if (module.version == kModuleVersion)  // another is refused by its version
        for (int i = 0; i < module.count; ++i)
            if (Status s = try_default(*module.functors[i].type); !s) return s;
    return library.add(module, *object);
}

Status load_all_functors(const TrustedFunctors& functors, HostCompiler& compiler,
                         Library& library) {
    for (const auto& [file, text] : functors.texts())
        if (Status s = load_functors({file, text}, compiler, library); !s) return s;
    return {};
}

}  // namespace weft
