#include "runner/raw_picture.h"

#include <fmt/format.h>

#include <bit>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace weft {

static_assert(std::endian::native == std::endian::little);

Result<Picture> read_raw(const std::string& path, const ImageShape& shape) {
    const auto expected = static_cast<std::uintmax_t>(shape.domain.area()) *
                          static_cast<std::uintmax_t>(shape.planes) * sizeof(float);
    std::error_code error;
    const std::uintmax_t size = std::filesystem::file_size(path, error);
    if (error)
        return Error{ErrorKind::kInput, fmt::format("cannot read '{}': {}", path, error.message())};
    if (size != expected)
        return Error{
            ErrorKind::kInput,
            fmt::format("'{}' has {} bytes, expected {}: {} planes of {} x {} floats", path, size,
                        expected, shape.planes, shape.domain.width(), shape.domain.height())};
    std::ifstream stream(path, std::ios::binary);
    Picture picture(shape.domain, shape.planes);
    for (int plane = 0; plane < shape.planes && stream; ++plane)
        for (int y = shape.domain.y0; y < shape.domain.y1 && stream; ++y)
            stream.read(reinterpret_cast<char*>(picture.row(y, plane)),
                        static_cast<std::streamsize>(sizeof(float)) * shape.domain.width());
    if (!stream)
        return Error{ErrorKind::kInput,
                     fmt::format("cannot read '{}': {}", path, std::strerror(errno))};
    return picture;
}

Status write_raw(const std::string& path, const Picture& picture) {
    const std::string beside = path + ".weft-tmp";
    const Rect domain = picture.domain();
    {
        std::ofstream stream(beside, std::ios::binary);
        for (int plane = 0; plane < picture.planes() && stream; ++plane)
            for (int y = domain.y0; y < domain.y1 && stream; ++y)
                stream.write(reinterpret_cast<const char*>(picture.row(y, plane)),
                             static_cast<std::streamsize>(sizeof(float)) * domain.width());
        if (!stream.flush())
            return Error{ErrorKind::kOutput,
                         fmt::format("cannot write '{}': {}", beside, std::strerror(errno))};
    }
    std::error_code error;
    std::filesystem::rename(beside, path, error);
    if (error)
        return Error{ErrorKind::kOutput,
                     fmt::format("cannot write '{}': {}", path, error.message())};
    return {};
}

}  // namespace weft
