#include "pictures/oiio/checked_start.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string_view>

namespace weft {
namespace {

/// From the first to the last of two stretches together.
std::uint64_t extent_of(int a, int a_size, int b, int b_size) {
    const std::int64_t end = std::max(std::int64_t{a} + a_size, std::int64_t{b} + b_size);
    return static_cast<std::uint64_t>(end - std::min(a, b));
}

}  // namespace

CheckedStart::CheckedStart(const std::string& path) : stream_(path, std::ios::binary) {
    stream_.seekg(0, std::ios::end);
    file_.size = static_cast<std::uint64_t>(std::max<std::streamoff>(0, stream_.tellg()));
    file_.read = [this](std::uint64_t from, std::uint64_t count) { return read(from, count); };
    file_.bytes = bytes_ = read(0, kHeaderBytes);
    if (const std::uint64_t wanted = bytes_to_check(file_); wanted > bytes_.size())
        file_.bytes = bytes_ = read(0, wanted);
}

std::string CheckedStart::trouble_told_by(const OIIO::ImageInput& input) {
    if (std::string_view(input.format_name()) != "zfile") return {};
    return zfile_trouble(file_, read(file_.size - std::min<std::uint64_t>(4, file_.size), 4),
                         input.spec().width, input.spec().height);
}

std::vector<std::byte> CheckedStart::read(std::uint64_t from, std::uint64_t count) {
    std::vector<std::byte> bytes(std::min(count, file_.size - std::min(from, file_.size)));
    stream_.clear();
    stream_.seekg(static_cast<std::streamoff>(from));
    stream_.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    bytes.resize(static_cast<std::size_t>(stream_.gcount()));
    return bytes;
}

std::atomic<bool>& any_size() {
    static std::atomic<bool> any = [] {
        const char* const text = std::getenv("WEFT_ANY_SIZE");
        return text != nullptr && std::string_view(text) == "1";
    }();
    return any;
}

std::string part_trouble(const std::string& path, const OIIO::ImageInput& input,
                         std::size_t channels) {
    std::error_code error;
    const std::uint64_t size = std::filesystem::file_size(path, error);
    if (error) return {};  // gone meanwhile, as reading will tell
    const OIIO::ImageSpec& spec = input.spec();
    PictureClaim claim;
    // Where a format keeps no data window, what is written is the frame.
    claim.width = extent_of(spec.x, spec.width, spec.full_x, spec.full_width);
    claim.height = extent_of(spec.y, spec.height, spec.full_y, spec.full_height);
    claim.channels = channels;
    const int bits = spec.get_int_attribute("oiio:BitsPerSample", 0);
    claim.bits = spec.image_pixels() * (bits > 0 ? static_cast<std::uint64_t>(bits) * spec.nchannels
                                                 : std::uint64_t{8} * spec.pixel_bytes(true));
    claim.density = most_density(input.format_name(), spec.get_string_attribute("compression"));
    claim.believed = any_size();
    return claim_trouble(claim, size);
}

}  // namespace weft
