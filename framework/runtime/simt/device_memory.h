// The SIMT checker's global memory: each picture in a guarded block of its own, with the state of
// each float or, of external pictures, of each byte.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "runtime/gpu/device_picture.h"
#include "runtime/simt/guarded_block.h"

namespace weft {

/// The state of a unit of a picture: a float, or a byte of an external one.
enum class UnitState : std::uint8_t {
    kUnwritten,
    kWritten,
    kPadding,  ///< between samples or rows: may not be accessed
};

/// One picture: its units, in order of address, and their states.
class DeviceArray {
  public:
    /// A picture with all units unwritten, like `shape`, whose `data` is ignored. Floats hold a NaN
    /// that no arithmetic yields, so that reads without a hook show in the results.
    DeviceArray(std::string name, DevicePicture shape);
    /// An external picture in the layout of `shape`, with bytes of its own, all unwritten.
    DeviceArray(std::string name, const PictureView& shape);

    const std::string& name() const { return name_; }
    const DevicePicture& picture() const { return picture_; }  ///< of the first constructor
    const PictureView& view() const { return view_; }          ///< of the second, external
    std::size_t unit() const { return unit_; }                 ///< bytes
    std::size_t units() const { return states_.size(); }
    const char* at(std::size_t i) const { return block_.data() + i * unit_; }
    UnitState state(std::size_t i) const { return states_[i]; }
    void wrote(std::size_t i) { states_[i] = UnitState::kWritten; }

    /// Makes all units unwritten again, as if another picture had overwritten them.
    void poison();
    /// Marks all samples as written, after the host wrote them.
    void fill();

    /// The index of the unit at `address`, which may lie before the first or behind the last.
    std::ptrdiff_t index_of(const void* address) const;
    bool holds(const void* address) const;
    /// Whether `address` lies in the picture's block or its guards.
    bool claims(const void* address) const;

    /// "name[plane][y][x]" in the picture's coordinates, "name[byte]" of external ones. Outside of
    /// the stored samples x (kColumns: y) runs on beyond its range, in the first plane before them
    /// and in the last behind.
    std::string element_name(std::ptrdiff_t index) const;
    /// The value of unit `i`, for messages.
    std::string value(std::size_t i) const;

  private:
    std::string name_;
    GuardedBlock block_;
    std::size_t unit_ = sizeof(float);
    DevicePicture picture_;
    PictureView view_;
    std::vector<UnitState> states_;
};

}  // namespace weft
