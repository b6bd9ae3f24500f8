// Pictures of the host: held as long as they are used, seen as Weft's views.
#pragma once

#include <optional>

#include "openfx/coordinates.h"
#include "openfx/host.h"
#include "runtime/picture.h"

namespace weft::openfx {

/// What a host says of an image, in its own terms.
struct ImageLayout {
    std::byte* data = nullptr;  ///< of the pixel at x1, y1: the lowest row
    PixelRect bounds{};         ///< may be empty: then there are no pixels
    PixelRect defined{};  ///< its region of definition in pixels; bounds where the host is silent
    bool one_field = false;  ///< its rows are those of a field, and not of a frame
    int row_bytes = 0;       ///< from a row to the one above it; any sign, any alignment
    SampleFormat format = SampleFormat::kFloat;
    int planes = 0;
};

/// Nothing where a property is missing, or depth, components or strides are none that can be.
std::optional<ImageLayout> read_layout(const Properties& image);

/// All pixels of the image. The rows are turned over by their stride, at no cost.
PictureView view_of(const ImageLayout& image, const Geometry& geometry);

/// One plane as a picture.
PictureView plane_of(const PictureView& view, int plane);

/// An image got from a clip, given back when it goes.
class HostImage {
  public:
    /// Null where the clip has none at that time.
    static HostImage get(const Suites& suites, ClipHandle clip, Time time);

    HostImage(HostImage&& other) noexcept;
    HostImage& operator=(HostImage&&) = delete;
    ~HostImage();

    explicit operator bool() const { return handle_ != nullptr; }
    Properties properties() const { return {suites_, handle_}; }

  private:
    HostImage(const Suites& suites, PropertySetHandle handle) : suites_(suites), handle_(handle) {}
    const Suites& suites_;
    PropertySetHandle handle_;
};

bool is_empty(const PixelRect& r);

/// Planes of the components that a clip or an image has; 0 for none, or unknown ones.
int planes_of_components(const std::string& components);
const char* components_of_planes(int planes);

}  // namespace weft::openfx
