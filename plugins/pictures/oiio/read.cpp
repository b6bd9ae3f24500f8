// Reading the first part of a picture file in its native sample type.
#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <new>

#include <OpenImageIO/imageio.h>
#include <fmt/format.h>

#include "pictures/oiio/metadata.h"
#include "pictures/oiio/oiio_io.h"

namespace weft {
namespace {

Error input_error(const std::string& path, const std::string& what) {
    return {ErrorKind::kInput, fmt::format("cannot read '{}': {}", path, what)};
}

/// What can be told without opening the file.
Status check_file(const std::string& path) {
    struct stat status {};
    if (stat(path.c_str(), &status) != 0)
        return input_error(path, fmt::format("{}; check the path", std::strerror(errno)));
    if (S_ISDIR(status.st_mode)) return input_error(path, "it is a folder; name a picture in it");
    if (!S_ISREG(status.st_mode))
        return input_error(path, "it is a device or a pipe; name a regular file");
    if (status.st_size == 0)
        return input_error(path, "the file is empty; expected a picture, write it again");
    return {};
}

/// Counts the parts by asking for each; files that do not say how many have one.
int count_parts(OIIO::ImageInput& input, const OIIO::ImageSpec& spec) {
    const int stated = spec.get_int_attribute("oiio:subimages", 0);
    if (stated > 0) return stated;
    return input.supports("multiimage") && input.seek_subimage(1, 0) ? 2 : 1;
}

Result<PictureInfo> describe(const std::string& path, OIIO::ImageInput& input) {
    const OIIO::ImageSpec spec = input.spec();
    if (spec.deep)
        return input_error(path, "it is a deep picture; flatten it first (oiiotool --flatten)");
    if (spec.depth > 1) return input_error(path, "it is a volume; expected a flat picture");
    if (spec.width < 1 || spec.height < 1)
        return input_error(path, fmt::format("its size is {}x{}; expected at least one pixel",
                                             spec.width, spec.height));
    if (spec.nchannels < 1 || spec.nchannels > kMaxPlanes)
        return input_error(
            path, fmt::format("it has {} channels; expected 1 to {}", spec.nchannels, kMaxPlanes));
    constexpr int kFar = 1 << 28;  // leaves room for radii and sums of extents
    if (spec.x < -kFar || spec.x > kFar || spec.y < -kFar || spec.y > kFar || spec.width > kFar ||
        spec.height > kFar)
        return input_error(path, fmt::format("its data window {}x{}{:+d}{:+d} is out of range",
                                             spec.width, spec.height, spec.x, spec.y));

    PictureInfo info;
    info.path = path;
    info.file_kind = input.format_name();
    info.data_window = {spec.x, spec.y, spec.x + spec.width, spec.y + spec.height};
    info.display_window = {spec.full_x, spec.full_y, spec.full_x + spec.full_width,
                           spec.full_y + spec.full_height};
    if (info.display_window.empty()) info.display_window = info.data_window;
    info.channels = spec.channelnames;
    info.alpha_channel = spec.alpha_channel;
    info.depth_channel = spec.z_channel;
    info.format = format_for(spec.format);
    const int bits = spec.get_int_attribute("oiio:BitsPerSample", 0);
    info.stored_format = bits > 0 && bits != static_cast<int>(spec.format.basesize()) * 8
                             ? fmt::format("{} ({} bits)", spec.format.c_str(), bits)
                             : spec.format.c_str();
    info.part_name = spec.get_string_attribute("oiio:subimagename");
    info.metadata = std::make_shared<HeaderMetadata>(spec);
    info.parts = count_parts(input, spec);
    return info;
}

Result<std::unique_ptr<OIIO::ImageInput>> open_input(const std::string& path) {
    if (Status s = check_file(path); !s) return s.error();
    std::unique_ptr<OIIO::ImageInput> input = OIIO::ImageInput::open(path);
    if (input != nullptr) return input;
    const std::string report = first_line(OIIO::geterror());
    if (report.find("could not find a format reader") != std::string::npos)
        return input_error(path,
                           "it is not in any picture format that OpenImageIO reads; check "
                           "what it is, and its extension");
    return input_error(path, fmt::format("{}; expected a whole picture", report));
}

/// Some decoders report what is missing and go on, so a report refuses the picture; but stray bytes
/// between the segments of a JPEG file cost no pixel.
bool is_harmless(const std::string& report) {
    return report.empty() || report.find("extraneous bytes before marker") != std::string::npos;
}

Result<LoadedPicture> read_pixels(const std::string& path, const std::atomic<bool>* cancel) {
    Result<std::unique_ptr<OIIO::ImageInput>> input = open_input(path);
    if (!input) return input.error();
    Result<PictureInfo> info = describe(path, **input);
    if (!info) return info.error();
    // Counting the parts may have moved on.
    if (!(*input)->seek_subimage(0, 0)) return input_error(path, first_line((*input)->geterror()));

    LoadedPicture picture;
    picture.info = *info;
    const Rect window = info->data_window;
    const int planes = static_cast<int>(info->channels.size());
    const std::ptrdiff_t sample = sample_size(info->format);
    PictureView& view = picture.view;
    view.format = info->format;
    view.x_stride = sample * planes;
    view.y_stride = view.x_stride * window.width();
    view.plane_stride = sample;
    view.domain = window;
    view.planes = planes;
    const std::size_t size = static_cast<std::size_t>(view.y_stride) * window.height();
    picture.pixels = allocate_pixels(size, false);
    if (picture.pixels == nullptr)
        return Error{ErrorKind::kMemory,
                     fmt::format("no memory for '{}': {} MB are needed; free some or use a smaller "
                                 "picture",
                                 path, size >> 20)};
    view.base = picture.pixels.get();
    const bool read = (*input)->read_image(
        0, 0, 0, planes, type_for(view.format), view.base, OIIO::AutoStride, OIIO::AutoStride,
        OIIO::AutoStride, stop_when_cancelled, const_cast<std::atomic<bool>*>(cancel));
    if (cancel != nullptr && cancel->load())
        return Error{ErrorKind::kCancelled, fmt::format("stopped while reading '{}'", path)};
    const std::string report = (*input)->geterror();
    if (read && is_harmless(report)) return picture;
    return input_error(path, fmt::format("{}the file is damaged or cut short, write it again",
                                         report.empty() ? "" : first_line(report) + "; "));
}

/// Runs `body`, with exceptions turned into errors about `path`.
template <class Body>
auto guarded(const std::string& path, Body body) -> decltype(body()) {
    try {
        return body();
    } catch (const std::bad_alloc&) {
        return Error{ErrorKind::kMemory, fmt::format("no memory to read '{}'", path)};
    } catch (const std::exception& e) {
        return input_error(path, first_line(e.what()));
    }
}

}  // namespace

Result<PictureInfo> oiio_info(const std::string& path) {
    return guarded(path, [&]() -> Result<PictureInfo> {
        Result<std::unique_ptr<OIIO::ImageInput>> input = open_input(path);
        if (!input) return input.error();
        return describe(path, **input);
    });
}

Result<LoadedPicture> oiio_read(const std::string& path, const std::atomic<bool>* cancel) {
    return guarded(path, [&] { return read_pixels(path, cancel); });
}

}  // namespace weft
