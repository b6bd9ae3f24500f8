// The text of a GPU kernel, and what all kinds of kernels print alike.
#pragma once

#include <string>

#include "core/types.h"

namespace weft {

struct CudaKernelText {
    std::string symbol;  ///< of the kernel, and with "_Args" the type of its one argument
    std::string text;    ///< without the preamble; the same for kernels that differ in name alone

    friend bool operator==(const CudaKernelText&, const CudaKernelText&) = default;
};

/// `text` and a directive by which the lines after it are named by `file` again.
std::string with_line_directive(std::string text, const std::string& file);

/// The accessor for what an indexer of that freedom may read: "Input2D".
const char* cuda_accessor(Freedom freedom);

}  // namespace weft
