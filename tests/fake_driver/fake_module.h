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

// Code that is made when it is loaded: the text that the fake NVRTC was given (fake_nvrtc), the
// library that makes an image of it, and that library's function. Most kernels are compiled only so
// that a planner knows their registers.
inline constexpr const char* kTextMagic = "WEFT FAKE TEXT\n";
inline constexpr const char* kBuildFunction = "weft_fake_nvrtc_build";
/// The image for the kernel `symbol` of `text`, which stays valid; null where it does not compile.
using BuildFunction = const char*(const char* symbol, const char* text);

inline std::string fake_text_image(const std::string& library, const std::string& symbol,
                                   const std::string& text) {
    return kTextMagic + library + "\n" + symbol + "\n" + text;
}

/// The image of such code; "" of other code, and where none can be made.
std::string image_of_text(const std::string& code);

}  // namespace weft::fake
