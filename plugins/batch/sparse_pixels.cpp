// Pages of an anonymous mapping come when they are touched and go by madvise().
#include "batch/sparse_pixels.h"

#include <sys/mman.h>
#include <unistd.h>

#include <utility>

#include <fmt/format.h>

namespace weft {

Result<SparsePixels> SparsePixels::reserve(const Rect& domain, int planes, SampleFormat format) {
    PictureView view;
    view.format = format;
    view.plane_stride = sample_size(format);
    view.x_stride = view.plane_stride * planes;
    view.y_stride = view.x_stride * domain.width();
    view.domain = domain;
    view.planes = planes;
    const std::size_t size =
        static_cast<std::size_t>(view.y_stride) * static_cast<std::size_t>(domain.height());
    void* memory = mmap(nullptr, size, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        return Error{ErrorKind::kMemory,
                     fmt::format("no addresses for a picture of {} MB; raise the limit on them "
                                 "(ulimit -v)",
                                 size >> 20)};
    // A huge page would keep rows that were dropped beside some that were not.
    madvise(memory, size, MADV_NOHUGEPAGE);
    view.base = static_cast<std::byte*>(memory);
    return SparsePixels(view, size);
}

SparsePixels::SparsePixels(SparsePixels&& other) noexcept
    : view_(other.view_), size_(std::exchange(other.size_, 0)), dropped_(other.dropped_) {}

SparsePixels::~SparsePixels() {
    if (size_ > 0) munmap(view_.base, size_);
}

PictureView SparsePixels::crop(const Rect& region) const {
    PictureView part = view_;
    part.base = view_.at(region.x0, region.y0, 0);
    part.domain = region;
    return part;
}

void SparsePixels::drop_rows_before(int y) {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    const std::size_t end =
        static_cast<std::size_t>((y - view_.domain.y0) * view_.y_stride) / page * page;
    if (end <= dropped_) return;
    madvise(view_.base + dropped_, end - dropped_, MADV_DONTNEED);
    dropped_ = end;
}

}  // namespace weft
