#include "runtime/simt/guarded_block.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <new>
#include <utility>

namespace weft {

GuardedBlock::GuardedBlock(std::size_t bytes) : bytes_(bytes) {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    const auto whole_pages = [&](std::size_t n) { return (n + page - 1) / page * page; };
    const std::size_t guard = whole_pages(std::max(bytes, std::size_t{1} << 20));
    mapped_bytes_ = guard + whole_pages(bytes) + guard;
    void* const mapped =
        mmap(nullptr, mapped_bytes_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapped == MAP_FAILED) throw std::bad_alloc();
    mapped_ = mapped;
    data_ = static_cast<char*>(mapped) + guard;
    if (bytes > 0 && mprotect(data_, whole_pages(bytes), PROT_READ | PROT_WRITE) != 0) {
        munmap(mapped_, mapped_bytes_);
        throw std::bad_alloc();
    }
}

GuardedBlock::~GuardedBlock() {
    if (mapped_ != nullptr) munmap(mapped_, mapped_bytes_);
}

GuardedBlock::GuardedBlock(GuardedBlock&& other) noexcept { *this = std::move(other); }

GuardedBlock& GuardedBlock::operator=(GuardedBlock&& other) noexcept {
    std::swap(mapped_, other.mapped_);
    std::swap(mapped_bytes_, other.mapped_bytes_);
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
    return *this;
}

}  // namespace weft
