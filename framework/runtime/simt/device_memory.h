// The SIMT checker's global memory: pictures in guarded blocks of their own, and what is known of
// each of their floats.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "runtime/gpu/device_picture.h"
#include "runtime/simt/guarded_block.h"

namespace weft {

/// What is known of a float of a picture.
enum class FloatState : std::uint8_t {
    kUnwritten,
    kWritten,
    kPadding,  ///< between the end of a row and the next: nobody may touch it
};

/// One picture: its floats in order of address, and their states.
class DeviceArray {
  public:
    /// All unwritten. Floats hold a NaN that nothing computes, so that a read which nobody
    /// announced spoils what follows.
    /// `shape` has no data: the array's own is used.
    DeviceArray(std::string name, DevicePicture shape);

    const std::string& name() const { return name_; }
    const DevicePicture& picture() const { return picture_; }
    std::size_t floats() const { return states_.size(); }
    FloatState state(std::size_t i) const { return states_[i]; }
    void wrote(std::size_t i) { states_[i] = FloatState::kWritten; }

    /// Forgets the values, as when another picture took the place.
    void poison();
    /// Every sample has been written from outside.
    void fill();

    /// The index of the float at `address`, which may lie before the first or behind the last.
    std::ptrdiff_t index_of(const void* address) const;
    bool holds(const void* address) const;
    /// Whether `address` lies in it or in its guards.
    bool claims(const void* address) const;

    /// "name[plane][y][x]" in the picture's own coordinates. Beyond the stored samples x (kColumns:
    /// y) runs on past its end; the last plane holds what lies behind, the first what lies before.
    std::string element_name(std::ptrdiff_t index) const;

  private:
    std::string name_;
    GuardedBlock block_;
    DevicePicture picture_;
    std::vector<FloatState> states_;
};

}  // namespace weft
