// The kernel text of a functor: one struct of static functions per form (docs/kernel-text.md).
#pragma once

#include "frontend/divergence.h"
#include "frontend/source_names.h"

namespace weft {

struct KernelTexts {
    std::string scalar;
    std::string simd;  ///< empty where scalar_reason says why
    std::string scalar_reason;
};

/// Prints both forms. `files` are those of #line directives.
KernelTexts print_kernel_texts(const FunctorModel& model, const Divergence& divergence,
                               const SourceNames& files);

/// The Members struct's fields, one per line, with `indent` before each.
std::string print_member_fields(const FunctorModel& model, const std::string& indent);

}  // namespace weft
