// When a kernel that only selects runs on the codes of samples (plan/code_rows.h).
#pragma once

#include <optional>

#include "plan/cpu_plan.h"
#include "runtime/picture.h"
#include "runtime/samples.h"

namespace weft {

/// The code that stands for `value`, rounded as conversion of samples rounds.
template <class Sample>
Sample sample_of(float value) {
    if constexpr (sizeof(Sample) == sizeof(float))
        return value;
    else
        return static_cast<Sample>(from_unit<static_cast<Sample>(-1)>(value));
}

/// Whether a code stands for exactly these bits.
template <class Sample>
bool is_code(float value) {
    const float meant = to_unit<static_cast<Sample>(-1)>(sample_of<Sample>(value));
    return __builtin_bit_cast(unsigned, meant) == __builtin_bit_cast(unsigned, value);
}

/// kU8 or kU16, where all pictures that the kernel loads are stored so, and all constants of
/// borders are codes; else nothing. `view(image)` is the PictureView of a graph input.
template <class View>
std::optional<SampleFormat> codes_of(const Kernel& kernel, View view) {
    std::optional<SampleFormat> format;
    for (const Loop& loop : kernel.loops)
        for (const Read& read : loop.reads) {
            if (loop.kind != LoopKind::kLoad) continue;
            const SampleFormat stored = view(read.image).format;
            if (format && *format != stored) return std::nullopt;
            format = stored;
        }
    if (format != SampleFormat::kU8 && format != SampleFormat::kU16) return std::nullopt;
    for (const Loop& loop : kernel.loops)
        for (const Read& read : loop.reads)
            if (read.border.mode == eConstant &&
                !(*format == SampleFormat::kU8 ? is_code<unsigned char>(read.border.value)
                                               : is_code<unsigned short>(read.border.value)))
                return std::nullopt;
    return format;
}

}  // namespace weft
