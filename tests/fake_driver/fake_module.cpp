#include "fake_driver/fake_module.h"

#include <dlfcn.h>

namespace weft::fake {

std::string image_of_text(const std::string& code) {
    const std::size_t path = std::string(kTextMagic).size();
    if (code.compare(0, path, kTextMagic) != 0) return {};
    const std::size_t symbol = code.find('\n', path) + 1, text = code.find('\n', symbol) + 1;
    void* const library =
        dlopen(code.substr(path, symbol - 1 - path).c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return {};
    auto* const build = reinterpret_cast<BuildFunction*>(dlsym(library, kBuildFunction));
    const char* image = build != nullptr
                            ? build(code.substr(symbol, text - 1 - symbol).c_str(), &code[text])
                            : nullptr;
    return image != nullptr ? image : "";
}

}  // namespace weft::fake
