// What changes colours between a file and the working space. A pixel's result depends on the pixel
// alone: it has the same bits in whatever rows, regions and threads it is converted.
#pragma once

#include <array>
#include <memory>
#include <mutex>
#include <vector>

#include <OpenColorIO/OpenColorIO.h>

#include "pictures/ocio/known_spaces.h"
#include "runtime/picture.h"

namespace weft {

enum class ColourWay { kToWorking, kFromWorking };

class ColourConversion {
  public:
    virtual ~ColourConversion() = default;

    /// `count` pixels in place, a row for each colour. NaN stays NaN.
    virtual void apply(float* red, float* green, float* blue, int count) const = 0;
    /// Whether each colour changes by itself.
    virtual bool is_separable() const = 0;

    /// What stored whole numbers become: 256 or 65536 floats for kU8 or kU16, of colour 0 to 2.
    /// Requires is_separable().
    const float* of_codes(SampleFormat format, int colour) const;

  private:
    struct Table {
        std::once_flag made;
        std::array<std::vector<float>, 3> values;
    };
    mutable Table bytes_, shorts_;
};

/// Between one of ours and linear Rec. 709; null: it is that.
std::shared_ptr<const ColourConversion> conversion_of(const KnownSpace& space, ColourWay way);

/// By OpenColorIO, without its approximations; null: nothing changes.
std::shared_ptr<const ColourConversion> conversion_of(
    const OCIO_NAMESPACE::ConstProcessorRcPtr& processor);

}  // namespace weft
