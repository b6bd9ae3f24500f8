#include "pictures/oiio/written_picture.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <vector>

#include <fmt/format.h>

#include "pictures/oiio/checked_start.h"
#include "pictures/oiio/file_rows.h"
#include "pictures/oiio/oiio_io.h"
#include "pictures/oiio/open_picture.h"

namespace weft {
namespace {

bool has_last_row(OIIO::ImageInput& input) {
    const OIIO::ImageSpec spec = input.spec();
    const int end = spec.y + spec.height;
    std::vector<std::byte> row(spec.scanline_bytes());
    return read_channel_rows(input, end - 1, end, 0, spec.nchannels, spec.format, row.data(),
                             static_cast<OIIO::stride_t>(spec.pixel_bytes()),
                             static_cast<OIIO::stride_t>(row.size()));
}

}  // namespace

std::string difference_on_disk(const std::string& path, const FileKind& kind,
                               const OIIO::ImageSpec& wanted) {
    if (kind.decodes_whole) return header_trouble(kind.name, CheckedStart(path).file());
    const Result<std::unique_ptr<OIIO::ImageInput>> input = open_input(path);
    if (!input) return fmt::format("it cannot be read back: {}", input.error().message);
    const OIIO::ImageSpec found = (*input)->spec();
    // Channels of several types have no one type.
    const bool same_type = !wanted.channelformats.empty() || found.format == wanted.format;
    if (found.width != wanted.width || found.height != wanted.height ||
        found.nchannels != wanted.nchannels || !same_type)
        return fmt::format("it reads back as {}x{} pixels of {} channels, {}", found.width,
                           found.height, found.nchannels, found.format.c_str());
    if (kind.reads_back && !has_last_row(**input))
        return fmt::format("its last row cannot be read back: {}",
                           first_line((*input)->geterror()));
    return {};
}

int append_error(const std::string& path) {
    const int fd = open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
    if (fd < 0) return errno;
    // More than what may be left of a block, however large blocks are.
    const std::vector<char> some(1 << 16);
    int error = 0;
    for (int i = 0; i < 16 && error == 0; ++i)
        if (write(fd, some.data(), some.size()) < 0) error = errno;
    if (close(fd) != 0 && error == 0) error = errno;
    return error;
}

}  // namespace weft
