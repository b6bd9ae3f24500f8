// Code for the fake driver: in place of a cubin, the name of a host object.
#pragma once

#include <cstddef>
#include <cstring>
#include <string>
#include <vector>

namespace weft::fake {

inline constexpr const char* kImageMagic = "WEFT FAKE CUBIN\n";

/// The image that stands for the kernel `<symbol>_simt` of the shared object `path`, whose argument
/// is a struct of `args_bytes`.
inline std::vector<std::byte> fake_cubin(const std::string& path, std::size_t args_bytes) {
    const std::string text = kImageMagic + std::to_string(args_bytes) + "\n" + path;
    std::vector<std::byte> image(text.size() + 1);
    std::memcpy(image.data(), text.c_str(), image.size());
    return image;
}

}  // namespace weft::fake
