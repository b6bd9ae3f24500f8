#include "pictures/oiio/carried.h"

#include <algorithm>
#include <cstring>

#include "pictures/oiio/checked_start.h"
#include "pictures/oiio/file_rows.h"
#include "pictures/oiio/oiio_io.h"
#include "pictures/oiio/open_picture.h"

namespace weft {
namespace {

/// All channels of the source's part; those that were read have the new type.
OIIO::ImageSpec with_others(const OIIO::ImageSpec& fresh, const OIIO::ImageSpec& source,
                            const std::vector<int>& replaced) {
    OIIO::ImageSpec spec = fresh;
    spec.nchannels = source.nchannels;
    spec.channelnames = source.channelnames;
    spec.alpha_channel = source.alpha_channel;
    spec.z_channel = source.z_channel;
    spec.channelformats.clear();
    OIIO::TypeDesc widest = fresh.format;
    for (int c = 0; c < source.nchannels; ++c) {
        const bool is_new = std::find(replaced.begin(), replaced.end(), c) != replaced.end();
        spec.channelformats.push_back(is_new ? fresh.format : source.channelformat(c));
        widest = OIIO::TypeDesc::basetype_merge(widest, spec.channelformats.back());
    }
    spec.format = widest;
    const auto same = [&](const OIIO::TypeDesc& type) { return type == widest; };
    if (std::all_of(spec.channelformats.begin(), spec.channelformats.end(), same))
        spec.channelformats.clear();
    // Parts are told apart by their names.
    const std::string name(source.get_string_attribute("oiio:subimagename"));
    if (!name.empty()) spec.attribute("oiio:subimagename", name);
    return spec;
}

std::size_t offset_of(const OIIO::ImageSpec& spec, int channel) {
    return channel == 0 ? 0 : spec.pixel_bytes(0, channel, true);
}

}  // namespace

Result<CarriedFile> CarriedFile::open(const PictureInfo& source, const OIIO::ImageSpec& spec) {
    CarriedFile file;
    Result<std::unique_ptr<OIIO::ImageInput>> input = open_input(source.path);
    if (!input) return input.error();
    file.input_ = *std::move(input);
    file.part_ = source.part;
    file.replaced_ = source.part_channels;
    for (int i = 0; file.input_->seek_subimage(i, 0); ++i) {
        const OIIO::ImageSpec& its = file.input_->spec();
        if (std::string trouble = part_trouble(source.path, *file.input_, its.channelnames.size());
            !trouble.empty())
            return input_error(source.path, trouble);
        file.specs_.push_back(i == file.part_ ? with_others(spec, its, file.replaced_) : its);
        // OpenImageIO writes no file with parts of both kinds.
        OIIO::ImageSpec& last = file.specs_.back();
        last.tile_width = last.tile_height = last.tile_depth = 0;
    }
    static_cast<void>(file.input_->geterror());  // that there is no further part
    if (static_cast<int>(file.specs_.size()) <= file.part_)
        return input_error(source.path, "it has fewer parts than before");
    return file;
}

std::string CarriedFile::copy_parts(OIIO::ImageOutput& output, const std::string& path, int first,
                                    int last) {
    for (int i = first; i < last; ++i) {
        if (i > 0 && !output.open(path, specs_[static_cast<std::size_t>(i)],
                                  OIIO::ImageOutput::AppendSubimage))
            return first_line(output.geterror());
        if (!input_->seek_subimage(i, 0)) return first_line(input_->geterror());
        if (!output.copy_image(input_.get())) return first_line(output.geterror());
    }
    return {};
}

std::string CarriedFile::begin(OIIO::ImageOutput& output, const std::string& path) {
    const int count = static_cast<int>(specs_.size());
    if (!(count == 1 ? output.open(path, specs_.front()) : output.open(path, count, specs_.data())))
        return first_line(output.geterror());
    if (std::string report = copy_parts(output, path, 0, part_); !report.empty()) return report;
    if (part_ > 0 && !output.open(path, specs_[static_cast<std::size_t>(part_)],
                                  OIIO::ImageOutput::AppendSubimage))
        return first_line(output.geterror());
    return input_->seek_subimage(part_, 0) ? std::string() : first_line(input_->geterror());
}

std::string CarriedFile::join(const PictureView& rows, std::vector<std::byte>& joined) {
    const OIIO::ImageSpec& spec = specs_[static_cast<std::size_t>(part_)];
    const std::size_t pixel = spec.pixel_bytes(true);
    const std::size_t row = pixel * static_cast<std::size_t>(spec.width);
    joined.resize(row * static_cast<std::size_t>(rows.domain.height()));
    const OIIO::ImageSpec source = input_->spec();
    // Channel by channel, since each may have a type of its own.
    for (int c = 0; c < spec.nchannels; ++c) {
        if (std::find(replaced_.begin(), replaced_.end(), c) != replaced_.end()) continue;
        if (!read_channel_rows(*input_, rows.domain.y0, rows.domain.y1, c, c + 1,
                               source.channelformat(c), joined.data() + offset_of(spec, c),
                               static_cast<OIIO::stride_t>(pixel),
                               static_cast<OIIO::stride_t>(row)))
            return first_line(input_->geterror());
    }
    const std::size_t sample = static_cast<std::size_t>(sample_size(rows.format));
    for (int p = 0; p < rows.planes; ++p) {
        const std::size_t offset = offset_of(spec, replaced_[static_cast<std::size_t>(p)]);
        for (int y = rows.domain.y0; y < rows.domain.y1; ++y) {
            std::byte* to =
                joined.data() + row * static_cast<std::size_t>(y - rows.domain.y0) + offset;
            for (int x = rows.domain.x0; x < rows.domain.x1; ++x, to += pixel)
                std::memcpy(to, rows.at(x, y, p), sample);
        }
    }
    return {};
}

std::string CarriedFile::end(OIIO::ImageOutput& output, const std::string& path) {
    return copy_parts(output, path, part_ + 1, static_cast<int>(specs_.size()));
}

}  // namespace weft
