// Memory between guard regions, which cannot be accessed.
#pragma once

#include <cstddef>

namespace weft {

class GuardedBlock {
  public:
    GuardedBlock() = default;
    /// `bytes` zero-filled bytes on a page boundary; for 0, an address that cannot be accessed. The
    /// guards before and behind have at least as many bytes each, and at least a mebibyte. Throws
    /// std::bad_alloc.
    explicit GuardedBlock(std::size_t bytes);
    ~GuardedBlock();
    GuardedBlock(GuardedBlock&& other) noexcept;
    GuardedBlock& operator=(GuardedBlock&& other) noexcept;

    char* data() const { return data_; }
    std::size_t bytes() const { return bytes_; }
    /// Whether `address` lies in the block or its guards.
    bool claims(const void* address) const {
        const auto* const at = static_cast<const char*>(address);
        const auto* const first = static_cast<const char*>(mapped_);
        return at >= first && at < first + mapped_bytes_;
    }

  private:
    void* mapped_ = nullptr;
    std::size_t mapped_bytes_ = 0;
    char* data_ = nullptr;
    std::size_t bytes_ = 0;
};

}  // namespace weft
