// An NVRTC for tests: CUDA texts of Weft become code of the fake driver. A text is compiled, in its
// SIMT form, when the driver loads it; until then all that is known is how many registers it has,
// which is made up.
#include <dlfcn.h>

#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "compile/host_compiler.h"
#include "emit/cuda/cuda_kernel.h"
#include "fake_driver/fake_module.h"

using weft::fake::kImageMagic;

namespace {

constexpr int kRegisters = 32;

struct Program {
    std::string text, log, code;
};

Program* of(void* program) { return static_cast<Program*>(program); }

/// The name that precedes the arguments of the text's last kernel.
std::string kernel_in(const std::string& text) {
    const std::size_t kernel = text.rfind("extern \"C\" __global__ void");
    if (kernel == std::string::npos) return {};
    const std::size_t end = text.find("(const __grid_constant__", kernel);
    const std::size_t before = text.rfind(' ', end);
    return end != std::string::npos ? text.substr(before + 1, end - before - 1) : "";
}

std::string path_of(const void* symbol) {
    Dl_info info{};
    return dladdr(symbol, &info) != 0 && info.dli_fname != nullptr ? info.dli_fname : "";
}

/// Objects stay loaded: the driver finds them by their paths.
struct Built {
    std::mutex mutex;
    std::unique_ptr<weft::HostCompiler> compiler;
    std::map<std::string, std::shared_ptr<weft::LoadedObject>> objects;
    std::map<std::string, std::string> images;
};

Built& built() {
    static auto* const all = new Built;  // outlives whoever is destroyed last
    return *all;
}

}  // namespace

extern "C" {

__attribute__((visibility("default"))) const char* weft_fake_nvrtc_build(const char* symbol,
                                                                         const char* text) {
    Built& b = built();
    const std::lock_guard lock(b.mutex);
    std::string& image = b.images[text];
    if (!image.empty()) return image.c_str();
    if (b.compiler == nullptr) {
        weft::CompilerOptions options;
        options.worker = WEFT_TEST_WORKER;
        options.cache_dir = WEFT_TEST_CACHE;
        b.compiler = weft::make_host_compiler(options);
    }
    const std::string name = symbol;
    const std::string size =
        "extern \"C\" const unsigned long weft_fake_args_bytes;\n"
        "const unsigned long weft_fake_args_bytes = sizeof(" +
        name + "_Args);\n";
    auto object =
        b.compiler->compile({name,
                             weft::simt_preamble() + text + weft::simt_epilogue({name, {}}) + size,
                             "native",
                             false,
                             {}});
    if (!object) return nullptr;
    const void* const entry = (*object)->symbol((name + "_simt").c_str());
    const auto* const bytes =
        static_cast<const unsigned long*>((*object)->symbol("weft_fake_args_bytes"));
    if (entry == nullptr || bytes == nullptr) return nullptr;
    b.objects[text] = *object;
    image = kImageMagic + std::to_string(*bytes) + "\n" + path_of(entry);
    return image.c_str();
}

#define WEFT_NVRTC __attribute__((visibility("default"))) int

__attribute__((visibility("default"))) const char* nvrtcGetErrorString(int code) {
    return code == 0 ? "success" : "the text is none of Weft's";
}
WEFT_NVRTC nvrtcVersion(int* major, int* minor) {
    *major = 13;
    *minor = 99;
    return 0;
}
WEFT_NVRTC nvrtcGetNumSupportedArchs(int* count) {
    *count = 1;
    return 0;
}
WEFT_NVRTC nvrtcGetSupportedArchs(int* capabilities) {
    capabilities[0] = 90;
    return 0;
}
WEFT_NVRTC nvrtcCreateProgram(void** program, const char* text, const char*, int,
                              const char* const*, const char* const*) {
    *program = new Program{text, {}, {}};
    return 0;
}
WEFT_NVRTC nvrtcDestroyProgram(void** program) {
    delete of(*program);
    *program = nullptr;
    return 0;
}
WEFT_NVRTC nvrtcCompileProgram(void* program, int, const char* const*) {
    Program& p = *of(program);
    const std::string preamble = weft::cuda_preamble();
    const std::string symbol = kernel_in(p.text);
    if (p.text.compare(0, preamble.size(), preamble) != 0 || symbol.empty()) return 6;
    p.log = "ptxas info    : Function properties for " + symbol +
            "\n    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
            "ptxas info    : Used " +
            std::to_string(kRegisters) + " registers\n";
    p.code = weft::fake::fake_text_image(path_of(reinterpret_cast<const void*>(&nvrtcVersion)),
                                         symbol, p.text.substr(preamble.size()));
    return 0;
}
WEFT_NVRTC nvrtcGetProgramLogSize(void* program, std::size_t* size) {
    *size = of(program)->log.size() + 1;
    return 0;
}
WEFT_NVRTC nvrtcGetProgramLog(void* program, char* log) {
    std::strcpy(log, of(program)->log.c_str());
    return 0;
}
WEFT_NVRTC nvrtcGetCUBINSize(void* program, std::size_t* size) {
    *size = of(program)->code.size() + 1;
    return 0;
}
WEFT_NVRTC nvrtcGetCUBIN(void* program, char* code) {
    std::strcpy(code, of(program)->code.c_str());
    return 0;
}

}  // extern "C"
