// External pictures (plan/external.h) as arguments of kernels.
#pragma once

#include "plan/external.h"
#include "runtime/gpu/kernel_args.h"
#include "runtime/picture.h"

namespace weft {

/// The layout of a view. Nothing where kernels cannot use it in place: pixels that are not whole
/// samples apart, or rows 2 GB or more apart.
std::optional<ExternalLayout> external_layout(const PictureView& view);

/// The addresses from the first byte of a view's samples to behind the last; empty where it has
/// none.
struct ByteExtent {
    std::uintptr_t begin = 0, end = 0;

    std::size_t bytes() const { return end - begin; }
    bool meets(const ByteExtent& o) const { return begin < o.end && o.begin < end; }
};
ByteExtent byte_extent(const PictureView& view);

/// Sets all of a kernel's picture to the view's, except for the domain that borders refer to.
void put_in_place(GpuPicture& picture, const PictureView& view);

}  // namespace weft
