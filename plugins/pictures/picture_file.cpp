// Loading the pictures module, memory for pixels, names of layers.
#include "pictures/picture_file.h"

#include <dlfcn.h>

#include <algorithm>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>

#include "pictures/channel_choice.h"

namespace weft {

PixelBytes allocate_pixels(std::size_t size, bool zeroed) {
    const std::size_t rounded = (size + 63) / 64 * 64;
    if (rounded < size) return nullptr;
    auto* bytes = static_cast<std::byte*>(std::aligned_alloc(64, rounded == 0 ? 64 : rounded));
    if (bytes != nullptr && zeroed) std::memset(bytes, 0, rounded);
    return PixelBytes(bytes);
}

std::vector<std::string> layers_of(const PartInfo& part) {
    std::vector<std::string> layers;
    for (const std::string& channel : part.channels) {
        const bool layered = channel.find('.') != std::string::npos;
        const std::string layer = layered ? layer_of(channel) : "rgba";
        if (std::find(layers.begin(), layers.end(), layer) == layers.end()) layers.push_back(layer);
    }
    return layers;
}

Status PictureIO::write(const WriteRequest& request, const PictureView& pixels) {
    const Result<std::unique_ptr<PictureWriter>> writer = start(request);
    if (!writer) return writer.error();
    if (Status s = (*writer)->write_rows(pixels); !s) return s;
    return (*writer)->finish();
}

namespace {

Result<PictureIO*> load() {
    using Entry = PictureIO* (*)(int);
    std::error_code ignored;
    const std::filesystem::path here =
        std::filesystem::read_symlink("/proc/self/exe", ignored).parent_path();
    std::string tried;
    for (const std::filesystem::path& folder : {here, here / "../lib/weft"}) {
        const std::string path = (folder / "libweft-pictures.so").lexically_normal();
        // Never closed: what it made keeps its code.
        void* module = dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL);
        if (module == nullptr) {
            const char* reason = dlerror();
            const bool exists = std::filesystem::exists(path, ignored);
            tried += fmt::format("{}{}", tried.empty() ? "" : "; ",
                                 exists && reason != nullptr ? reason : path + ": not there");
            continue;
        }
        const auto entry = reinterpret_cast<Entry>(dlsym(module, kPictureModuleSymbol));
        PictureIO* io = entry != nullptr ? entry(kPictureModuleVersion) : nullptr;
        if (io != nullptr) return io;
        tried += path + ": of another version";
    }
    return Error{ErrorKind::kInternal,
                 fmt::format("cannot load the pictures module ({}); install Weft again", tried)};
}

}  // namespace

Result<PictureIO*> picture_io() {
    static const Result<PictureIO*> loaded = load();
    return loaded;
}

namespace {

/// The first channels that are named as colours are, or by their number where none is.
int colours_of(const PictureInfo& info) {
    const auto first_other = std::find_if_not(info.channels.begin(), info.channels.end(), is_rgb);
    const auto colours = static_cast<int>(first_other - info.channels.begin());
    if (colours > 0) return std::min(colours, 3);
    if (role_of(info.channels[0]) == ChannelRole::kLuminance) return 1;
    return info.channels.size() < 3 ? 1 : 3;
}

}  // namespace

ImageShape shape_of(const PictureInfo& info) {
    ImageShape shape{domain_of(info), static_cast<int>(info.channels.size())};
    shape.frame = info.display_window;
    shape.data_window = info.data_window;
    shape.colours = colours_of(info);
    shape.alpha = info.alpha_channel;
    shape.pixel_aspect = info.pixel_aspect;
    return shape;
}

}  // namespace weft
