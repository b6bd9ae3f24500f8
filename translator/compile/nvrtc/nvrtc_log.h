// What NVRTC says about a text: diagnostics for people, and the resources that ptxas counted.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace weft {

/// The errors of a log, each as "file:line: error: what" and the lines of source below it, without
/// warnings, remarks and counts. The whole log where it holds nothing of that form.
std::string nvrtc_errors(std::string_view log);

/// How many warnings and remarks a log has, of the compiler and of ptxas.
int nvrtc_warnings(std::string_view log);

/// Resources of a kernel, by ptxas's verbose output.
struct KernelResources {
    int registers = 0;
    std::size_t shared_bytes = 0, stack_bytes = 0, spill_stores = 0, spill_loads = 0;
};

/// Those of `symbol`; nothing when the log does not tell.
std::optional<KernelResources> nvrtc_resources(std::string_view log, std::string_view symbol);

}  // namespace weft
