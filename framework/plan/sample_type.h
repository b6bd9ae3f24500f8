// The types in which pictures are kept.
#pragma once

#include <cstddef>

namespace weft {

/// How samples of pictures and line buffers are stored. Kernels compute in float.
enum class SampleType {
    kFloat32,
};

/// Bytes of one sample.
constexpr std::size_t bytes_of(SampleType type) {
    switch (type) {
        case SampleType::kFloat32: return 4;
    }
    return 0;
}

}  // namespace weft
