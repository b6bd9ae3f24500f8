// The kernel text of a functor: one struct of static functions per form (docs/kernel-text.md).
#pragma once

#include "frontend/divergence.h"

namespace weft {

struct KernelTexts {
    std::string scalar;
    std::string simd;  ///< empty where scalar_reason says why
    std::string scalar_reason;
};

/// Prints both forms. `display_name` is the file of #line directives in the main file.
KernelTexts print_kernel_texts(const FunctorModel& model, const Divergence& divergence,
                               const std::string& display_name);

/// The Members struct's fields, one per line, with `indent` before each.
std::string print_member_fields(const FunctorModel& model, const std::string& indent);

}  // namespace weft
