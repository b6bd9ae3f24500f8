#include "engine/load_functors.h"

#include <fmt/format.h>

namespace weft {

Status load_functors(const FunctorSource& source, HostCompiler& compiler, Library& library,
                     const std::atomic<bool>* cancel) {
    Result<std::shared_ptr<LoadedObject>> object = compiler.compile_functors(source, cancel);
    if (!object) return object.error();
    using Entry = const FunctorModule* (*)();
    const auto entry = reinterpret_cast<Entry>((*object)->symbol(kModuleSymbol));
    if (entry == nullptr)
        return Error{ErrorKind::kInternal, fmt::format("the module made of '{}' has no '{}'",
                                                       source.name, kModuleSymbol)};
    return library.add(*entry(), *object);
}

Status load_all_functors(const FunctorTexts& functors, HostCompiler& compiler, Library& library) {
    for (const auto& [file, text] : functors)
        if (Status s = load_functors({file, text}, compiler, library); !s) return s;
    return {};
}

}  // namespace weft
