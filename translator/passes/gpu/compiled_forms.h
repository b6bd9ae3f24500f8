// What compilers have said of GPU kernels, for planning anew.
#pragma once

#include <map>
#include <string>

namespace weft {

/// What a kernel of some form takes once it is compiled.
struct CompiledForm {
    int registers = 0;  ///< of a thread
    /// Instructions of its machine code over those that its text lets expect; 0: not known.
    double instructions = 0;
    int code = 0;  ///< instructions of its machine code; 0: not known

    friend bool operator==(const CompiledForm&, const CompiledForm&) = default;
};

/// By form_of() (passes/gpu/kernel_resources.h).
using CompiledForms = std::map<std::string, CompiledForm>;

}  // namespace weft
