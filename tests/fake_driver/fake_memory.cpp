#include "fake_driver/fake_memory.h"

#include <cstring>
#include <map>

#include <sys/mman.h>
#include <unistd.h>

namespace weft::fake {

namespace {

constexpr std::size_t kAlignment = 512;

struct Pages {
    void* first = nullptr;
    std::size_t bytes = 0;   ///< that are memory
    std::size_t mapped = 0;  ///< and the page after them, which is none
    bool apart = false;
};

std::map<const std::byte*, Pages>& blocks() {
    static auto* const all = new std::map<const std::byte*, Pages>;
    return *all;
}

int open_scopes = 0;

void protect(const Pages& pages, int how) { mprotect(pages.first, pages.bytes, how); }

/// Those that lie apart.
void protect_all(int how) {
    for (const auto& [block, pages] : blocks())
        if (pages.apart) protect(pages, how);
}

std::size_t rounded(std::size_t bytes, std::size_t to) { return (bytes + to - 1) / to * to; }

}  // namespace

std::byte* allocate_device_block(std::size_t bytes, bool apart) {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    const std::size_t used = rounded(bytes, kAlignment);
    Pages pages;
    pages.bytes = rounded(used, page);
    pages.mapped = pages.bytes + page;
    pages.apart = apart;
    pages.first =
        mmap(nullptr, pages.mapped, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (pages.first == MAP_FAILED) return nullptr;
    protect(pages, PROT_READ | PROT_WRITE);
    std::memset(pages.first, 0xff, pages.bytes);
    if (apart && open_scopes == 0) protect(pages, PROT_NONE);
    std::byte* const block = static_cast<std::byte*>(pages.first) + pages.bytes - used;
    blocks()[block] = pages;
    return block;
}

void free_device_block(std::byte* block) {
    const auto found = blocks().find(block);
    if (found == blocks().end()) return;
    munmap(found->second.first, found->second.mapped);
    blocks().erase(found);
}

DeviceAccess::DeviceAccess() {
    if (open_scopes++ == 0) protect_all(PROT_READ | PROT_WRITE);
}

DeviceAccess::~DeviceAccess() {
    if (--open_scopes == 0) protect_all(PROT_NONE);
}

}  // namespace weft::fake
