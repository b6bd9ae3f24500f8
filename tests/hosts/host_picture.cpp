#include "hosts/host_picture.h"

#include <cstdlib>
#include <cstring>
#include <random>

#include "openfx/names.h"
#include "runtime/convert.h"

namespace weft::openfx::test {
namespace {

constexpr std::byte kGuard{0xA5};
constexpr std::ptrdiff_t kMargin = 64;

std::ptrdiff_t gap_of(Rows rows) {
    return rows == Rows::kPadded ? 48 : rows == Rows::kOdd ? 13 : 0;
}

}  // namespace

const char* depth_name(SampleFormat format) {
    switch (format) {
        case SampleFormat::kU8: return depth::kByte;
        case SampleFormat::kU16: return depth::kShort;
        case SampleFormat::kHalf: return depth::kHalf;
        case SampleFormat::kFloat: break;
    }
    return depth::kFloat;
}

const char* components_name(int planes) {
    return planes == 4 ? component::kRgba : planes == 3 ? component::kRgb : component::kAlpha;
}

HostPicture::HostPicture(PixelRect domain, const PictureKind& kind)
    : domain_(domain), kind_(kind), gap_(gap_of(kind.rows)) {
    const std::ptrdiff_t pitch = row_bytes() + gap_;
    stride_ = kind.rows == Rows::kDownward ? -pitch : pitch;
    memory_.assign(static_cast<std::size_t>(pitch * (domain.y2 - domain.y1) + 2 * kMargin), kGuard);
    for (int y = 0; y < domain.y2 - domain.y1; ++y)
        std::memset(row(y), 0, static_cast<std::size_t>(row_bytes()));
}

std::ptrdiff_t HostPicture::row_bytes() const {
    return static_cast<std::ptrdiff_t>(domain_.x2 - domain_.x1) * kind_.planes *
           sample_size(kind_.format);
}

std::byte* HostPicture::row(int y) const {
    const int place = kind_.rows == Rows::kDownward ? domain_.y2 - domain_.y1 - 1 - y : y;
    return const_cast<std::byte*>(memory_.data()) + kMargin + (row_bytes() + gap_) * place;
}

PictureView HostPicture::view(int top, int left) const {
    PictureView view;
    view.format = kind_.format;
    view.plane_stride = sample_size(kind_.format);
    view.x_stride = view.plane_stride * kind_.planes;
    view.y_stride = -stride_;
    view.domain = {domain_.x1 - left, top - domain_.y2, domain_.x2 - left, top - domain_.y1};
    view.planes = kind_.planes;
    view.base = row(domain_.y2 - domain_.y1 - 1);
    return view;
}

Picture HostPicture::picture(int top) const {
    const PictureView from = view(top);
    Picture to(from.domain, from.planes);
    load_region(from, from.domain, to);
    return to;
}

void HostPicture::fill(unsigned seed) {
    std::minstd_rand random(seed);
    std::uniform_real_distribution<float> value(0.0f, 1.0f);
    const PictureView to = view(0);
    Picture noise(to.domain, to.planes);
    for (int p = 0; p < to.planes; ++p)
        for (int y = to.domain.y0; y < to.domain.y1; ++y)
            for (int x = to.domain.x0; x < to.domain.x1; ++x) noise.at(x, y, p) = value(random);
    store_region(to, to.domain, noise);
}

PropertySet HostPicture::image(double scale) const { return image(domain_, scale); }

PropertySet HostPicture::image(const PixelRect& part, double scale) const {
    PropertySet set("an image", {});
    std::byte* const first = row(part.y1 - domain_.y1) + std::ptrdiff_t{part.x1 - domain_.x1} *
                                                             kind_.planes *
                                                             sample_size(kind_.format);
    set.put(prop::kType, {std::string("OfxTypeImage")});
    set.put(prop::kImageData, {static_cast<void*>(first)});
    set.put(prop::kImageBounds, {part.x1, part.y1, part.x2, part.y2});
    set.put(prop::kImageRegionOfDefinition, {domain_.x1, domain_.y1, domain_.x2, domain_.y2});
    set.put(prop::kImageRowBytes, {static_cast<int>(stride_)});
    set.put(prop::kDepth, {std::string(depth_name(kind_.format))});
    set.put(prop::kComponents, {std::string(components_name(kind_.planes))});
    set.put(prop::kRenderScale, {scale, scale});
    set.put(prop::kImagePixelAspectRatio, {1.0});
    return set;
}

PixelRect HostPicture::rows_of_field(Fielding which) const {
    int first = domain_.y1, last = domain_.y2 - 1;
    const int parity = which == Fielding::kUpper ? 1 : 0;
    while (std::abs(first % 2) != parity) ++first;
    while (std::abs(last % 2) != parity) --last;
    return {domain_.x1, (first - parity) / 2, domain_.x2, (last - parity) / 2 + 1};
}

PropertySet HostPicture::field_image(Fielding fielding) const {
    PropertySet set = image();
    set.put(prop::kImageField, {std::string(prop::kFieldBoth)});
    if (fielding == Fielding::kBoth) return set;
    const bool upper = fielding == Fielding::kUpper;
    const PixelRect rows = rows_of_field(fielding);
    set.put(prop::kImageField, {std::string(upper ? prop::kFieldUpper : prop::kFieldLower)});
    set.put(prop::kImageBounds, {rows.x1, rows.y1, rows.x2, rows.y2});
    set.put(prop::kImageRegionOfDefinition, {rows.x1, rows.y1, rows.x2, rows.y2});
    set.put(prop::kImageData,
            {static_cast<void*>(row(2 * rows.y1 + (upper ? 1 : 0) - domain_.y1))});
    set.put(prop::kImageRowBytes, {static_cast<int>(2 * stride_)});
    return set;
}

HostPicture HostPicture::field(Fielding which) const {
    HostPicture separated(rows_of_field(which), kind_);
    const int first = 2 * separated.domain_.y1 + (which == Fielding::kUpper ? 1 : 0) - domain_.y1;
    for (int k = 0; k < separated.domain_.y2 - separated.domain_.y1; ++k)
        std::memcpy(separated.row(k), row(first + 2 * k), static_cast<std::size_t>(row_bytes()));
    return separated;
}

bool HostPicture::is_guarded() const {
    std::vector<std::byte> copy = memory_;
    const auto offset = [&](int y) { return row(y) - memory_.data(); };
    for (int y = 0; y < domain_.y2 - domain_.y1; ++y)
        std::memset(copy.data() + offset(y), static_cast<int>(kGuard),
                    static_cast<std::size_t>(row_bytes()));
    for (const std::byte b : copy)
        if (b != kGuard) return false;
    return true;
}

std::vector<std::byte> HostPicture::pixels() const {
    std::vector<std::byte> all;
    for (int y = 0; y < domain_.y2 - domain_.y1; ++y)
        all.insert(all.end(), row(y), row(y) + row_bytes());
    return all;
}

}  // namespace weft::openfx::test
