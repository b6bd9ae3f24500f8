// What comes before and after the text of a kernel.
#include <fmt/format.h>

#include "emit/cuda/cuda_kernel.h"
#include "emit/cuda/gpu_preamble_text.h"

namespace weft {

std::string cuda_preamble() { return cuda_preamble_text(); }

std::string simt_preamble() { return simt_preamble_text(); }

std::string simt_epilogue(const CudaKernelText& kernel) {
    return fmt::format(
        "\n// What the SIMT checker calls.\n"
        "extern \"C\" const weft::SimtHooks* weft_simt_hooks = nullptr;\n"
        "extern \"C\" void {0}_simt(const void* args) {{\n"
        "    {0}(*static_cast<const {0}_Args*>(args));\n"
        "}}\n",
        kernel.symbol);
}

}  // namespace weft
