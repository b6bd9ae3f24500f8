#include "openfx/host_image.h"

#include <cstdlib>
#include <utility>

#include "openfx/names.h"

namespace weft::openfx {
namespace {

std::optional<SampleFormat> format_of(const std::string& depth) {
    if (depth == depth::kByte) return SampleFormat::kU8;
    if (depth == depth::kShort) return SampleFormat::kU16;
    if (depth == depth::kHalf) return SampleFormat::kHalf;
    if (depth == depth::kFloat) return SampleFormat::kFloat;
    return std::nullopt;
}

}  // namespace

bool is_empty(const PixelRect& r) { return r.x2 <= r.x1 || r.y2 <= r.y1; }

int planes_of_components(const std::string& components) {
    if (components == component::kRgba) return 4;
    if (components == component::kRgb) return 3;
    return components == component::kAlpha ? 1 : 0;
}

const char* components_of_planes(int planes) {
    return planes == 4 ? component::kRgba : planes == 3 ? component::kRgb : component::kAlpha;
}

std::optional<ImageLayout> read_layout(const Properties& image) {
    const auto data = image.pointer(prop::kImageData);
    const auto bounds = image.pixels(prop::kImageBounds);
    const auto row_bytes = image.whole(prop::kImageRowBytes);
    const auto depth = image.text(prop::kDepth);
    const auto components = image.text(prop::kComponents);
    if (!bounds || !row_bytes || !depth || !components) return std::nullopt;
    if (!is_empty(*bounds) && data.value_or(nullptr) == nullptr) return std::nullopt;
    const auto format = format_of(*depth);
    const int planes = planes_of_components(*components);
    if (!format || planes == 0) return std::nullopt;
    const long long row =
        static_cast<long long>(bounds->x2 - bounds->x1) * planes * sample_size(*format);
    if (std::llabs(*row_bytes) < row) return std::nullopt;
    const PixelRect defined = image.pixels(prop::kImageRegionOfDefinition).value_or(*bounds);
    const auto field = image.text(prop::kImageField);
    return ImageLayout{static_cast<std::byte*>(data.value_or(nullptr)),
                       *bounds,
                       is_empty(defined) ? *bounds : defined,
                       field == prop::kFieldLower || field == prop::kFieldUpper,
                       *row_bytes,
                       *format,
                       planes};
}

PictureView view_of(const ImageLayout& image, const Geometry& geometry) {
    PictureView view;
    view.format = image.format;
    view.plane_stride = sample_size(image.format);
    view.x_stride = view.plane_stride * image.planes;
    view.y_stride = -static_cast<std::ptrdiff_t>(image.row_bytes);
    view.domain = geometry.to_weft(image.bounds);
    view.planes = image.planes;
    view.base = image.data - view.y_stride * (view.domain.height() - 1);
    return view;
}

PictureView plane_of(const PictureView& view, int plane) {
    PictureView one = view;
    one.base += plane * view.plane_stride;
    one.planes = 1;
    return one;
}

HostImage HostImage::get(const Suites& suites, ClipHandle clip, Time time) {
    PropertySetHandle image = nullptr;
    if (clip == nullptr || suites.effects->clip_get_image(clip, time, nullptr, &image) != kOk)
        image = nullptr;
    return {suites, image};
}

HostImage::HostImage(HostImage&& other) noexcept
    : suites_(other.suites_), handle_(std::exchange(other.handle_, nullptr)) {}

HostImage::~HostImage() {
    if (handle_ != nullptr) suites_.effects->clip_release_image(handle_);
}

}  // namespace weft::openfx
