// Kernels that were compiled elsewhere: a folder that a disk cache left behind, and no compiler.
#pragma once

#include <memory>
#include <string>

#include "compile/host_compiler.h"

namespace weft {

/// Loads kernels from `folder`, which compiling the same sources with that cache_dir and for_store
/// has filled. Nothing is written and no process started. kCompile with `absent` as its message
/// where the folder does not have a kernel, or not undamaged.
std::unique_ptr<HostCompiler> make_kernel_store(std::string folder, std::string absent);

}  // namespace weft
