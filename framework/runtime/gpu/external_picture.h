// External pictures as kernels see them that load and store them in place (plan/external.h).
#pragma once

#include "plan/external.h"
#include "runtime/gpu/kernel_args.h"
#include "runtime/picture.h"

namespace weft {

/// How the view lies. Nothing where kernels cannot use it: pixels that are not whole samples apart,
/// or rows that are 2 GB or more apart.
std::optional<ExternalLayout> external_layout(const PictureView& view);

/// From the first byte of a view's samples to the end of its last; nothing where it has none.
struct ByteExtent {
    std::uintptr_t begin = 0, end = 0;

    std::size_t bytes() const { return end - begin; }
    bool meets(const ByteExtent& o) const { return begin < o.end && o.begin < end; }
};
ByteExtent byte_extent(const PictureView& view);

/// Makes a kernel's picture the view's: all of it, but for the domain that borders refer to.
void put_in_place(GpuPicture& picture, const PictureView& view);

}  // namespace weft
