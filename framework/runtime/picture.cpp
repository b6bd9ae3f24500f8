// Owned pictures: allocation, views, comparison.
#include "runtime/picture.h"

#include <bit>
#include <cmath>
#include <cstdlib>
#include <new>
#include <utility>

namespace weft {

namespace {

constexpr std::ptrdiff_t kRowFloats = kRowAlignment / sizeof(float);

/// Strides that are multiples of a page make rows of one column share cache sets: step aside.
std::ptrdiff_t avoid_page_multiple(std::ptrdiff_t floats) {
    constexpr std::ptrdiff_t kPageFloats = 4096 / sizeof(float);
    return floats % kPageFloats == 0 ? floats + kRowFloats : floats;
}

bool same(float a, float b) {
    return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b) ||
           (std::isnan(a) && std::isnan(b));
}

bool aligned(std::ptrdiff_t bytes) { return bytes % kRowAlignment == 0; }

}  // namespace

void Picture::Free::operator()(float*) const { std::free(block); }

Picture::Picture(Rect domain, int planes) : domain_(domain), planes_(planes) {
    if (domain.empty() || planes <= 0) {
        domain_ = Rect{};
        planes_ = 0;
        return;
    }
    const std::ptrdiff_t width = std::ptrdiff_t{domain.x1} - domain.x0;
    const std::ptrdiff_t height = std::ptrdiff_t{domain.y1} - domain.y0;
    row_stride_ =
        avoid_page_multiple((width + kRowFloats - 1) / kRowFloats * kRowFloats + kRowFloats);
    std::ptrdiff_t bytes = 0;
    if (__builtin_mul_overflow(row_stride_, height, &plane_stride_) ||
        __builtin_add_overflow(plane_stride_, 2 * kRowFloats, &bytes) ||
        __builtin_mul_overflow(bytes, planes * std::ptrdiff_t{sizeof(float)}, &bytes))
        throw std::bad_alloc();
    plane_stride_ = avoid_page_multiple(plane_stride_);
    // calloc: large blocks come as zero pages that cost nothing until they are touched.
    void* block = std::calloc(static_cast<std::size_t>(bytes), 1);
    if (!block) throw std::bad_alloc();
    const auto address = reinterpret_cast<std::uintptr_t>(block);
    const std::uintptr_t start = (address + kRowAlignment - 1) / kRowAlignment * kRowAlignment;
    auto* const first =
        reinterpret_cast<float*>(static_cast<std::byte*>(block) + (start - address));
    data_ = std::unique_ptr<float[], Free>(first, Free{block});
}

Picture::Picture(Picture&& other) noexcept { *this = std::move(other); }

Picture& Picture::operator=(Picture&& other) noexcept {
    domain_ = std::exchange(other.domain_, Rect{});
    planes_ = std::exchange(other.planes_, 0);
    row_stride_ = std::exchange(other.row_stride_, 0);
    plane_stride_ = std::exchange(other.plane_stride_, 0);
    data_ = std::move(other.data_);
    return *this;
}

PictureView Picture::view() const {
    PictureView v;
    v.base = reinterpret_cast<std::byte*>(data_.get());
    v.y_stride = row_stride_ * std::ptrdiff_t{sizeof(float)};
    v.plane_stride = plane_stride_ * std::ptrdiff_t{sizeof(float)};
    v.domain = domain_;
    v.planes = planes_;
    v.padded = true;
    return v;
}

std::vector<PlaneRef> Picture::plane_refs() const {
    std::vector<PlaneRef> refs;
    for (int p = 0; p < planes_; ++p)
        refs.push_back({data_.get() + p * plane_stride_, row_stride_, domain_});
    return refs;
}

PictureView crop(const PictureView& view, const Rect& region) {
    PictureView part = view;
    part.base = view.at(region.x0, region.y0, 0);
    part.domain = region;
    part.padded = view.padded && region == view.domain;
    return part;
}

bool is_padded_planar(const PictureView& view) {
    const std::ptrdiff_t row_bytes =
        std::ptrdiff_t{view.domain.width()} * std::ptrdiff_t{sizeof(float)};
    return view.padded && view.format == SampleFormat::kFloat && view.x_stride == sizeof(float) &&
           aligned(static_cast<std::ptrdiff_t>(reinterpret_cast<std::uintptr_t>(view.base) %
                                               kRowAlignment)) &&
           aligned(view.y_stride) && aligned(view.plane_stride) &&
           view.y_stride >= row_bytes + kRowAlignment;
}

bool is_sample_grid(const PictureView& view) {
    const std::ptrdiff_t size = sample_size(view.format);
    return view.x_stride % size == 0 && view.y_stride % size == 0 &&
           view.plane_stride % size == 0 &&
           reinterpret_cast<std::uintptr_t>(view.base) % static_cast<std::uintptr_t>(size) == 0;
}

bool is_interleaved_floats(const PictureView& view) {
    constexpr std::ptrdiff_t kFloat = sizeof(float);
    return view.format == SampleFormat::kFloat && is_sample_grid(view) &&
           view.plane_stride == kFloat && view.x_stride == view.planes * kFloat;
}

std::optional<Difference> find_difference(const Picture& a, const Picture& b) {
    const Rect d = a.domain();
    for (int p = 0; p < a.planes(); ++p)
        for (int y = d.y0; y < d.y1; ++y)
            for (int x = d.x0; x < d.x1; ++x)
                if (!same(a.at(x, y, p), b.at(x, y, p)))
                    return Difference{x, y, p, a.at(x, y, p), b.at(x, y, p)};
    return std::nullopt;
}

bool same_bits(const Picture& a, const Picture& b) {
    return a.domain() == b.domain() && a.planes() == b.planes() && !find_difference(a, b);
}

}  // namespace weft
