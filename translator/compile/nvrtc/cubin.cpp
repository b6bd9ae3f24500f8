#include "compile/nvrtc/cubin.h"

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>

#include <elf.h>

#include "compile/bounded_bytes.h"

namespace weft {

namespace {

BoundedBytes bytes_of(const std::vector<std::byte>& cubin) {
    return BoundedBytes({reinterpret_cast<const char*>(cubin.data()), cubin.size()});
}

std::optional<Elf64_Shdr> section(const BoundedBytes& file, const Elf64_Ehdr& header,
                                  std::size_t index) {
    return file.at<Elf64_Shdr>(header.e_shoff + index * sizeof(Elf64_Shdr));
}

/// From 7.0 on an instruction has 16 bytes, of which the lowest 12 bits say what it does.
constexpr std::size_t kInstruction = 16;
constexpr std::uint64_t kOperation = 0xfff, kNothing = 0x918;

std::optional<Elf64_Shdr> code_of(const std::vector<std::byte>& cubin, std::string_view symbol) {
    const BoundedBytes file = bytes_of(cubin);
    const auto header = file.at<Elf64_Ehdr>(0);
    if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
        header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_shentsize != sizeof(Elf64_Shdr))
        return {};
    const auto names = section(file, *header, header->e_shstrndx);
    if (!names) return {};
    const std::string wanted = ".text." + std::string(symbol);
    for (std::size_t i = 0; i < header->e_shnum; ++i) {
        const auto one = section(file, *header, i);
        if (one && file.text(names->sh_offset + one->sh_name) == wanted) return one;
    }
    return {};
}

}  // namespace

int instructions_in(const std::vector<std::byte>& cubin, std::string_view symbol) {
    const auto code = code_of(cubin, symbol);
    if (!code || code->sh_offset > cubin.size() || cubin.size() - code->sh_offset < code->sh_size)
        return 0;
    const BoundedBytes file = bytes_of(cubin);
    std::size_t count = code->sh_size / kInstruction;
    for (; count > 0; --count) {
        const auto last = file.at<std::uint64_t>(code->sh_offset + (count - 1) * kInstruction);
        if ((*last & kOperation) != kNothing) break;
    }
    return static_cast<int>(count);
}

}  // namespace weft
