// Code for what rows of line buffers hold, chosen when it runs.
#pragma once

#include <cstdint>

#include "runtime/picture.h"

namespace weft {

/// Calls f(Sample()) for float, or for the codes of kU8 and kU16.
template <class Function>
void with_samples(SampleFormat rows, Function f) {
    if (rows == SampleFormat::kU8)
        f(std::uint8_t());
    else if (rows == SampleFormat::kU16)
        f(std::uint16_t());
    else
        f(float());
}

}  // namespace weft
