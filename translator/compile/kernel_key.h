// What decides a compiled kernel's bits, and so its name in caches.
#pragma once

#include "compile/cache_key.h"
#include "compile/host_compiler.h"

namespace weft {

/// Of any shared object that the worker of this identity (compiler_identity.h) makes; `what` kind
/// it is.
KeyBuilder object_key(const char* what, const std::string& compiler);

/// Of a kernel, whatever its comments say; files found in include paths are for the caller to add.
/// For "native" this processor counts, for any other name that alone.
KeyBuilder kernel_key(const HostSource& source, const std::string& compiler);

/// The processor compiled for: "native" where the source names none.
std::string cpu_of(const HostSource& source);

}  // namespace weft
