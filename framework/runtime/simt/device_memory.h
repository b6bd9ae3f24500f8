// The SIMT checker's global memory: pictures in guarded blocks of their own, and what is known of
// each of their floats; of external pictures, of each of their bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "runtime/gpu/device_picture.h"
#include "runtime/simt/guarded_block.h"

namespace weft {

/// What is known of a unit of a picture: a float, or a byte.
enum class UnitState : std::uint8_t {
    kUnwritten,
    kWritten,
    kPadding,  ///< between samples, or the end of a row and the next: nobody may touch it
};

/// One picture: its units in order of address, and their states.
class DeviceArray {
  public:
    /// All unwritten. Floats hold a NaN that nothing computes, so that a read which nobody
    /// announced spoils what follows.
    /// `shape` has no data: the array's own is used.
    DeviceArray(std::string name, DevicePicture shape);
    /// A picture that lies like `shape`, with bytes of its own: all unwritten.
    DeviceArray(std::string name, const PictureView& shape);

    const std::string& name() const { return name_; }
    const DevicePicture& picture() const { return picture_; }  ///< of the first kind
    const PictureView& view() const { return view_; }          ///< of the second
    std::size_t unit() const { return unit_; }                 ///< bytes
    std::size_t units() const { return states_.size(); }
    const char* at(std::size_t i) const { return block_.data() + i * unit_; }
    UnitState state(std::size_t i) const { return states_[i]; }
    void wrote(std::size_t i) { states_[i] = UnitState::kWritten; }

    /// Forgets the values, as when another picture took the place.
    void poison();
    /// Every sample has been written from outside.
    void fill();

    /// The index of the unit at `address`, which may lie before the first or behind the last.
    std::ptrdiff_t index_of(const void* address) const;
    bool holds(const void* address) const;
    /// Whether `address` lies in it or in its guards.
    bool claims(const void* address) const;

    /// "name[plane][y][x]" in the picture's own coordinates. Beyond the stored samples x (kColumns:
    /// y) runs on past its end; the last plane holds what lies behind, the first what lies before.
    /// Of external pictures "name[byte]".
    std::string element_name(std::ptrdiff_t index) const;
    /// What the unit holds, for messages.
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
