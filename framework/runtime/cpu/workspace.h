// Working memory of one thread: a block from which a task carves its line buffers and rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>

namespace weft {

/// A block of memory, reused between runs, that hands out 64-byte aligned pieces. 64 bytes before
/// the first piece and after the last may be read.
class Workspace {
  public:
    /// Makes room for `bytes` in all; what was carved before is then invalid. Throws
    /// std::bad_alloc.
    void reserve(std::size_t bytes) {
        if (bytes <= bytes_) return;
        block_.reset();
        block_.reset(static_cast<std::byte*>(
            ::operator new(bytes + 2 * kVectorBytes, std::align_val_t{kVectorBytes})));
        bytes_ = bytes;
    }
    std::size_t bytes() const { return bytes_; }

    /// Takes all pieces back.
    void restart() { used_ = 0; }

    /// `count` floats, not initialised, on a 64-byte boundary. Requires that reserve() made room.
    float* carve(std::size_t count) {
        float* result = reinterpret_cast<float*>(block_.get() + kVectorBytes + used_);
        used_ += (count * sizeof(float) + kVectorBytes - 1) / kVectorBytes * kVectorBytes;
        return result;
    }

  private:
    static constexpr std::size_t kVectorBytes = 64;

    struct Free {
        void operator()(std::byte* p) const {
            ::operator delete(p, std::align_val_t{kVectorBytes});
        }
    };
    std::unique_ptr<std::byte, Free> block_;
    std::size_t bytes_ = 0, used_ = 0;
};

}  // namespace weft
