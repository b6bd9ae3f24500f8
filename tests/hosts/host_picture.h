// Pictures as hosts keep them: any depth, components, strides and origin, with guarded
// surroundings.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "hosts/property_set.h"
#include "runtime/picture.h"

namespace weft::openfx::test {

/// How a host lays rows out.
enum class Rows {
    kTight,     ///< upwards, without gaps
    kPadded,    ///< with gaps of 48 bytes
    kOdd,       ///< with gaps of 13 bytes: no row but the first is aligned
    kDownward,  ///< the first in memory is the topmost: a negative stride
};

/// Which fields an image has.
enum class Fielding {
    kFrame,  ///< none, or nobody says
    kBoth,   ///< both, interlaced
    kLower,  ///< one, as half the height: rows twice as far apart
    kUpper,
};

struct PictureKind {
    SampleFormat format = SampleFormat::kFloat;
    int planes = 4;
    Rows rows = Rows::kTight;
};

/// `domain` counts y upwards, as OpenFX does.
class HostPicture {
  public:
    HostPicture(PixelRect domain, const PictureKind& kind);

    /// Reproducible noise from 0 to 1, the same values for every kind of rows.
    void fill(unsigned seed);

    /// An image's properties: these bounds of the picture, which is `defined` as a whole.
    PropertySet image(double scale = 1.0) const;
    /// Only a part is handed out, in memory of the whole.
    PropertySet image(const PixelRect& part, double scale = 1.0) const;

    /// A frame of both fields, or one of its fields.
    PropertySet field_image(Fielding fielding) const;
    /// One field as a picture of its own.
    HostPicture field(Fielding which) const;

    /// Rows turned over: row 0 is the topmost of a picture that ends at `top`, column 0 at `left`.
    PictureView view(int top, int left = 0) const;
    /// The same as floats.
    Picture picture(int top) const;

    const PixelRect& domain() const { return domain_; }
    const PictureKind& kind() const { return kind_; }
    /// Whether no byte between and around the rows has been written.
    bool is_guarded() const;
    /// All of its memory, guards and all.
    std::vector<std::byte>& memory() { return memory_; }
    const std::vector<std::byte>& memory() const { return memory_; }
    /// Bytes of the pixels, from the lowest row up.
    std::vector<std::byte> pixels() const;

  private:
    PixelRect rows_of_field(Fielding which) const;
    std::ptrdiff_t row_bytes() const;  ///< of pixels
    std::byte* row(int y) const;       ///< counted from the lowest

    PixelRect domain_;
    PictureKind kind_;
    std::ptrdiff_t gap_, stride_;
    std::vector<std::byte> memory_;
};

const char* depth_name(SampleFormat format);
const char* components_name(int planes);

}  // namespace weft::openfx::test
