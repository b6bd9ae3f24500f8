// What tells one processor from another for compiled code, without LLVM.
#pragma once

#include <string>

namespace weft {

/// Equal texts: code compiled for "native" on one machine is what would be compiled on the other.
/// Vendor, model and the feature bits that the processor (or the hypervisor) shows; on machines
/// other than x86, what the kernel says of the processor.
std::string cpu_identity();

}  // namespace weft
