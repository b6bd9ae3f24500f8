// Memory with nothing around it: what lies before and behind is nobody's and cannot be touched.
#pragma once

#include <cstddef>

namespace weft {

class GuardedBlock {
  public:
    GuardedBlock() = default;
    /// Zero-filled, on a page boundary; for 0 bytes an address that may not be touched. Before
    /// and behind it lie at least as many bytes again, and no less than a mebibyte, that nobody
    /// uses. Throws std::bad_alloc.
    explicit GuardedBlock(std::size_t bytes);
    ~GuardedBlock();
    GuardedBlock(GuardedBlock&& other) noexcept;
    GuardedBlock& operator=(GuardedBlock&& other) noexcept;

    char* data() const { return data_; }
    std::size_t bytes() const { return bytes_; }
    /// Whether `address` lies in it or in what surrounds it.
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
